// Breaks prose into lines that a terminal of eighty columns shows whole.
import { displayWidth } from '../words/visible-text.ts'

/** What a terminal shows at least, without the two columns by which a section is indented. */
const WIDTH = 78

/**
 * `text` behind `first`, in lines of at most `width` columns: those after the first one are indented by `hang`, by
 * default as far as `first` reaches. A word that is wider stays whole, and `2 %` is one. Lines to paste must not come here.
 */
export function wrapped(
  first: string,
  text: string,
  { width = WIDTH, hang = displayWidth(first) } = {},
): string[] {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const word of text.split(/ +(?!%)/).filter(each => each !== '')) {
    const longer = isEmpty ? `${line}${word}` : `${line} ${word}`
    if (!isEmpty && displayWidth(longer) > width) {
      lines.push(line)
      line = `${' '.repeat(hang)}${word}`
    } else line = longer
    isEmpty = false
  }
  return [...lines, line]
}
