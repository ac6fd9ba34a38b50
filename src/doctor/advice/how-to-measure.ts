// Advice about how to measure. Each piece says when it applies, which effect is known, and the exact lines.
import type { DoctorFindings } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { NOT_PINNED } from '../noise/plan.ts'
import { type Advisor, effects, largestProcesses, unknownEffect } from './advisor.ts'

const sighted = ({ noise }: DoctorFindings, name: string): number | null =>
  noise.find(({ design }) => design === name)?.detectable ?? null

/** A design is advised where it sees so many times smaller changes. */
const WORTH_SAYING = 1.25

export const duet: Advisor = ({ findings }) => {
  const [turns, pairs] = [
    sighted(findings, 'pinned') ?? sighted(findings, 'as-it-is'),
    sighted(findings, 'duet'),
  ]
  if (turns === null || pairs === null || pairs === 0 || turns / pairs < WORTH_SAYING) return null
  const factor = turns / pairs
  return {
    id: 'duet',
    what: 'Measure both versions at the same time (duet).',
    why: 'Disturbances then meet both versions alike, and cancel.',
    effect: {
      kind: 'measured',
      factor,
      text: `a change ${factor.toFixed(1)} times smaller is seen in the same time`,
    },
    lines: ["stable-bench ab --duet './old' './new'", 'duet: true   # in .stable-bench.yml, under defaults'],
  }
}

export const busy: Advisor = ({ findings }) => {
  const { load } = findings.machine
  const cpus = findings.hardware.packages.flatMap(({ nodes }) =>
    nodes.flatMap(({ caches }) => caches.flatMap(({ cores }) => cores.flatMap(core => core.cpus))),
  ).length
  // The doubts of the noise test count first: a container shows the load of its whole machine, or none.
  const seen = findings.noise.flatMap(({ doubts }) => doubts).find(doubt => /foreign load/.test(doubt))
  const isLoaded = load !== null && cpus > 0 && load >= cpus / 2
  if (seen === undefined && !isLoaded) return null
  return {
    id: 'busy',
    what: 'Keep other work off this machine while it measures.',
    why: seen ?? `${load?.toFixed(1)} tasks wanted to run on ${counted(cpus, 'CPU')} over the last minute.`,
    effect: effects.busy,
    lines: [largestProcesses(findings, 'pcpu')],
  }
}

export const taskset: Advisor = ({ findings }) => {
  const row = findings.noise.find(({ design }) => design === 'pinned')
  if (row?.reason !== NOT_PINNED) return null
  const isAlone = findings.hardware.benchmark === ''
  return {
    id: 'pin',
    what: isAlone ? 'Give the job at least two cores.' : 'Let benchmarks be bound to a CPU.',
    why: `Pinning is not possible here: ${row.reason}.`,
    effect: effects.pin,
    lines: isAlone
      ? ['nproc   # shows how many CPUs a job may use']
      : ['sudo apt-get install util-linux   # has taskset'],
  }
}

export const ownBenchmark: Advisor = () => ({
  id: 'calibrate',
  what: 'Ask what your own benchmark sees here.',
  why: 'Every program has a noise of its own.',
  effect: unknownEffect('it says which runs and which band you need'),
  lines: ['stable-bench calibrate -- ./bench'],
})
