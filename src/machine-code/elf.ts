// What the linker left in an ELF file: sections, symbols and relocations, as readelf prints them (elf(5)).
import { readFileSync } from 'node:fs'
import { NotComparable, toolLines } from './tool-lines.ts'

export type ElfSection = {
  name: string
  address: number
  size: number
  isCode: boolean
  isWritable: boolean
  /** Null where the file has none of it, and the loader clears it. */
  bytes: Buffer | null
}

/** A function or an object; `size` of 0 where the file does not say. */
export type Named = { name: string; address: number; size: number }

/** What the loader writes: of `symbol` with its addend, or where that is null of `target`, an address or the offset of a thread-local. */
type Relocation = { symbol: string | null; target: number; isThreadLocal: boolean }

export type Elf = {
  machine: 'x86-64' | 'arm64'
  /** Whether the linker chose the addresses for good, so that a number in the data may be one. */
  isFixed: boolean
  /** The same of numbers in the code. Go's compiler makes all addresses relative. */
  hasPlainAddresses: boolean
  sections: ElfSection[]
  functions: Named[]
  objects: Named[]
  /** Symbols that mark a place and have no extent. */
  marks: Named[]
  threadLocals: Named[]
  /** What has to be added to an offset from the thread pointer to get an offset among `threadLocals`. */
  threadOffset: number
  /** Where the thread-locals of a new thread are copied from. */
  threadAddress: number
  relocations: Map<number, Relocation>
}

const hex = (text: string) => Number.parseInt(text, 16)

