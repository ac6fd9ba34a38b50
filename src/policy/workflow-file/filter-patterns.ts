// The patterns of `branches:` and `paths:` in a workflow file. They are not those of git.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet

const TOKEN = /\\[\s\S]|\[[^\]]+\]|\*\*\/|\*+|[?+]|[\s\S]/g

/** `?` and `+` are about the character before; `*` stays within a name, and `**` does not. */
function sourceOf(token: string): string {
  if (token === '**/') return '(?:.*/)?'
  if (/^\*+$/.test(token)) return token === '*' ? '[^/]*' : '.*'
  if (token === '?' || token === '+') return token
  if (token.length > 1 && token.startsWith('[')) return token.replace(/[\\^]/g, '\\$&')
  return token.replace(/^\\(?=[\s\S])/, '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function matches(pattern: string, text: string): boolean {
  const source = (pattern.match(TOKEN) ?? []).map(sourceOf).join('')
  try {
    return new RegExp(`^${source}$`, 's').test(text)
  } catch {
    return pattern === text
  }
}

/** Whether the last pattern of a list that fits `text` is a positive one: `!` takes away again. */
export function isIncluded(patterns: string[], text: string): boolean {
  const last = patterns.findLast(pattern => matches(pattern.replace(/^!/, ''), text))
  return last !== undefined && !last.startsWith('!')
}
