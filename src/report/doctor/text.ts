// Writes the findings of doctor for a terminal: the answer first, then the machine from the outside in.
import type { DoctorDocument, KnobState } from '../../model/index.ts'
import { painter } from '../text/paint.ts'
import { type Column, textTable } from '../text/table.ts'
import { visibleText } from '../words/visible-text.ts'
import { allAdviceLines } from './advice.ts'
import { noiseAnswer, noiseLines } from './noise.ts'
import { bootLines, clockLines, kitLines, machineLines, resourceLines } from './sections.ts'
import { topologyLines } from './topology.ts'

const columns: Column[] = [
  { title: 'knob', align: 'left' },
  { title: '', align: 'left' },
  { title: 'kit sets', align: 'left' },
  { title: 'now, or why not', align: 'left' },
]

const STATES: Record<KnobState['state'], string> = {
  on: 'set',
  off: 'not set',
  kept: 'left alone',
  unsupported: 'not here',
  unreadable: 'hidden',
}

const knobCells = ({ knob, state, wanted, value }: KnobState): string[] => [
  knob,
  STATES[state],
  state === 'unsupported' || wanted === 'keep' ? '' : wanted,
  visibleText(value),
]

function knobLines(knobs: KnobState[]): string[] {
  const { header, rows } = textTable(columns, knobs.map(knobCells), Number.POSITIVE_INFINITY, text => text)
  return [header, ...rows.flat()]
}

function daemonLines({ daemons, knobs }: DoctorDocument): string[] {
  if (daemons.length > 0) return daemons.map(({ name, effect }) => `${name}: ${effect}`)
  const hidden = knobs.find(({ knob }) => knob === 'daemons')
  return [hidden?.state === 'unreadable' ? hidden.value : 'none of those that are known to interfere']
}

/** The findings as text, with coloured headings if `colour`. */
export function renderDoctor(found: DoctorDocument, { colour = false } = {}): string {
  const paint = painter(colour)
  const answer = noiseAnswer(found.noise)
  const sections: [title: string, lines: string[]][] = [
    ['Do first', allAdviceLines(found)],
    ['Machine', machineLines(found)],
    ['Topology', topologyLines(found.hardware)],
    ['Clock', clockLines(found)],
    ['Knobs of the runner hooks (profile standard)', knobLines(found.knobs)],
    ['Daemons that interfere', daemonLines(found)],
    ['Boot', bootLines(found.boot)],
    ['Runner hooks', kitLines(found.kit)],
    ['Counters and memory', resourceLines(found)],
    ['Noise', noiseLines(found.noise)],
  ]
  const blocks = sections.map(
    ([title, lines]) => `${paint(title, 'bold')}\n${lines.map(line => `  ${line}`).join('\n')}\n`,
  )
  const text = [...(answer === null ? [] : [`${answer}\n`]), ...blocks].join('\n')
  return text.replace(/[ \t]+$/gm, '')
}
