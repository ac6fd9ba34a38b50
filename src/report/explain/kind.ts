// The kind of a change in one sentence, from what was counted while both sides were measured.
import type { CountedFigure } from '../../model/index.ts'
import { formatChange } from '../words/numbers.ts'

type Name = CountedFigure['name']
type Counted = CountedFigure | undefined

const isChanged = ({ interval: [low, high] }: CountedFigure) => low > 0 || high < 0

/** Smaller differences of what runs repeat exactly, such as instructions, are real and explain nothing. */
const WORTH_SAYING = 0.002
/** Of the change in cycles or time, so much has to come from instructions to be their doing. */
const MOST_OF_IT = 0.5

const percent = (figure: CountedFigure) => formatChange(1 + figure.change)

const moved = (figure: Counted): figure is CountedFigure =>
  figure !== undefined && isChanged(figure) && Math.abs(figure.change) >= WORTH_SAYING

/** The processor's work: instructions against the cycles or the time that they took. */
function ofInstructions(instructions: CountedFigure, spent: Counted, unit: 'cycles' | 'CPU time') {
  const by = `${percent(instructions)} instructions`
  if (moved(instructions)) {
    const word = instructions.change > 0 ? 'more work' : 'less work'
    if (!moved(spent)) return `${by}: ${word}`
    const isMost = instructions.change / spent.change >= MOST_OF_IT
    return isMost
      ? `${by}: ${word}`
      : `${by}, ${percent(spent)} ${unit}: ${word}, and above all other time for the same work`
  }
  if (!moved(spent)) return null
  const why = unit === 'cycles' ? 'placement, caches or branches' : 'placement, caches, branches or clock'
  return `same instructions (${percent(instructions)}), ${percent(spent)} ${unit}: ${why}`
}

function ofTime(cpu: CountedFigure, system: Counted, waiting: Counted): string | null {
  if (moved(waiting) && Math.abs(waiting.change) > Math.abs(cpu.change)) {
    const same = moved(cpu) ? `${percent(cpu)} CPU time` : `same CPU time (${percent(cpu)})`
    return `${same}, ${percent(waiting)} of the run waiting: input, sleep or locks`
  }
  if (!moved(cpu)) return null
  const isKernel = moved(system) && system.change / cpu.change >= MOST_OF_IT
  if (isKernel) return `${percent(cpu)} CPU time, most of it in the kernel: system calls or page faults`
  return `${percent(cpu)} CPU time: ${cpu.change > 0 ? 'more work, or slower code' : 'less work, or faster code'}`
}

const BESIDES: [Name, string][] = [
  ['branch-misses', 'branch misses'],
  ['cache-misses', 'cache misses'],
  ['page-faults', 'page faults'],
  ['context-switches', 'context switches'],
]
/** Below this, such a count explains nothing. */
const LEAST_BESIDES = 0.05

/** The kind of the change: `+4.8 % instructions: more work`. Says so where no count differs beyond its noise. */
export function kindText(counted: CountedFigure[]): string {
  const of = (name: Name) => counted.find(figure => figure.name === name)
  const [instructions, cycles, cpu] = [of('instructions'), of('cycles'), of('cpu-time')]
  if (cpu === undefined) return 'too little was counted to tell the kind of the change'
  const waits = ofTime(cpu, of('system-time'), of('waiting'))
  const isWaiting = waits?.includes('waiting') === true
  const work =
    instructions === undefined
      ? null
      : (ofInstructions(instructions, cycles, 'cycles') ?? ofInstructions(instructions, cpu, 'CPU time'))
  const kind = (isWaiting ? waits : (work ?? waits)) ?? 'no count differs beyond its noise'
  const besides = BESIDES.flatMap(([name, words]) => {
    const figure = of(name)
    return moved(figure) && Math.abs(figure.change) >= LEAST_BESIDES ? [`${percent(figure)} ${words}`] : []
  })
  return [kind, ...besides.slice(0, 2)].join('; ')
}
