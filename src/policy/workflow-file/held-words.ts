// Says which inputs of a job do not count in a pull request, why, and what counts instead.
import { inputText } from '../../inputs/parse.ts'
import { inputs } from '../../inputs/values.ts'
import { brief } from './differences.ts'
import { type Doubt, type Held, type HeldInput, type HeldValues, heldNames } from './held-inputs.ts'

const textOf = (name: HeldInput, values: HeldValues) => inputText(inputs[name], values[name])

const shown = (name: HeldInput, values: HeldValues) =>
  brief(textOf(name, values)) || (name === 'suite' ? 'all' : '.stable-bench.yml')

/** `proposed` are values that only the pull request gives. */
const reasons: Record<'proposed' | 'expression' | 'unread', (list: string) => string> = {
  proposed: list => `these inputs of it do not count before it is merged: ${list}`,
  expression: list =>
    `these inputs do not count, since the base commit has expressions for them and the pull request can change what those come to: ${list}`,
  unread: list =>
    `these inputs do not count, since the step that gives them was not found in the files of the base commit: ${list}`,
}

const instead = 'defaults in .stable-bench.yml can set baseline'

const reasonOf = (doubt: Doubt | undefined) => (doubt === undefined || doubt === 'new' ? 'proposed' : doubt)

/** The inputs of this job, of whose `own` values others count; `effective` values are those after the configuration. */
type Counting = { own: HeldValues; held: Pick<Held<HeldValues>, 'values' | 'doubts'>; effective: HeldValues }

const notCounting = ({ own, held, effective }: Counting) =>
  heldNames.filter(
    name => textOf(name, own) !== textOf(name, held.values) && textOf(name, own) !== textOf(name, effective),
  )

/** Whether the step that gives an input which does not count was not found. */
export const isUnread = (counting: Counting): boolean =>
  notCounting(counting).some(name => counting.held.doubts[name] === 'unread')

/** One sentence for each reason why values of this job's own do not count. */
export function heldTexts(counting: Counting): string[] {
  const { own, held, effective } = counting
  const changed = notCounting(counting)
  return (['proposed', 'expression', 'unread'] as const).flatMap(reason => {
    const names = changed.filter(name => reasonOf(held.doubts[name]) === reason)
    const list = names.map(name => `${name} ${shown(name, own)} (${shown(name, effective)} counts)`)
    const hint = names.includes('baseline') && reason !== 'proposed' ? `; ${instead}` : ''
    return list.length === 0 ? [] : [`${reasons[reason](list.join(', '))}${hint}`]
  })
}
