// Which paths a pattern matches, as git's pathspec `:(top,glob)` does. With many suites one list of changed files is
// matched with all of their patterns, and git would have to look at the repository for each of them.

// biome-ignore format: a table, which reads best compact
const CLASSES: Record<string, string> = {
  alnum: 'a-zA-Z0-9', alpha: 'a-zA-Z', blank: ' \\t', cntrl: '\\x00-\\x1f\\x7f', digit: '0-9', graph: '!-~', lower: 'a-z',
  print: ' -~', punct: '!-\\/:-@\\[-`{-~', space: '\\s', upper: 'A-Z', xdigit: '0-9a-fA-F',
}

/** Git matches bytes: here each is a character. */
const bytes = (text: string) => (/[\u0080-\uffff]/.test(text) ? Buffer.from(text).toString('latin1') : text)

/** The text as a part of a regular expression that matches it alone. */
export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** A class, a range, or a character, perhaps behind a backslash. */
const MEMBER = /\[:(\w+):\]|(\\[\s\S]|[^\\])-(\\[\s\S]|[^\\])|(\\[\s\S]|[^\\])/g

const plain = (member: string) => (member.length > 1 ? member.slice(1) : member)

/** `[…]` at the start of `text`: its regular expression and its length; null where it is not closed. */
function bracket(text: string): { source: string; length: number } | null {
  const found = /^\[([!^]?)(\]?(?:\[:\w+:\]|\\[\s\S]|[^\]\\])*)\]/.exec(text)
  if (found === null) return null
  const [whole, negated, members = ''] = found
  const source = members.replace(MEMBER, (_, name, from, to, single) => {
    if (name !== undefined) return CLASSES[name] ?? ''
    if (single !== undefined) return escaped(plain(single))
    const [first, last] = [plain(from), plain(to)]
    // A range that ends before it begins has its first character only.
    return first <= last ? `${escaped(first)}-${escaped(last)}` : escaped(first)
  })
  return { source: `(?!/)[${negated ? '^' : ''}${source}]`, length: whole.length }
}

function firstWildcard(pattern: string): number {
  const at = pattern.search(/[*?[\\]/)
  return at < 0 ? pattern.length : at
}

type Token = { source: string; length: number }

/** What stands at `at`: a wildcard, or a character. A bracket that is not closed matches nothing. */
function tokenAt(pattern: string, at: number): Token {
  const rest = pattern.slice(at)
  const stars = /^\*+/.exec(rest)?.[0].length ?? 0
  // Git takes the plain beginning off first, so that `a**` is the same as `**` behind an a.
  const begins = pattern[at - 1] === '/' || at === firstWildcard(pattern)
  const isAcross = stars > 1 && begins
  if (isAcross && rest[stars] === '/') return { source: '(?:.*/)?', length: stars + 1 }
  if (isAcross && /^$|^\\\//.test(rest.slice(stars))) return { source: '.*', length: stars }
  if (stars > 0) return { source: '[^/]*', length: stars }
  if (rest.startsWith('?')) return { source: '[^/]', length: 1 }
  if (rest.startsWith('[')) return bracket(rest) ?? { source: '(?!)', length: 1 }
  if (rest.startsWith('\\')) return { source: escaped(rest[1] ?? '\\'), length: 2 }
  return { source: escaped(rest[0] as string), length: 1 }
}

function expressionOf(pattern: string): RegExp {
  let source = ''
  for (let at = 0; at < pattern.length; ) {
    const token = tokenAt(pattern, at)
    source += token.source
    at += token.length
  }
  return new RegExp(`^${source}$`, 's')
}

/** Whether `pattern` may match something below a directory. Where only its wildcards decide, it may. */
export function mayMatchBelow(pattern: string, directory: string): boolean {
  const [below, own] = [`${bytes(directory)}/`, bytes(pattern)]
  const beginning = own.slice(0, firstWildcard(own))
  return beginning.startsWith(below) || (beginning !== own && below.startsWith(beginning))
}

/**
 * Whether a path from the top of the repository matches `pattern`: `*` and `?` match within a name, `**` across
 * directories, and a path without them also matches all that is in the directory of that name. See gitglossary(7).
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const own = bytes(pattern)
  const directory = own.endsWith('/') ? own : `${own}/`
  const expression = expressionOf(own)
  const beginning = own.slice(0, firstWildcard(own))
  return path => {
    const name = bytes(path)
    // Nearly all paths end here: a repository has many files and many suites.
    if (!name.startsWith(beginning)) return false
    return name === own || name.startsWith(directory) || expression.test(name)
  }
}

/** Whether a path matches one of `patterns`. */
export function anyMatcher(patterns: string[]): (path: string) => boolean {
  const matchers = patterns.map(pathMatcher)
  return path => matchers.some(matches => matches(path))
}
