// An instruction without the addresses in it, and what these are of. Addresses differ wherever code was moved.
import type { Elf } from './elf.ts'

/**
 * What an instruction refers to. `code`: a jump or call to an address. `data`: the address itself; with a `width`, so many bytes there.
 * `maybe-data`: a number that may be an address.
 * `thread-local`: an offset from the thread pointer. `maybe-thread-local`: a number that may be one.
 */
export type Reference = {
  kind: 'code' | 'data' | 'maybe-data' | 'thread-local' | 'maybe-thread-local'
  value: number
  width: number
}

export type Masked = { text: string; references: Reference[] }

/** Masks each instruction of one function, in their order, as objdump prints them without addresses and bytes in front. */
export type Masker = (instructions: string[], elf: Elf) => Masked[]

export const MASK = '@'

/** A jump or call: the address of its target stands in front of `<symbol+0x10>`. */
const TARGET = /(?<![\w$#])([0-9a-f]+) <.*>$/

/** The instruction with the target of its jump masked; null where it has none. */
export function maskedJump(text: string): Masked | null {
  const found = TARGET.exec(text)
  if (found === null) return null
  const value = Number.parseInt(found[1] as string, 16)
  return { text: text.slice(0, found.index) + MASK, references: [{ kind: 'code', value, width: 0 }] }
}

/** The number that `text` is, signed where it fills 64 bits. */
export function signedNumber(text: string): number {
  const isNegative = text.startsWith('-')
  const value = Number(BigInt.asIntN(64, BigInt(text.replace('-', ''))))
  return isNegative ? -value : value
}
