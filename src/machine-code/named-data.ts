// What the symbols of a program say of its data: names, marks of the linker, the types of Go.
import { lastBefore, type Named } from './elf.ts'
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

export const marksAt = ({ elf: { marks } }: Program, address: number): string[] => {
  const found: string[] = []
  const last = lastBefore(marks, address)
  for (let i = last === null ? -1 : marks.indexOf(last); marks[i]?.address === address; i--)
    found.push((marks[i] as Named).name)
  return found.filter(name => !/^(?:runtime\.|go:|type:)/.test(name))
}
