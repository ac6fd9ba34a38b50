// Bytes to text: UTF-8, or UTF-16 as PowerShell's `>` writes it. Refuses nothing: a bad byte becomes U+FFFD.

/** The text of a file or stream, without its byte order mark. UTF-16 is known by its mark or by its NUL bytes. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

/** A file that opens with two ASCII characters betrays UTF-16 by the NUL in one of the first two bytes. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return 'utf-8'
}
