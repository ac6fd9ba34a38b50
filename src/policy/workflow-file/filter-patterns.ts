// The patterns of `branches:` and `paths:` in a workflow file. They are not those of git. Pattern and path may both be a stranger's,
// and a regular expression takes for ever for some of them: here each part of a pattern looks once at each place of the text.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet

const TOKEN = /\\[\s\S]|\[[^\]]+\]|\*\*\/|\*+|[?+]|[\s\S]/g

/** The places of a text, from 0 to its length, that the parts of a pattern so far may end at. */
type Places = boolean[]

/** Whether a character fits a part that stands for one. Throws for a class that is none. */
function fitting(token: string): (character: string) => boolean {
  if (token.length > 1 && token.startsWith('[')) {
    const oneOf = new RegExp(`^${token.replace(/[\\^]/g, '\\$&')}$`)
    return character => oneOf.test(character)
  }
  const own = token.replace(/^\\(?=[\s\S])/, '')
  return character => character === own
}

/** The places after a part that began at one of `from`; `more` is `?` or `+` behind a part that stands for one character. */
function after(from: Places, token: string, more: string, text: string): Places {
  const to: Places = []
  const isStar = /^\*/.test(token)
  const fits = isStar ? () => true : fitting(token)
  let begun = false
  for (let i = 0; i <= text.length; i++) {
    const before = text[i - 1] ?? ''
    if (token === '**/') to[i] = from[i] || (begun && before === '/')
    else if (isStar) to[i] = from[i] || (i > 0 && !!to[i - 1] && (token.length > 1 || before !== '/'))
    else {
      const starts = i > 0 && (!!from[i - 1] || (more === '+' && !!to[i - 1]))
      to[i] = (starts && fits(before)) || (more === '?' && !!from[i])
    }
    begun ||= !!from[i]
  }
  return to
}

const isQuantifier = (token: string | undefined) => token === '?' || token === '+'

/** `+` behind nothing, a star or another quantifier; a `?` there changes nothing, but for a second one. */
const BROKEN = /^[?+]|(?:\*|c[?+])(?:\+|\?[?+])/

const kindOf = (token: string) => (isQuantifier(token) ? token : token.startsWith('*') ? '*' : 'c')

/** `?` and `+` are about the character before; `*` stays within a name, and `**` does not. */
function matches(pattern: string, text: string): boolean {
  const tokens = pattern.match(TOKEN) ?? []
  if (BROKEN.test(tokens.map(kindOf).join(''))) return pattern === text
  try {
    let places: Places = Array.from({ length: text.length + 1 }, (_, i) => i === 0)
    for (const [i, token] of tokens.entries()) {
      if (isQuantifier(token)) continue
      const next = tokens[i + 1]
      places = after(places, token, isQuantifier(next) ? String(next) : '', text)
    }
    return places[text.length] === true
  } catch {
    return pattern === text
  }
}

/** Whether the last pattern of a list that fits `text` is a positive one: `!` takes away again. */
export function isIncluded(patterns: string[], text: string): boolean {
  const last = patterns.findLast(pattern => matches(pattern.replace(/^!/, ''), text))
  return last !== undefined && !last.startsWith('!')
}
