// Whether a condition of a job would be met by a push to a pull request as it is now, evaluated by GitHub's own library. Variables
// and what else only the runner has are not known here.
// https://docs.github.com/actions/reference/workflows-and-actions/expressions
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'

/** The context `github` of a push, as far as it is known. */
export type Push = Record<string, unknown> & { event: Record<string, unknown> }

/** The functions that ask for the status of the jobs before: of a job that needs none. */
const statuses = Object.entries({ success: true, always: true, failure: false, cancelled: false }).map(
  ([name, value]) => ({ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) }),
)

const dataOf = (json: unknown) => JSON.parse(JSON.stringify(json), data.reviver) as data.ExpressionData

/** The same dictionary; whoever asks it for an entry that it does not have gets an error. */
function strict(dictionary: data.Dictionary): data.Dictionary {
  const get = dictionary.get.bind(dictionary)
  dictionary.get = key => {
    const value = get(key)
    if (value === undefined) throw new Error(`${key} is not known`)
    return value
  }
  return dictionary
}

/** What the condition of a job may look at. */
const contexts = ['github', 'inputs', 'needs', 'vars']

/** Whether the `if` of a job that needs no other one would be met by the push. Null where that is not known. */
export function isMetByPush(condition: unknown, push: Push): boolean | null {
  if (condition === undefined) return true
  const text = String(condition)
  const [, inside = text] = /^\s*\$\{\{([\s\S]*)\}\}\s*$/.exec(text) ?? []
  try {
    // The value of the whole as a condition.
    const { tokens } = new Lexer(`!(${inside})`).lex()
    const expression = new Parser(tokens, contexts, statuses).parse()
    const github = strict(dataOf(push) as data.Dictionary)
    const context = strict(new data.Dictionary({ key: 'github', value: github }))
    const functions = new Map(statuses.map(each => [each.name, each]))
    const isUnmet = new Evaluator(expression, context, functions).evaluate() as data.BooleanData
    return !isUnmet.value
  } catch {
    return null
  }
}
