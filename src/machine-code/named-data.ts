// What the symbols of a program say of its data: names, marks of the linker, the types of Go.
import { indexBefore, lastBefore, type Named } from './elf.ts'
import { functionName } from './function-names.ts'
import type { Program } from './functions.ts'

/** Symbols of Go that hold many objects without a name. */
export const isCarrier = ({ name }: Named) => /[.:]\*$/.test(name)

const GO_TYPES = 'type:*'

/** Of a type of Go: its size, what of it has pointers, its hash and kind. The rest are places of its name and of other types. */
export const TYPE_BYTES = 24

/** Tells whether a type of Go begins at an address: between the mark of all types and what has a name next. */
export function goTypes({ elf }: Program): (address: number) => boolean {
  const symbols = [...elf.objects, ...elf.marks].sort((a, b) => a.address - b.address)
  const from = symbols.find(({ name }) => name === GO_TYPES)?.address
  return address => from !== undefined && lastBefore(symbols, address)?.address === from
}

export const dataName = ({ name }: Named) => functionName(name).replace(/\d+$/, '')

export function objectAt({ elf }: Program, address: number): Named | null {
  const found = lastBefore(elf.objects, address)
  return found !== null && address < found.address + found.size ? found : null
}

export function marksAt({ elf: { marks } }: Program, address: number): string[] {
  const before = (at: number) => indexBefore(marks.length, i => (marks[i] as Named).address, at)
  const found = marks.slice(before(address - 1) + 1, before(address) + 1).reverse()
  return found.map(({ name }) => name).filter(name => !/^(?:runtime\.|go:|type:)/.test(name))
}
