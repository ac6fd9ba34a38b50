// Whether the data at two addresses of two programs are the same, although what they point to lies elsewhere.
import { isUtf8 } from 'node:buffer'
import { bytesAt, type Elf, isOfGo, lastBefore, sectionAt } from './elf.ts'
import { extents, mayPoint, pointerAt } from './extents.ts'
import type { Program } from './functions.ts'
import { dataName, goTypes, isCarrier, marksAt, objectAt, TYPE_BYTES } from './named-data.ts'
import { threadLocalAt } from './thread-locals.ts'

/** A program with the directory that it was built in, which may stand in its texts. */
export type BuiltSide = Program & { root: string }

/** Whether two addresses refer to the same. */
type SameAddress = (a: number, b: number, depth: number) => boolean

/** The linker writes into these where everything else is, or which commit it was. */
const OF_LINKER =
  /^(?:_DYNAMIC|_GLOBAL_OFFSET_TABLE_|__dso_handle|runtime[./](?:debug\.)?modinfo(?:\.str)?|runtime\.(?:firstmoduledata|buildVersion.*|runtime_inittasks)|go:(?:buildinfo|fipsinfo|main\.inittasks).*)$/

/** Whether texts end with a zero, and a linker may keep one as the end of another. Those of Go and Rust have lengths. */
const hasTerminatedTexts = ({ elf, functions }: Program): boolean =>
  !isOfGo(elf) && !functions.some(({ names }) => names.some(name => /^_R|17h[0-9a-f]{16}E$/.test(name)))

/** The text at `address` up to its zero; null for anything else. */
function textAt(elf: Elf, address: number): string | null {
  const bytes = bytesAt(elf, address, 4096)
  const end = bytes?.indexOf(0) ?? -1
  if (bytes === null || end < 1) return null
  const text = bytes.subarray(0, end)
  return isUtf8(text) && /^[\P{Cc}\s]+$/u.test(text.toString()) ? text.toString() : null
}

/** A place in Rust source, as panics name it (core::panic::Location): path, length, line, column. The lines move with any edit above. */
const RUST_PLACE = { bytes: 24, path: /\.rs$/ }

/** `isPlain`: no relocation says that it is one. */
type Pointer = { target: number; symbol: string | null; isThreadLocal: boolean; isPlain: boolean }

function pointerIn({ elf }: Program, address: number, isPlain: boolean): Pointer | null {
  const relocation = elf.relocations.get(address)
  if (relocation !== undefined) return { ...relocation, isPlain: false }
  const target = isPlain && address % 8 === 0 ? pointerAt(elf, address) : null
  return target === null ? null : { target, symbol: null, isThreadLocal: false, isPlain: true }
}

/** Whether something begins at `address` that a pointer may be to. */
function isBegin({ elf, functions }: Program, address: number): boolean {
  const lists = [functions, elf.objects, elf.marks]
  if (lists.some(list => lastBefore<{ address: number }>(list, address)?.address === address)) return true
  const section = sectionAt(elf, address)
  if (section === null || section.isCode) return false
  return address === section.address || bytesAt(elf, address - 1, 1)?.[0] === 0
}

/** Whether two equal numbers that could be addresses are just numbers: nothing begins there. Go keeps pointers apart. */
export const sameNumber = (a: Program, b: Program, [x, y]: [number, number]): boolean =>
  x === y && !isOfGo(a.elf) && !(isBegin(a, x) && isBegin(b, y))

const sameRaw = ([one, other]: [Buffer | null, Buffer | null], from: number, size: number): boolean =>
  Array.from({ length: size }, (_, i) => from + i).every(i => (one?.[i] ?? 0) === (other?.[i] ?? 0))

/** An entry of a table of `size` bytes. */
type Place = { at: number; size: number; depth: number }