const SECTION = /^\s*\[\s*\d+\] (\S+)\s+(\S+)\s+([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+) [0-9a-f]+\s+(\S*)/
const SYMBOL =
  /^\s*\d+: ([0-9a-f]+)\s+(0x[0-9a-f]+|\d+) (NOTYPE|OBJECT|FUNC|TLS|IFUNC|GNU_IFUNC)\s+\S+\s+\S+\s+(\d+) (.+)$/
const TLS_SEGMENT = /^\s*TLS\s+0x\S+ (0x\S+) 0x\S+ 0x\S+ (0x\S+) R\s+(0x\S+)/
const RELOCATION = /^([0-9a-f]{12,16})\s+[0-9a-f]+ R_\w+_(\w+)\s+(?:([0-9a-f]+) (\S.*) ([+-]) )?([0-9a-f]+)$/
/** Addresses that are packed: the words there have their targets in the file. */
const PACKED = /^([0-9a-f]{16})(?:\s.*)?$/

/** The section that a line of readelf is about; null for one that is not loaded, and for any other line. */
export function readSection(line: string, file: Buffer): ElfSection | null {
  const [, name = '', type = '', address = '', offset = '', size = '', flags = ''] = SECTION.exec(line) ?? []
  // Thread-locals that begin as zeros take no place, and have the address of what follows.
  if (!flags.includes('A') || (flags.includes('T') && type === 'NOBITS')) return null
  const from = hex(offset)
  return {
    ...{ name, address: hex(address), size: hex(size) },
    ...{ isCode: flags.includes('X'), isWritable: flags.includes('W') },
    bytes: type === 'NOBITS' ? null : file.subarray(from, from + hex(size)),
  }
}

/** Without the version that the loader asks for. */
const unversioned = (name: string) => name.replace(/@.*$/, '')

function addSymbol(elf: Elf, line: string): void {
  const [, value = '', size = '', type = '', , name = ''] = SYMBOL.exec(line) ?? []
  if (type === '') return
  const symbol = { name: unversioned(name), address: hex(value), size: Number(size) }
  // Mapping symbols of arm64 say what the bytes behind them are.
  if (/^\$[xd](\.|$)/.test(name)) return
  if (type === 'TLS') elf.threadLocals.push(symbol)
  else if (type.endsWith('FUNC')) elf.functions.push(symbol)
  else if (symbol.size === 0) elf.marks.push(symbol)
  else elf.objects.push(symbol)
}

function addRelocation(elf: Elf, line: string): void {
  const [, at = '', type = '', , symbol, sign, addend = ''] = RELOCATION.exec(line) ?? []
  if (at === '') return
  const offset = (sign === '-' ? -1 : 1) * hex(addend)
  elf.relocations.set(hex(at), {
    symbol: symbol === undefined ? null : `${unversioned(symbol)} ${offset}`,
    target: offset,
    isThreadLocal: /^(?:TPOFF|DTP|TLS)/.test(type),
  })
}

/** Variant II of the ABI on x86-64: below the thread pointer. Variant I on arm64: behind two words. */
function threadOffsetOf(machine: Elf['machine'], size: number, alignment: number): number {
  const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment
  return machine === 'x86-64' ? aligned(size) : -aligned(16)
}

function begin(header: string): Elf {
  const isFixed = /^\s*Type:\s+EXEC/m.test(header)
  const machine = /X86-64/.test(header) ? 'x86-64' : /AArch64/.test(header) ? 'arm64' : null
  if (machine === null) throw new NotComparable('it is for neither x86-64 nor arm64')
  return {
    ...{ machine, isFixed, hasPlainAddresses: isFixed },
    ...{ threadOffset: 0, threadAddress: 0, relocations: new Map() },
    ...{ sections: [], functions: [], objects: [], marks: [], threadLocals: [] },
  }
}

/** Whether Go's linker made the program. */
export const isOfGo = ({ sections }: Pick<Elf, 'sections'>): boolean =>
  sections.some(({ name }) => name.endsWith('.gopclntab'))

/** Whether an offset among the thread-locals is of a weak one that is not defined: the linker gives it the address 0, far before them. */
export const isUndefinedThreadLocal = ({ threadAddress }: Elf, offset: number): boolean =>
  threadAddress !== 0 && offset === -threadAddress

const byAddress = (a: Named | ElfSection, b: Named | ElfSection) => a.address - b.address

/**
 * Reads the ELF file `path`. Throws NotComparable for a file of another machine, and for one without the symbols of its functions.
 */
export async function readElf(path: string, signal: AbortSignal): Promise<Elf> {
  const file = readFileSync(path)
  let header = ''
  for await (const line of toolLines('readelf', ['-hW', path], signal)) header += `${line}\n`
  const elf = begin(header)
  let part = ''
  for await (const line of toolLines('readelf', ['-SlsrW', path], signal)) {
    if (/^\S.*:$|^(?:Symbol table|Relocation section) /.test(line)) part = line
    const section = part.startsWith('Section Headers') ? readSection(line, file) : null
    if (section !== null) elf.sections.push(section)
    // The dynamic symbols are among the others, where there are any.
    if (part.includes("'.symtab'")) addSymbol(elf, line)
    const [, address, memory, alignment] = TLS_SEGMENT.exec(line) ?? []
    if (address !== undefined && memory !== undefined && alignment !== undefined) {
      elf.threadAddress = hex(address)
      elf.threadOffset = threadOffsetOf(elf.machine, hex(memory), Math.max(1, hex(alignment)))
    }
    if (part.includes('.relr')) {
      const [, at] = PACKED.exec(line.trim()) ?? []
      if (at !== undefined)
        elf.relocations.set(hex(at), { symbol: null, target: wordAt(elf, hex(at)), isThreadLocal: false })
    } else if (part.startsWith('Relocation section')) addRelocation(elf, line)
  }
  if (isOfGo(elf)) elf.hasPlainAddresses = false
  if (elf.functions.length === 0) throw new NotComparable('it has no symbols (stripped)')
  for (const list of [elf.sections, elf.functions, elf.objects, elf.marks, elf.threadLocals])
    list.sort(byAddress)
  return elf
}

/** The last of `count` places in the order of their addresses that is at `address` or before; -1 for none. */
export function indexBefore(count: number, addressOf: (i: number) => number, address: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (addressOf(middle) <= address) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The last of `list`, which is in the order of addresses, that begins at `address` or before; null for none. */
export const lastBefore = <Item extends { address: number }>(list: Item[], address: number): Item | null =>
  list[indexBefore(list.length, i => (list[i] as Item).address, address)] ?? null

/** The section that `address` lies in; null for none. */
export function sectionAt({ sections }: Elf, address: number): ElfSection | null {
  const found = lastBefore(sections, address)
  return found !== null && address < found.address + found.size ? found : null
}

/** The bytes from `address` on, `size` at most; null where the file has none. */
export function bytesAt(elf: Elf, address: number, size: number): Buffer | null {
  const section = sectionAt(elf, address)
  const from = section === null ? 0 : address - section.address
  return section?.bytes?.subarray(from, from + size) ?? null
}

/** The 64-bit number at `address`; 0 where the file has none. */
export function wordAt(elf: Elf, address: number): number {
  const bytes = bytesAt(elf, address, 8)
  return bytes?.length === 8 ? Number(bytes.readBigUInt64LE()) : 0
}
