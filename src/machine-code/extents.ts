// How far data without a name reach: to the next place that something in the program points to.
import { bytesAt, type Elf, type ElfSection, indexBefore, sectionAt, wordAt } from './elf.ts'
import type { FunctionCode, Program } from './functions.ts'
import type { Reference } from './masked.ts'

/** What only the Go runtime or an unwinder reads. */
const OF_RUNTIME = /^\.(?:gopclntab|go\..*|eh_frame.*|gcc_except_table|typelink|itablink)$/

/** Whether a section may hold pointers that no relocation tells of. */
export const mayPoint = ({ name, bytes, isCode }: ElfSection): boolean =>
  bytes !== null && !isCode && !OF_RUNTIME.test(name) && !name.startsWith('.noptr')

/** The address that the aligned word at `address` holds, where the linker chose all addresses for good; null for another number. */
export function pointerAt(elf: Elf, address: number): number | null {
  if (!elf.isFixed) return null
  const word = wordAt(elf, address)
  return word > 0 && sectionAt(elf, word) !== null ? word : null
}

function pointedTo(elf: Elf): number[] {
  const relocated = [...elf.relocations.values()].filter(({ symbol }) => symbol === null)
  const words = elf.sections.filter(section => elf.isFixed && mayPoint(section))
  const pointers = words.flatMap(({ address, size }) => {
    const first = Math.ceil(address / 8) * 8
    return Array.from({ length: Math.max(0, Math.floor((address + size - first) / 8)) }, (_, i) =>
      pointerAt(elf, first + 8 * i),
    ).filter(pointer => pointer !== null)
  })
  return [...relocated.map(({ target }) => target), ...pointers]
}

const placeBefore = (places: Float64Array, address: number): number =>
  indexBefore(places.length, i => places[i] as number, address)

const ofData = (references: Reference[], isRead: boolean): number[] =>
  references
    .filter(({ kind, width }) => kind.endsWith('data') && width > 0 === isRead)
    .map(({ value }) => value)

/** What a function reads that is not in the middle of a table: it takes the address of a table, too. */
function readAlone({ references }: FunctionCode, taken: Float64Array): number[] {
  const own = new Set(ofData(references, false))
  return ofData(references, true).filter(at => !own.has(taken[placeBefore(taken, at)] ?? at))
}

/** Where a table of offsets from its own begin points to. Some of them are negative, which other small numbers are not. */
function offsetsAt(elf: Elf, table: number): number[] {
  const bytes = bytesAt(elf, table, 4096)
  if (bytes === null) return []
  const offsets: number[] = []
  for (let i = 0; i + 4 <= bytes.length; i += 4) {
    const offset = bytes.readInt32LE(i)
    if (offset === 0 || sectionAt(elf, table + offset) === null) break
    offsets.push(offset)
  }
  return offsets.some(offset => offset < 0) ? offsets.map(offset => table + offset) : []
}

const inOrder = (places: number[]) => Float64Array.from(new Set(places)).sort()

/** Gives the number of bytes from an address to the next place that is referred to, or that has a name. */
export function extents({ elf, functions }: Program): (address: number) => number {
  const named = [...elf.objects, ...elf.marks, ...elf.sections].flatMap(({ address, size }) => [
    address,
    address + size,
  ])
  const code = functions.flatMap(({ references }) => ofData(references, false))
  const tables = [...new Set(code)].flatMap(place => offsetsAt(elf, place))
  const taken = inOrder([...named, ...pointedTo(elf), ...code, ...tables])
  const places = inOrder([...taken, ...functions.flatMap(each => readAlone(each, taken))])
  return address => (places[placeBefore(places, address) + 1] ?? address) - address
}
