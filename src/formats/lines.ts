// The lines of an output that is read piece by piece.

/**
 * Each line with its `\n`, which the last one may lack, in UTF-8 and without a byte order mark. Linear in the length of all
 * pieces, also where no line ends.
 */
export function* linesIn(chunks: Iterable<Buffer>): Generator<string> {
  const decoder = new TextDecoder()
  let begun: string[] = []
  for (const chunk of chunks) {
    const [rest = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    begun.push(rest)
    for (const other of others) {
      yield `${begun.join('')}\n`
      begun = [other]
    }
  }
  const last = begun.join('') + decoder.decode()
  if (last !== '') yield last
}
