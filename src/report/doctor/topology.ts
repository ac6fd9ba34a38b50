// A machine as a drawing: packages, NUMA nodes and last-level caches as a tree, the cores of a cache as boxes.
import type { Hardware } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { wrapped } from '../text/wrap.ts'

type CpuCache = Hardware['packages'][number]['nodes'][number]['caches'][number]
type Core = CpuCache['cores'][number]

/** A line of the tree, and what is below it. */
type TreeLine = { label: string; below: TreeLine[]; boxes?: string[] }

/** The threads of a core in brackets; the star of a core that would measure. */
const box = ({ cpus, benchmark }: Core): string => `[${cpus.join(' ')}]${benchmark ? '*' : ''}`

const KINDS = [
  ['only', ''],
  ['performance', 'P '],
  ['efficient', 'E '],
] as const

const named = (...parts: string[]) => parts.filter(part => part !== '').join('  ')

/** What the boxes of a line may take, in columns. */
const WIDTH = 63

function boxLines(cores: Core[]): string[] {
  return KINDS.flatMap(([kind, mark]) => {
    const own = cores.filter(core => core.kind === kind).map(box)
    const lines: string[] = []
    for (const text of own) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + text.length + 1 <= WIDTH)
        lines[lines.length - 1] = `${last} ${text}`
      else lines.push(`${last === undefined ? mark : ' '.repeat(mark.length)}${text}`)
    }
    return lines
  })
}

function cacheBranch({ level, size, cores }: CpuCache): TreeLine {
  const label = level === null ? 'caches not shown here' : named(`L${level}`, size)
  return { label: named(label, counted(cores.length, 'core')), below: [], boxes: boxLines(cores) }
}

const branches = ({ packages }: Hardware): TreeLine[] =>
  packages.map(({ package: number, nodes }) => ({
    label: number === null ? 'Package' : `Package ${number}`,
    below: nodes.flatMap(({ node, memory, caches }) => {
      const below = caches.map(cacheBranch)
      return node === null ? below : [{ label: named(`NUMA node ${node}`, memory), below }]
    }),
  }))

function drawn(tree: TreeLine[], indent: string): string[] {
  return tree.flatMap(({ label, below, boxes = [] }, i) => {
    const isLast = i === tree.length - 1
    const inner = `${indent}${isLast ? '   ' : '│  '}`
    return [
      `${indent}${isLast ? '└─ ' : '├─ '}${label}`,
      ...boxes.map(line => `${inner}${line}`),
      ...drawn(below, inner),
    ]
  })
}

/** The meaning of the marks, but only of those that are in this drawing. */
function legend(hardware: Hardware): string {
  const { offline, forbidden, isolated, benchmark, packages } = hardware
  const cores = packages.flatMap(({ nodes }) =>
    nodes.flatMap(({ caches }) => caches.flatMap(cache => cache.cores)),
  )
  const isHybrid = cores.some(({ kind }) => kind !== 'only')
  const hasThreads = cores.some(({ cpus }) => cpus.length > 1)
  return [
    `[ ] ${hasThreads ? 'a core with its threads' : 'a core'}`,
    ...(isHybrid ? ['P fast, E slow cores'] : []),
    ...(benchmark === '' ? [] : ['* where `cpus: auto` measures']),
    ...(offline === '' ? [] : [`offline: ${offline}`]),
    ...(isolated === '' ? [] : [`isolated at boot: ${isolated}`]),
    ...(forbidden === '' ? [] : [`not for this process: ${forbidden}`]),
  ].join('; ')
}

/** The lines of the drawing. */
export const topologyLines = (hardware: Hardware): string[] => [
  'Machine',
  ...drawn(branches(hardware), ''),
  ...wrapped('', legend(hardware), { hang: 2 }),
]
