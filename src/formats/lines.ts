// The lines of an output that is read piece by piece.

const NEWLINE = 0x0a

/**
 * Each line with its `\n`, which the last one may lack, in UTF-8 and without a byte order mark. Linear in the length of all
 * pieces, also where no line ends.
 */
export function* linesIn(chunks: Iterable<Buffer>): Generator<string> {
  let isFirst = true
  for (const line of endedLines(chunks)) {
    yield isFirst ? line.replace(/^\uFEFF/, '') : line
    isFirst = false
  }
}

function* endedLines(chunks: Iterable<Buffer>): Generator<string> {
  // Copies, since a piece is valid only until the next one is read.
  let begun: Buffer[] = []
  for (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const rest = chunk.subarray(start, end + 1)
      start = end + 1
      if (begun.length === 0) yield rest.toString()
      else {
        yield Buffer.concat([...begun, rest]).toString()
        begun = []
      }
    }
    if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString()
}
