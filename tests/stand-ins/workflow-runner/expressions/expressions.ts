// The values of GitHub's expressions: `${{ … }}` in a text, and the conditions of jobs and steps.
// https://docs.github.com/actions/reference/workflows-and-actions/expressions
import { type Expression, parseExpression } from './expression-syntax.ts'

/** Contexts by name, and what `success()` and `failure()` say. A scope has only what GitHub offers in that place. */
export type Scope = { contexts: Record<string, unknown>; status?: { success: boolean; failure: boolean } }

// A quoted string may have '}}' in it.
const placeholder = /\$\{\{((?:'(?:[^']|'')*'|[^'])*?)\}\}/g

/** A value of the workflow file as text, with its expressions replaced. */
export function expand(value: unknown, scope: Scope): string {
  return asText(value ?? '').replace(placeholder, (_, text: string) =>
    asText(evaluate(parseExpression(text), scope)),
  )
}

/** What one expression comes to, such as the list of a matrix; any other value as it is. */
export function evaluated(value: unknown, scope: Scope): unknown {
  return typeof value === 'string' && /^\s*\$\{\{/.test(value)
    ? evaluate(wholeExpression(value), scope)
    : value
}

/** A value of the workflow file that stands for yes or no: a boolean, or one expression. */
export function holds(value: boolean | string, scope: Scope): boolean {
  return typeof value === 'boolean' ? value : truthy(evaluate(wholeExpression(value), scope))
}

/** The value of `if:`. A condition without a status function holds only after success. */
export function meets(condition: boolean | string | undefined, scope: Scope): boolean {
  const tree = wholeExpression(String(condition ?? 'success()'))
  if (!callsStatus(tree) && !scope.status?.success) return false
  return truthy(evaluate(tree, scope))
}

function wholeExpression(text: string): Expression {
  const inner = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(text)?.[1] ?? text
  // GitHub takes such a text for a string, which always holds.
  if (inner.includes('${{')) throw new Error(`'${text}' has to be one expression`)
  return parseExpression(inner)
}

function callsStatus(tree: Expression): boolean {
  if (tree.kind === 'call')
    return /^(success|failure|always|cancelled)$/i.test(tree.name) || tree.args.some(callsStatus)
  if (tree.kind === 'not') return callsStatus(tree.of)
  if (tree.kind === 'binary') return callsStatus(tree.left) || callsStatus(tree.right)
  return tree.kind === 'property' && (callsStatus(tree.of) || callsStatus(tree.name))
}

function evaluate(tree: Expression, scope: Scope): unknown {
  switch (tree.kind) {
    case 'literal':
      return tree.value
    case 'not':
      return !truthy(evaluate(tree.of, scope))
    case 'context':
      if (!(tree.name in scope.contexts)) throw new Error(`there is no context '${tree.name}' here`)
      return scope.contexts[tree.name]
    case 'property':
      return property(tree, scope)
    case 'call':
      return call(tree.name.toLowerCase(), tree.args, scope)
    case 'binary':
      return operate(tree.operator, evaluate(tree.left, scope), () => evaluate(tree.right, scope))
  }
}

/** What is not there is null, as on GitHub; but `github` and `runner` have more there than they have here. */
function property({ of, name }: Extract<Expression, { kind: 'property' }>, scope: Scope): unknown {
  const [owner, key] = [evaluate(of, scope), asText(evaluate(name, scope))]
  const found = Object.entries(owner instanceof Object ? owner : {}).find(
    ([each]) => each.toLowerCase() === key.toLowerCase(),
  )
  if (!found && of.kind === 'context' && /^(github|runner)$/.test(of.name))
    throw new Error(`the stand-in for the runner does not know ${of.name}.${key} here`)
  return found?.[1] ?? null
}

function call(name: string, trees: Expression[], scope: Scope): unknown {
  const args = trees.map(tree => evaluate(tree, scope))
  const [first, second] = [args[0] ?? null, args[1] ?? null]
  const [text, part] = [asText(first).toLowerCase(), asText(second).toLowerCase()]
  if (name === 'always') return true
  if (name === 'cancelled') return false
  if ((name === 'success' || name === 'failure') && scope.status) return scope.status[name]
  if (name === 'startswith') return text.startsWith(part)
  if (name === 'endswith') return text.endsWith(part)
  if (name === 'contains')
    return Array.isArray(first) ? first.some(each => equal(each, second)) : text.includes(part)
  if (name === 'tojson') return JSON.stringify(first, null, 2)
  if (name === 'fromjson') return JSON.parse(asText(first))
  if (name === 'format') return format(asText(first), args.slice(1))
  throw new Error(`there is no function '${name}' here`)
}

const format = (pattern: string, args: unknown[]) =>
  pattern.replace(/\{\{|\}\}|\{(\d+)\}/g, (found, index) =>
    index ? asText(args[Number(index)]) : found.charAt(0),
  )

function operate(operator: string, left: unknown, right: () => unknown): unknown {
  if (operator === '&&') return truthy(left) ? right() : left
  if (operator === '||') return truthy(left) ? left : right()
  const other = right()
  if (operator === '==') return equal(left, other)
  if (operator === '!=') return !equal(left, other)
  const strings = typeof left === 'string' && typeof other === 'string'
  const [a, b] = strings ? [left.toLowerCase(), other.toLowerCase()] : [asNumber(left), asNumber(other)]
  return { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[operator]
}

/** Strings without regard to case; values of two types as numbers. */
function equal(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase()
  if (a instanceof Object || b instanceof Object) return a === b
  return asNumber(a) === asNumber(b)
}

const truthy = (value: unknown) => Boolean(value)

function asNumber(value: unknown): number {
  return value instanceof Object ? Number.NaN : Number(value)
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Object) return Array.isArray(value) ? 'Array' : 'Object'
  return String(value)
}
