// The syntax of GitHub's expressions, as a tree. Object filters (`.*`) are not known here.

export type Expression =
  | { kind: 'literal'; value: null | boolean | number | string }
  | { kind: 'context'; name: string }
  | { kind: 'property'; of: Expression; name: Expression }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }

type Token = { kind: 'number' | 'string' | 'name' | 'symbol' | 'end'; text: string }

const token =
  /\s*(?:(?<number>[-+]?(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[-+]?\d+)?))|'(?<string>(?:[^']|'')*)'|(?<name>[a-z_][\w-]*)|(?<symbol>&&|\|\||[=!<>]=|[<>!().,[\]]))/iy

/** From the loosest to the tightest. */
const operators = [['||'], ['&&'], ['==', '!='], ['<', '<=', '>', '>=']]

const keywords: Record<string, null | boolean> = { null: null, true: true, false: false }

/** The text between `${{` and `}}` as a tree. Throws with the text when it is not an expression. */
export function parseExpression(text: string): Expression {
  const tokens = tokenize(text)
  const tree = binary(tokens, 0, text)
  if (tokens[0]?.kind !== 'end') throw unexpected(tokens[0], text)
  return tree
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const end = text.trimEnd().length
  for (token.lastIndex = 0; token.lastIndex < end; ) {
    const at = token.lastIndex
    const groups = token.exec(text)?.groups
    if (!groups) throw new Error(`cannot read the expression '${text}' from '${text.slice(at)}'`)
    const [kind, found] = Object.entries(groups).find(([, value]) => value !== undefined) ?? ['end', '']
    tokens.push({ kind: kind as Token['kind'], text: found })
  }
  return [...tokens, { kind: 'end', text: '' }]
}

function binary(tokens: Token[], level: number, text: string): Expression {
  const own = operators[level]
  if (!own) return prefixed(tokens, text)
  let left = binary(tokens, level + 1, text)
  for (;;) {
    const operator = own.find(symbol => takes(tokens, symbol))
    if (operator === undefined) return left
    left = { kind: 'binary', operator, left, right: binary(tokens, level + 1, text) }
  }
}

function prefixed(tokens: Token[], text: string): Expression {
  if (takes(tokens, '!')) return { kind: 'not', of: prefixed(tokens, text) }
  let tree = operand(tokens, text)
  for (;;) {
    if (takes(tokens, '.')) {
      const name = tokens.shift()
      if (name?.kind !== 'name') throw unexpected(name, text)
      tree = { kind: 'property', of: tree, name: { kind: 'literal', value: name.text } }
    } else if (takes(tokens, '[')) {
      tree = { kind: 'property', of: tree, name: binary(tokens, 0, text) }
      expect(tokens, ']', text)
    } else {
      return tree
    }
  }
}

function operand(tokens: Token[], text: string): Expression {
  if (takes(tokens, '(')) {
    const inner = binary(tokens, 0, text)
    expect(tokens, ')', text)
    return inner
  }
  const next = tokens.shift()
  if (next?.kind === 'number') return { kind: 'literal', value: Number(next.text) }
  if (next?.kind === 'string') return { kind: 'literal', value: next.text.replaceAll("''", "'") }
  if (next?.kind !== 'name') throw unexpected(next, text)
  if (takes(tokens, '(')) return { kind: 'call', name: next.text, args: args(tokens, text) }
  const keyword = keywords[next.text]
  return keyword === undefined ? { kind: 'context', name: next.text } : { kind: 'literal', value: keyword }
}

function args(tokens: Token[], text: string): Expression[] {
  if (takes(tokens, ')')) return []
  const list = [binary(tokens, 0, text)]
  while (takes(tokens, ',')) list.push(binary(tokens, 0, text))
  expect(tokens, ')', text)
  return list
}

function takes(tokens: Token[], symbol: string): boolean {
  const found = tokens[0]?.kind === 'symbol' && tokens[0].text === symbol
  if (found) tokens.shift()
  return found
}

function expect(tokens: Token[], symbol: string, text: string): void {
  if (!takes(tokens, symbol)) throw unexpected(tokens[0], text)
}

const unexpected = (found: Token | undefined, text: string) =>
  new Error(`unexpected '${found?.text || 'end'}' in the expression '${text}'`)
