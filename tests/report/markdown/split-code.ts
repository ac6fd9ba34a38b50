// Reads Markdown as GitHub's parser does, as far as the tests need it: what is code, and what is not.

/** Splits Markdown into code span contents and what is outside, by the rules of CommonMark 6.1. */
export function splitCode(markdown: string): { code: string[]; outside: string } {
  const code: string[] = []
  let outside = ''
  let rest = markdown
  for (;;) {
    const opening = /(?<!`)(`+)(?!`)/.exec(rest)
    if (opening === null) return { code, outside: outside + rest }
    const fence = opening[1] ?? ''
    const content = rest.slice(opening.index + fence.length)
    const closing = new RegExp(`(?<!\`)${fence}(?!\`)`).exec(content)
    if (closing === null) return { code, outside: outside + rest }
    outside += `${rest.slice(0, opening.index)}\u25a0`
    code.push(content.slice(0, closing.index).replace(/^ (.*) $/, '$1'))
    rest = content.slice(closing.index + fence.length)
  }
}
