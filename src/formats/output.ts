// The output of a tool, and the one way from it to a format and its measurements. A large file is read piece by piece
// where its format can do so, and is then never in memory as a whole. Any other output is read as a text.
import type { FileBeside, Format, Parsed } from './format.ts'
import { withoutColours } from './plain-text.ts'
import { recogniseFormat } from './recognise.ts'
import { withoutWarmUp } from './runs/warm-up.ts'

/** `source` names it in messages. */
export type Output = {
  source: string
  /** The whole text. For a large file, its first and its last part, which show the tool. */
  ends: string
  /** The bytes of a large file, piece by piece; a piece is valid until the next one is read. Null for any other output. */
  chunks: (() => Iterable<Buffer>) | null
  /** The whole text. Throws an InputError for a file that cannot be read. */
  text: () => string
  /** The files beside it, where it is a file: some tools write the name of a benchmark there. */
  beside?: FileBeside
}

/** An output that is in memory already. No format means what only a terminal shows. */
export const textOutput = (text: string, source: string): Output => {
  const plain = withoutColours(text)
  return { source, ends: plain, chunks: null, text: () => plain }
}

/**
 * The one format that recognises the output; null where none does, or more than one. Throws an InputError as `text`
 * does.
 */
export function recogniseOutput({ ends, chunks, text }: Output): Format | null {
  const format = recogniseFormat(ends)
  // The ends may not show everything: where the format reads the whole text, the whole text is recognised as well.
  return chunks === null || format?.stream ? format : recogniseFormat(text(), format)
}

/** Whether the output can only be of that format. Throws an InputError as `text` does. */
export const isOutputOf = (format: Format, { ends, chunks, text }: Output): boolean =>
  format.recognises(ends) || (chunks !== null && format.recognises(text()))

/**
 * Reads the content of the output, without the measurements of a warm-up where their order is known, before its units and values
 * are checked. Throws as `parse` of the format does.
 */
export function parseOutput(output: Output, format: Format): Parsed {
  const streamed = output.chunks === null ? null : format.stream?.(output.chunks(), output.source)
  const parsed = streamed ?? format.parse(output.text(), output.source, output.beside)
  return format.inOrder ? withoutWarmUp(parsed) : parsed
}