/** Compares data of two programs. `sameAddress` compares what they point to. */
export function dataComparer(a: BuiltSide, b: BuiltSide, sameAddress: SameAddress) {
  const [extentA, extentB] = [extents(a), extents(b)]
  const [isTypeA, isTypeB] = [goTypes(a), goTypes(b)]
  const isTerminated = hasTerminatedTexts(a) && hasTerminatedTexts(b)

  function samePointer(one: Pointer, other: Pointer, depth: number): boolean {
    if (one.symbol !== null || other.symbol !== null) return one.symbol === other.symbol
    if (one.isThreadLocal) return threadLocalAt(a, one.target) === threadLocalAt(b, other.target)
    const isNumber = one.isPlain && other.isPlain && sameNumber(a, b, [one.target, other.target])
    return isNumber || sameAddress(one.target, other.target, depth + 1)
  }

  /** Whether two words are offsets from `from` to the same place: entries of a jump table. */
  function sameOffset([x, y]: [number, number], { at, size, depth }: Place): boolean {
    const [one, other] = [bytesAt(a.elf, x + at, 4), bytesAt(b.elf, y + at, 4)]
    if (one?.length !== 4 || other?.length !== 4) return false
    const [p, q] = [x + one.readInt32LE(), y + other.readInt32LE()]
    // Other small numbers would point into the table itself.
    const isOutside = (target: number, table: number) => target < table || target >= table + size
    if (!isOutside(p, x) || !isOutside(q, y)) return false
    return sectionAt(a.elf, p) !== null && sectionAt(b.elf, q) !== null && sameAddress(p, q, depth + 1)
  }

  /** How many bytes from `at` on are a place in Rust source on both sides; 0 where they are none. */
  function rustPlace([p, q]: [Pointer, Pointer], [x, y]: [number, number]): number {
    const pathOf = ({ elf }: Program, { target }: Pointer, word: number) => {
      const length = bytesAt(elf, word + 8, 8)
      const size = length?.length === 8 ? length.readUInt32LE() : 0
      return size > 4096 ? '' : (bytesAt(elf, target, size)?.toString('latin1') ?? '')
    }
    const path = pathOf(a, p, x)
    return RUST_PLACE.path.test(path) && path === pathOf(b, q, y) ? RUST_PLACE.bytes : 0
  }

  function sameBytes([x, y]: [number, number], size: number, depth: number): boolean {
    const [one, other] = [bytesAt(a.elf, x, size), bytesAt(b.elf, y, size)]
    // Both begin as zeros.
    if (one === null && other === null) return true
    const [s, t] = [sectionAt(a.elf, x), sectionAt(b.elf, y)]
    const isPlain = s !== null && t !== null && mayPoint(s) && mayPoint(t)
    let hasOffsets = false
    for (let i = 0; i < size; ) {
      const [p, q] = [pointerIn(a, x + i, isPlain), pointerIn(b, y + i, isPlain)]
      const step = Math.min(p !== null && q !== null ? 8 : 4, size - i)
      if (p !== null && q !== null) {
        const place = size - i >= RUST_PLACE.bytes ? rustPlace([p, q], [x + i, y + i]) : 0
        if (place === 0 && !samePointer(p, q, depth)) return false
        i += place || step
      } else if (p !== null || q !== null) return false
      else if (sameRaw([one, other], i, step)) i += step
      else if (s?.isWritable === false && sameOffset([x, y], { at: i, size, depth })) {
        hasOffsets = true
        i += step
        // What is behind a jump table is no part of it.
      } else return hasOffsets
    }
    return true
  }

  /** Whether two texts are equal, but for the directory of their side; null where they are none. */
  function sameText(x: number, y: number): boolean | null {
    if (!isTerminated) return null
    const [one, other] = [textAt(a.elf, x), textAt(b.elf, y)]
    if (one === null || other === null) return null
    const isInside = one.startsWith(a.root) && other.startsWith(b.root)
    return isInside ? one.slice(a.root.length) === other.slice(b.root.length) : one === other
  }

  function sameNameless([x, y]: [number, number], width: number, depth: number): boolean {
    if (width > 0) return sameBytes([x, y], width, depth)
    const size = Math.min(extentA(x), extentB(y))
    const isText = sameText(x, y)
    // What begins as a text may be a table. Of texts with other directories the lengths differ.
    const isSame = isText === false ? false : sameBytes([x, y], size, depth)
    return isSame || (isText === true && textAt(a.elf, x) !== textAt(b.elf, y))
  }

  return ([x, y]: [number, number], width: number, depth: number): boolean => {
    const [one, other] = [objectAt(a, x), objectAt(b, y)]
    const marks = one === null || other === null ? marksAt(b, y) : []
    // An object may begin where the linker marks the end of the section before it.
    if (marksAt(a, x).some(name => marks.includes(name))) return true
    const [s, t] = [sectionAt(a.elf, x), sectionAt(b.elf, y)]
    if (s === null && t === null) return x === y
    if (s === null || t === null || s.isWritable !== t.isWritable) return false
    if (one === null && other === null && s.bytes === null && t.bytes === null) return true
    if (one === null || other === null || isCarrier(one) || isCarrier(other)) {
      const isType = isTypeA(x) && isTypeB(y)
      return sameNameless([x, y], width || (isType ? TYPE_BYTES : 0), depth)
    }
    if (x - one.address !== y - other.address || one.size !== other.size) return false
    if (s.isWritable && dataName(one) !== dataName(other)) return false
    return OF_LINKER.test(one.name) || sameBytes([one.address, other.address], one.size, depth)
  }
}
