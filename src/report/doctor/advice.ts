// Writes the advice of doctor: what to do and why, with the exact lines, which are to be pasted and never broken.
import type { Advice, DoctorDocument } from '../../model/index.ts'
import { wrapped } from '../text/wrap.ts'
import { visibleText } from '../words/visible-text.ts'

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
export function allAdviceLines({ first, later }: Pick<DoctorDocument, 'first' | 'later'>): string[] {
  const numbered = first.flatMap((advice, i) => adviceLines(advice, i + 1))
  const others = later.flatMap(({ what, lines }) => [
    ...wrapped('- ', what),
    ...lines.map(line => `    ${visibleText(line)}`),
  ])
  return [...numbered, ...(others.length === 0 ? [] : ['After that:', ...others])]
}
