// Decodes UTF-8, and UTF-16 as PowerShell's `>` writes it. Nothing is refused: a bad byte becomes U+FFFD.

/** The text of a file or stream, without its byte order mark. UTF-16 shows by its mark or by its NUL bytes. */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes)

/** Where a file begins with two ASCII characters, UTF-16 has a NUL in one of the first two bytes. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return 'utf-8'
}
