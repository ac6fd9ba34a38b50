// Whether a condition of a job is surely met when somebody pushes to a pull request, as far as its text alone says. What only the
// runner knows (labels, drafts, functions, other jobs) is null here.
// https://docs.github.com/actions/reference/workflows-and-actions/expressions

type Known = { value: string | boolean } | null

const TOKEN = /\s*('(?:[^']|'')*'|[a-z_][\w.-]*|==|!=|&&|\|\||[!()]|[\s\S])/giy

/** What the event of a push to a pull request has; it has no comment, label or changes. */
const OF_PUSH = new Map([
  ['github.event.action', 'synchronize'],
  ['github.event_name', 'pull_request'],
])
const ABSENT = /^github\.event\.(?:changes|comment|label|issue)(?:\.|$)/

function knownOf(token: string): Known {
  if (token.startsWith("'")) return { value: token.slice(1, -1).replaceAll("''", "'") }
  const name = token.toLowerCase()
  if (name === 'true' || name === 'false') return { value: name === 'true' }
  const value = ABSENT.test(name) ? '' : OF_PUSH.get(name)
  return value === undefined ? null : { value }
}

const truth = (known: Known) => known && Boolean(known.value)
const logical = (value: boolean | null): Known => (value === null ? null : { value })

type Reader = { next: () => string | undefined; take: () => string }

function readerOf(text: string): Reader {
  const tokens = [...text.matchAll(TOKEN)].map(([, token = '']) => token).filter(each => each.trim() !== '')
  let at = 0
  return { next: () => tokens[at], take: () => tokens[at++] ?? '' }
}

/** Throws for what it cannot read: numbers, indexes, calls, other comparisons. */
function operand(reader: Reader): Known {
  const token = reader.take()
  if (token === '!') {
    const met = truth(operand(reader))
    return logical(met === null ? null : !met)
  }
  if (token === '(') {
    const inside = alternatives(reader)
    if (reader.take() !== ')') throw new Error('a parenthesis is not closed')
    return inside
  }
  if (!/^['a-z_]/i.test(token) || reader.next() === '(') throw new Error(`'${token}' cannot be read`)
  return knownOf(token)
}

const folded = ({ value }: NonNullable<Known>) => (typeof value === 'string' ? value.toLowerCase() : value)

function comparison(reader: Reader): Known {
  const left = operand(reader)
  const operator = reader.next()
  if (operator !== '==' && operator !== '!=') return left
  reader.take()
  const right = operand(reader)
  if (left === null || right === null || typeof left.value !== typeof right.value) return null
  return { value: (folded(left) === folded(right)) === (operator === '==') }
}

/** One `operator` after the other; `decisive` is what one part alone decides. */
function joined(reader: Reader, part: (reader: Reader) => Known, operator: string, decisive: boolean): Known {
  const first = part(reader)
  if (reader.next() !== operator) return first
  const parts = [truth(first)]
  while (reader.next() === operator) {
    reader.take()
    parts.push(truth(part(reader)))
  }
  if (parts.includes(decisive)) return { value: decisive }
  return logical(parts.includes(null) ? null : !decisive)
}

const conjunction = (reader: Reader) => joined(reader, comparison, '&&', false)

function alternatives(reader: Reader): Known {
  return joined(reader, conjunction, '||', true)
}

/** Whether the `if` of a job is met by each push to a pull request. False where that is not sure. */
export function isMetByPush(condition: unknown): boolean {
  if (condition === undefined || condition === true) return true
  if (typeof condition !== 'string') return false
  const [, inside = condition] = /^\s*\$\{\{([\s\S]*)\}\}\s*$/.exec(condition) ?? []
  try {
    const reader = readerOf(inside)
    const met = truth(alternatives(reader))
    return met === true && reader.next() === undefined
  } catch {
    return false
  }
}
