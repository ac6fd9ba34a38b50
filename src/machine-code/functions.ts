// The functions of a program, each as its machine code without the addresses in it, and what it refers to.
import { createHash } from 'node:crypto'
import { type Elf, type ElfSection, lastBefore } from './elf.ts'
import { withoutDetour } from './function-names.ts'
import type { Reference } from './masked.ts'
import { maskArm64 } from './masked-arm64.ts'
import { maskX86 } from './masked-x86.ts'
import { NotComparable, toolLines } from './tool-lines.ts'

/** A function; several names where the linker folded equal ones. `digest` is of its code without addresses. */
export type FunctionCode = {
  address: number
  size: number
  names: string[]
  digest: string
  references: Reference[]
}

export type Program = {
  elf: Elf
  /** In the order of their addresses. */
  functions: FunctionCode[]
  /** Where functions of other files are called, and the linker's detours: their names by address. */
  stubs: Map<number, string>
  /** Jumps of no function, by address: where the word is that says where to. */
  jumps: Map<number, number>
}

const LABEL = /^([0-9a-f]+) <(.*)>:$/
const INSTRUCTION = /^\s*([0-9a-f]+):\t(.*)$/
/** Data that a linker puts among the functions. */
const NO_FUNCTION = /^(?:go:buildid|runtime\.e?text)$/

/** The functions without their code, those of one address as one. */
function outlines({ functions, sections }: Elf): FunctionCode[] {
  const outline: FunctionCode[] = []
  for (const { address, size, name } of functions) {
    const section = lastBefore(sections, address)
    if (section?.isCode !== true || NO_FUNCTION.test(name)) continue
    const latest = outline.at(-1)
    if (latest?.address === address) {
      latest.names.push(name)
      latest.size = Math.max(latest.size, size)
    } else outline.push({ address, size, names: [name], digest: '', references: [] })
  }
  // Where the file does not say how long a function is, it ends with the next one, or with its section.
  for (const [i, each] of outline.entries()) {
    const section = lastBefore(sections, each.address) as ElfSection
    const next = outline[i + 1]?.address ?? Number.POSITIVE_INFINITY
    if (each.size === 0) each.size = Math.min(next, section.address + section.size) - each.address
  }
  return outline
}

/** The function that `address` lies in; null for none. */
export function functionAt(functions: FunctionCode[], address: number): FunctionCode | null {
  const found = lastBefore(functions, address)
  return found !== null && address < found.address + found.size ? found : null
}

const isStub = (label: string) => label.endsWith('@plt') || withoutDetour(label) !== label

/** What fills the space up to the next function. */
const PADDING = /^(?:(?:data16|cs) )*(?:nop[wl]?\b.*|int3|add\s+%al,\(%rax\)|xchg\s+%ax,%ax|udf\s+#0)$/

const INDIRECT = /^(?:bnd )?jmp\s+\*.*# ([0-9a-f]+)/

function fill(code: FunctionCode, instructions: string[], elf: Elf): void {
  while (PADDING.test(instructions.at(-1) ?? '')) instructions.pop()
  const masked = (elf.machine === 'x86-64' ? maskX86 : maskArm64)(instructions, elf)
  const text = masked.map(each => each.text).join('\n')
  code.digest = createHash('sha256').update(text).digest('base64')
  code.references = masked.flatMap(each => each.references)
}

/** Disassembles the program `path`, of which `elf` was read. Throws NotComparable where objdump cannot. */
export async function readFunctions(path: string, elf: Elf, signal: AbortSignal): Promise<Program> {
  const functions = outlines(elf)
  const [stubs, jumps] = [new Map<number, string>(), new Map<number, number>()]
  let current: FunctionCode | null = null
  let instructions: string[] = []
  const end = () => {
    if (current !== null) fill(current, instructions, elf)
    instructions = []
  }
  for await (const line of toolLines('objdump', ['-d', '-w', '--no-show-raw-insn', path], signal)) {
    const [, at = '', text = ''] = INSTRUCTION.exec(line) ?? []
    if (at === '') {
      const [, where = '', label = ''] = LABEL.exec(line) ?? []
      if (isStub(label)) stubs.set(Number.parseInt(where, 16), withoutDetour(label))
      continue
    }
    const address = Number.parseInt(at, 16)
    const owner = functionAt(functions, address)
    if (owner !== current) end()
    current = owner
    if (owner !== null) instructions.push(text.trimEnd())
    const word = owner === null ? INDIRECT.exec(text)?.[1] : undefined
    if (word !== undefined) jumps.set(address, Number.parseInt(word, 16))
  }
  end()
  const read = functions.filter(({ digest }) => digest !== '')
  if (read.length === 0) throw new NotComparable('objdump shows no function of it')
  return { elf, functions: read, stubs, jumps }
}
