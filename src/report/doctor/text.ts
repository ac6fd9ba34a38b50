// Writes the findings of doctor for a terminal: the answer first, then the machine from the outside in.
import { grouped } from '../../grouped.ts'
import type { Advice, DoctorDocument, KnobState } from '../../model/index.ts'
import { painter } from '../text/paint.ts'
import { left, textTable } from '../text/table.ts'
import { wrapped } from '../text/wrap.ts'
import { visibleText } from '../words/visible-text.ts'
import { noiseAnswer, noiseLines } from './noise.ts'
import { bootLines, clockLines, kitLines, machineLines, resourceLines } from './sections.ts'
import { topologyLines } from './topology.ts'

const EFFECT = { measured: 'measured here', published: 'published', none: 'effect' } as const

function adviceLines({ what, why, effect, lines, undo }: Advice, number: number): string[] {
  const told = [why, `${EFFECT[effect.kind]}: ${effect.text}`].map(visibleText)
  return [
    ...wrapped(`${number}. `, what),
    ...told.flatMap(line => wrapped('   ', line)),
    ...lines.map(line => `     ${visibleText(line)}`),
    ...(undo === null ? [] : [`   undo: ${visibleText(undo)}`]),
  ]
}

/** The advice in order, and in a line what else there is. */
function allAdviceLines({ first, later }: Pick<DoctorDocument, 'first' | 'later'>): string[] {
  const numbered = first.flatMap((advice, i) => adviceLines(advice, i + 1))
  const others = later.flatMap(({ what, lines }) => [
    ...wrapped('- ', what),
    ...lines.map(line => `    ${visibleText(line)}`),
  ])
  return [...numbered, ...(others.length === 0 ? [] : ['After that:', ...others])]
}

const columns = left('knob', '', 'kit sets', 'now, or why not')

const STATES: Record<Exclude<KnobState['state'], 'unsupported'>, string> = {
  on: 'set',
  off: 'not set',
  kept: 'left alone',
  unreadable: 'hidden',
}

type Here = KnobState & { state: keyof typeof STATES }
const isHere = (each: KnobState): each is Here => each.state !== 'unsupported'

/** The knobs that this machine does not have, with what several share once. */
function absentLines(knobs: KnobState[]): string[] {
  const absent = knobs.filter(each => !isHere(each))
  return [...grouped(absent, ({ value }) => value)].flatMap(([reason, own]) => {
    const names = own.map(({ knob }) => knob).join(', ')
    return wrapped('', `not here: ${names}: ${visibleText(reason)}`, { hang: 2 })
  })
}

function knobLines(knobs: KnobState[]): string[] {
  const cells = knobs.filter(isHere).map(({ knob, state, wanted, value }) => {
    return [knob, STATES[state], wanted === 'keep' ? '' : wanted, visibleText(value)]
  })
  const { header, rows } = textTable(columns, cells)
  const last = header.indexOf(columns.at(-1)?.title ?? '')
  const lines = rows.flat().flatMap(row => wrapped(row.slice(0, last), row.slice(last)))
  return [...(cells.length === 0 ? [] : [header, ...lines]), ...absentLines(knobs)]
}

function daemonLines({ daemons, knobs }: DoctorDocument): string[] {
  if (daemons.length > 0)
    return daemons.flatMap(({ name, effect }) => wrapped('', `${name}: ${effect}`, { hang: 2 }))
  const hidden = knobs.find(({ knob }) => knob === 'daemons')
  return wrapped(
    '',
    hidden?.state === 'unreadable' ? hidden.value : 'none of those that are known to interfere',
  )
}

const COLUMNS = 80

/** The findings as text with coloured headings if `colour`. Eighty columns are enough, but for lines to paste. */
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
  const first = answer === null ? [] : [`${wrapped('', answer, { width: COLUMNS }).join('\n')}\n`]
  const text = [...first, ...blocks].join('\n')
  return text.replace(/[ \t]+$/gm, '')
}
