// Expressions of a workflow file (`${{ inputs.config }}`), of which the runner alone knows the values. Here they become the
// texts that the files give, as far as they do; the rest stays as it is written. The files may be a pull request's: their
// text is untrusted.
// https://docs.github.com/actions/reference/workflows-and-actions/expressions

/**
 * What stands for references, by their names in lower case with dots (`inputs.config`): texts, which may have expressions
 * in them, numbers and booleans. `closed` are contexts of which all else is empty.
 */
export type Scope = { values: ReadonlyMap<string, unknown>; closed: readonly string[] }

const QUOTED = "'(?:[^']|'')*'"
const REFERENCE = "[a-z_][\\w-]*(?:\\s*\\.\\s*[a-z_*][\\w-]*|\\s*\\[\\s*'[^']*'\\s*\\])*"
const TOKEN = new RegExp(`${QUOTED}|${REFERENCE}(?:\\s*\\()?|[^]`, 'gi')
const CONSTANT = new RegExp(`^(?:${QUOTED}|true|false|null|-?\\d+(?:\\.\\d+)?)$`, 'i')
const OPERAND = `(?:${QUOTED}|-?\\d+(?:\\.\\d+)?|${REFERENCE})`
const ALTERNATIVES = new RegExp(`^${OPERAND}(?:\\s*\\|\\|\\s*${OPERAND})*$`, 'i')
const falsy = ["''", 'false', 'null', '0']

export const hasExpression = (text: string): boolean => text.includes('${{')

/** The end of the expression that begins at `from`; -1 where it has none. A quoted text may have '}}' in it. */
function endOfExpression(text: string, from: number): number {
  let quoted = false
  for (let at = from; at < text.length; at++) {
    if (text[at] === "'") quoted = !quoted
    else if (!quoted && text.startsWith('}}', at)) return at
  }
  return -1
}

/**
 * The text with what `by` makes of each expression. One that does not end stays, and all behind it: GitHub refuses such a file. Each
 * character is looked at once: a regular expression takes for ever for some texts.
 */
function withExpressions(text: string, by: (inside: string) => string): string {
  let done = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('${{', from)
    const end = start === -1 ? -1 : endOfExpression(text, start + 3)
    if (end === -1) return done + text.slice(from)
    done += text.slice(from, start) + by(text.slice(start + 3, end))
    from = end + 2
  }
}

function expressionsIn(text: string): string[] {
  const found: string[] = []
  withExpressions(text, inside => {
    found.push(inside)
    return ''
  })
  return found
}

/** `Inputs [ 'config' ]` → `inputs.config`. */
const nameOf = (reference: string) =>
  reference
    .toLowerCase()
    .replace(/\s*\[\s*'([^']*)'\s*\]/g, '.$1')
    .replace(/\s/g, '')

/** A value as an operand of an expression; null for a text with expressions among other text. */
function operandOf(value: unknown): string | null {
  if (typeof value !== 'string') return String(value ?? "''")
  if (!hasExpression(value)) return `'${value.replaceAll("'", "''")}'`
  const [inside = ''] = expressionsIn(value)
  if (`\${{${inside}}}` !== value.trim()) return null
  return ALTERNATIVES.test(inside.trim()) && !inside.includes('||') ? inside.trim() : `(${inside.trim()})`
}

function filledReference(reference: string, { values, closed }: Scope): string {
  const name = nameOf(reference)
  if (values.has(name)) return operandOf(values.get(name)) ?? reference
  const [context = '', ...more] = name.split('.')
  return closed.includes(context) && more.length === 1 && more[0] !== '*' ? "''" : reference
}

/** `'' || vars.CONFIG || 'bench.yml'` → `vars.CONFIG || 'bench.yml'`; any other expression stays as it is. */
function simplified(expression: string): string {
  if (!ALTERNATIVES.test(expression)) return expression
  const operands = [...expression.matchAll(new RegExp(OPERAND, 'gi'))].map(([operand]) => operand)
  const left = operands.filter(
    (operand, i) => i === operands.length - 1 || !falsy.includes(operand.toLowerCase()),
  )
  const [first = "''"] = left
  return CONSTANT.test(first) ? first : left.join(' || ')
}

function textOfConstant(constant: string): string {
  if (constant.startsWith("'")) return constant.slice(1, -1).replaceAll("''", "'")
  return constant.toLowerCase() === 'null' ? '' : constant
}

/** The text with everything filled in that `scope` has. */
export function fill(text: string, scope: Scope): string {
  return withExpressions(text, inside => {
    const filled = inside
      .trim()
      .replace(TOKEN, token => (/^[a-z_]/i.test(token) ? filledReference(token, scope) : token))
    const expression = simplified(filled)
    return CONSTANT.test(expression) ? textOfConstant(expression) : `\${{ ${expression} }}`
  })
}

// `actor` and the labels and titles of the event are not among them: somebody else than a maintainer may choose those.
const facts =
  'event_name repository repository_id repository_owner repository_owner_id base_ref server_url api_url'
const proof = new Set(facts.split(' ').map(name => `github.${name}`))
const functions = ['contains', 'startswith', 'endswith', 'format', 'join', 'tojson', 'fromjson', 'case']
const literals = ['true', 'false', 'null', 'nan', 'infinity']

function isProofToken(token: string): boolean {
  if (!/^[a-z_]/i.test(token)) return true
  const name = nameOf(token)
  if (name.endsWith('(')) return functions.includes(name.slice(0, -1))
  return literals.includes(name) || proof.has(name) || /^(?:vars|secrets)(?:\.|$)/.test(name)
}

/**
 * Whether no pull request can change what the expressions in `text` come to as long as it leaves the text as it is: the
 * sources of all of them are variables, secrets, and what the server says of the repository and the event.
 */
export function isProof(text: string): boolean {
  if (hasExpression(withExpressions(text, () => ''))) return false
  return expressionsIn(text).every(inside =>
    [...inside.matchAll(TOKEN)].every(([token]) => isProofToken(token)),
  )
}
