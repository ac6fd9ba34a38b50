// A CPU profile of V8, as `node --cpu-prof` writes it: Profiler.Profile of the DevTools protocol. Times are in microseconds.
import * as z from 'zod'
import { addStack, baseName, emptyProfile, frameName, type Profile } from '../profile.ts'

const schema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})

type Node = z.infer<typeof schema>['nodes'][0]

/** A longer time between two samples is one in which the process had no CPU: all of it stood still, and no function is to blame. */
const MOST_INTERVALS = 2

const median = (values: number[]) => Float64Array.from(values).sort()[values.length >> 1] ?? 0

/** Time in which the process waits is none of any function. */
const IDLE = '(idle)'

function pathOf(url: string): string | null {
  if (!url.startsWith('file://')) return url.startsWith('/') ? url : null
  try {
    return decodeURIComponent(new URL(url).pathname)
  } catch {
    return null
  }
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: Node, { places }: Profile): string {
  const name = functionName || '(anonymous)'
  const from = baseName(url)
  if (from === '') return frameName(name)
  const frame = frameName(`${name} (${from})`)
  const file = pathOf(url)
  if (file !== null) places.set(frame, { file, line: lineNumber + 1 })
  return frame
}

/** The frames of every node, without the root. Callers stand before their callees in no order, hence the parents first. */
function framesOf(nodes: Node[], profile: Profile): Map<number, string[]> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id] as const)),
  )
  const byId = new Map(nodes.map(node => [node.id, node]))
  const known = new Map<number, string[]>()
  for (const { id } of nodes) {
    const way: number[] = []
    for (
      let at: number | undefined = id;
      at !== undefined && !known.has(at) && way.length <= nodes.length;
      at = parents.get(at)
    )
      way.push(at)
    for (const each of way.reverse()) {
      const above = parents.get(each)
      const node = byId.get(each)
      const own = above === undefined || node === undefined ? [] : [nameOf(node, profile)]
      known.set(each, [...(known.get(above ?? Number.NaN) ?? []), ...own])
    }
  }
  return known
}

/** The profile in a JSON value; null where that is no profile of V8. */
export function readCpuProfile(value: unknown): Profile | null {
  const parsed = schema.safeParse(value)
  if (!parsed.success) return null
  const { nodes, samples, timeDeltas } = parsed.data
  const profile = emptyProfile()
  const frames = framesOf(nodes, profile)
  const longest = MOST_INTERVALS * median(timeDeltas)
  for (const [i, id] of samples.entries()) {
    const stack = frames.get(id) ?? []
    if (stack.length === 0 || stack.at(-1) === IDLE) continue
    profile.samples++
    // A sample stands for the time up to the next one.
    addStack(profile, stack, Math.max(1, Math.min(longest, timeDeltas[i + 1] ?? timeDeltas[i] ?? 1)))
  }
  return profile
}
