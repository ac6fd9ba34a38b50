/** The bytes `size` at a time, in one buffer for all, as a file is read. */
export function* pieces(bytes: Uint8Array, size: number): Generator<Buffer> {
  const all = Buffer.from(bytes)
  const buffer = Buffer.alloc(size)
  for (let at = 0; at < all.length; at += size) yield buffer.subarray(0, all.copy(buffer, 0, at, at + size))
}
