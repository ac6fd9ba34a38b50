// Two builds of a program, function by function: which ones are the same machine code at another address.
import { type Elf, readElf } from './elf.ts'
import { functionName } from './function-names.ts'
import { type FunctionCode, functionAt, readFunctions } from './functions.ts'
import type { Reference } from './masked.ts'
import { type BuiltSide, dataComparer, sameNumber } from './same-data.ts'
import { sameFirstValue, sameThreadLocal } from './thread-locals.ts'

export type FunctionClass = 'same' | 'changed' | 'new' | 'gone'

/** The functions of a program by name, as `functionName` has it; several where copies share one. */
function byName({ functions }: BuiltSide): Map<string, FunctionCode[]> {
  const found = new Map<string, FunctionCode[]>()
  for (const code of functions)
    for (const name of new Set(code.names.map(functionName)))
      found.set(name, [...(found.get(name) ?? []), code])
  return found
}

/** Longer chains of pointers are taken for the same. */
const DEEPEST = 200

type Names = Record<'a' | 'b', Map<string, FunctionCode[]>>

/** Whether two functions are the same one, be its code as it was or not. */
function sameFunction(x: FunctionCode, y: FunctionCode, names: Names): boolean {
  if (x.names.some(name => y.names.includes(name))) return true
  const others = new Set(y.names.map(functionName))
  const shared = x.names.map(functionName).find(name => others.has(name))
  if (shared === undefined) return false
  const isOnly = names.a.get(shared)?.length === 1 && names.b.get(shared)?.length === 1
  return isOnly || x.digest === y.digest
}

/** Compares the code of two functions of these programs, and what they refer to. */
function codeComparer(
  a: BuiltSide,
  b: BuiltSide,
  names: Names,
): (x: FunctionCode, y: FunctionCode) => boolean {
  const known = new Map<string, boolean>()

  function sameCodeAddress(x: number, y: number): boolean {
    const [one, other] = [functionAt(a.functions, x), functionAt(b.functions, y)]
    if (one !== null && other !== null)
      return x - one.address === y - other.address && sameFunction(one, other, names)
    const nameIn = (side: BuiltSide, at: number, code: FunctionCode | null) =>
      code === null ? stubName(side, at) : code.names
    const others = nameIn(b, y, other)
    return nameIn(a, x, one).some(name => others.includes(name))
  }

  function sameAddress(x: number, y: number, depth: number, width = 0): boolean {
    const key = `${x} ${y} ${width}`
    const before = known.get(key)
    if (before !== undefined || depth > DEEPEST) return before ?? true
    known.set(key, true)
    const isCode = isCodeAt(a.elf, x) || isCodeAt(b.elf, y)
    const same = isCode ? sameCodeAddress(x, y) : sameData([x, y], width, depth)
    known.set(key, same)
    return same
  }
  const sameData = dataComparer(a, b, sameAddress)

  /** `isSure`: of both it is known that they are offsets from the thread pointer. */
  function sameOffset(offsets: [number, number], isSure: boolean): boolean {
    const isNamed = sameThreadLocal(a, b, offsets)
    if (isNamed) return sameFirstValue(a, b, offsets, (x, y, size) => sameAddress(x, y, 0, size))
    return isSure ? isNamed === null : offsets[0] === offsets[1]
  }

  function sameReference(x: Reference, y: Reference, [f, g]: [FunctionCode, FunctionCode]): boolean {
    if (x.kind !== y.kind) return false
    if (x.kind.endsWith('thread-local')) return sameOffset([x.value, y.value], x.kind === 'thread-local')
    if (x.kind === 'maybe-data' && sameNumber(a, b, [x.value, y.value])) return true
    if (isEndOfRead(a.elf, f, x.value) && isEndOfRead(b.elf, g, y.value)) return true
    const isInside = x.value >= f.address && x.value < f.address + f.size
    if (isInside) return x.value - f.address === y.value - g.address
    return sameAddress(x.value, y.value, 0, x.width)
  }

  return (x, y) =>
    x.digest === y.digest &&
    x.references.length === y.references.length &&
    x.references.every((each, i) => sameReference(each, y.references[i] as Reference, [x, y]))
}

/**
 * Whether a function takes `address` as the end of a section whose begin it takes as well: the loops over tables such as .fini_array. What
 * begins there by chance is not meant.
 */
const isEndOfRead = ({ sections }: Elf, { references }: FunctionCode, address: number): boolean =>
  sections.some(
    section =>
      section.size > 0 &&
      section.address + section.size === address &&
      references.some(({ kind, value }) => kind.endsWith('data') && value === section.address),
  )

const isCodeAt = ({ sections }: Elf, address: number) =>
  sections.some(each => each.isCode && address >= each.address && address < each.address + each.size)

/** endbr64, which may stand in front of such a jump. */
const ENDBR_BYTES = 4

/** What is called at an address that is of no function of the program. */
function stubName({ stubs, jumps, functions, elf }: BuiltSide, address: number): string[] {
  const label = stubs.get(address)
  const word = jumps.get(address) ?? jumps.get(address + ENDBR_BYTES)
  const relocation = word === undefined ? undefined : elf.relocations.get(word)
  const resolver = /^\*ABS\*\+0x([0-9a-f]+)@plt$/.exec(label ?? '')?.[1]
  const target = resolver === undefined ? relocation?.target : Number.parseInt(resolver, 16)
  const name = resolver === undefined ? (label ?? relocation?.symbol) : null
  return name ? [name] : (functionAt(functions, target ?? 0)?.names ?? [])
}

/** Pairs off the copies of one name. */
function classOf(
  before: FunctionCode[],
  after: FunctionCode[],
  isSame: (x: FunctionCode, y: FunctionCode) => boolean,
): FunctionClass {
  if (before.length === 0) return 'new'
  if (after.length === 0) return 'gone'
  const left = [...after]
  for (const code of before) {
    const found = left.findIndex(other => isSame(code, other))
    if (found < 0) return 'changed'
    left.splice(found, 1)
  }
  return left.length === 0 ? 'same' : 'changed'
}

/** A program, and the directory that it was built in. */
export type BuiltProgram = { path: string; root: string }

async function readSide({ path, root }: BuiltProgram, signal: AbortSignal): Promise<BuiltSide> {
  const elf = await readElf(path, signal)
  return { ...(await readFunctions(path, elf, signal)), root }
}

/**
 * What became of each function of `baseline` and `candidate`, by name as `functionName` has it. Two functions are the same where only
 * addresses differ: their instructions are equal, and what these jump to and read is the same. Needs objdump and readelf. Throws
 * NotComparable where a program has no symbols, is for another machine, or where it takes longer than `signal` allows.
 */
export async function compareFunctions(
  baseline: BuiltProgram,
  candidate: BuiltProgram,
  signal: AbortSignal,
): Promise<Map<string, FunctionClass>> {
  const [a, b] = await Promise.all([readSide(baseline, signal), readSide(candidate, signal)])
  const names = { a: byName(a), b: byName(b) }
  const isSame = codeComparer(a, b, names)
  const all = [...new Set([...names.a.keys(), ...names.b.keys()])].sort()
  return new Map(all.map(name => [name, classOf(names.a.get(name) ?? [], names.b.get(name) ?? [], isSame)]))
}
