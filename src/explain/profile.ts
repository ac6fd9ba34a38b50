// A profile of one run: how much time each call stack had.

/** Where a function is written. `file` is as the profiler says it. */
export type Place = { file: string; line: number | null }

export type Profile = {
  /** The frames of a stack, outermost first, between semicolons: its time, in any unit. */
  stacks: Map<string, number>
  /** The places of frames that have one. */
  places: Map<string, Place>
  /** The number of samples behind the time. */
  samples: number
}

/** One of each side. */
export type EachSide<Value> = Record<'baseline' | 'candidate', Value>

export const emptyProfile = (): Profile => ({ stacks: new Map(), places: new Map(), samples: 0 })

const LONGEST_NAME = 300

// What a compiler adds to a name differs from build to build: the hash of Rust, the clones of GCC and LLVM.
const OF_ONE_BUILD =
  /::h[0-9a-f]{16}$|(?:\.(?:constprop|isra|part|cold|llvm|lto_priv|localalias)(?:\.\d+)?)+$/

/** A function's name as one frame, without what differs between two builds of the same source. */
export function frameName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names come from binaries, and control characters would end a frame
  const plain = name.replace(/[;\u0000-\u001f\u007f]+/g, ':').trim()
  return plain.replace(OF_ONE_BUILD, '').slice(0, LONGEST_NAME).toWellFormed() || '[unknown]'
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Adds `weight` to the stack of these frames; a stack without frames is none. */
export function addStack({ stacks }: Profile, frames: string[], weight: number): void {
  if (frames.length === 0 || !(weight > 0)) return
  const key = frames.join(';')
  stacks.set(key, (stacks.get(key) ?? 0) + weight)
}

/** The profile of a run of several processes. */
export function joinProfiles(profiles: Profile[]): Profile {
  const joined = emptyProfile()
  for (const { stacks, places, samples } of profiles) {
    for (const [stack, weight] of stacks) addStack(joined, [stack], weight)
    for (const [frame, place] of places) joined.places.set(frame, place)
    joined.samples += samples
  }
  return joined
}

/** The time for each of so many requests. */
export const perRequest = (profile: Profile, requests: number): Profile => ({
  ...profile,
  stacks: new Map([...profile.stacks].map(([stack, weight]) => [stack, weight / requests])),
})

/** The time of all stacks. */
export const totalTime = ({ stacks }: Profile): number =>
  [...stacks.values()].reduce((sum, weight) => sum + weight, 0)

/** The time of each function itself, without that of its callees. */
export function selfTimes({ stacks }: Profile): Map<string, number> {
  const times = new Map<string, number>()
  for (const [stack, weight] of stacks) {
    const own = stack.slice(stack.lastIndexOf(';') + 1)
    times.set(own, (times.get(own) ?? 0) + weight)
  }
  return times
}

/** What runs Python code in CPython. */
const EVALUATES = /;_?PyEval_\w+(?:;|$)/

/** Whether profiles have the functions of Python's interpreter, and none of what it interprets. */
export const isOfInterpreter = (profiles: Profile[]): boolean =>
  profiles.some(({ stacks }) => [...stacks.keys()].some(stack => EVALUATES.test(stack))) &&
  !profiles.some(({ places }) => [...places.values()].some(({ file }) => file.endsWith('.py')))
