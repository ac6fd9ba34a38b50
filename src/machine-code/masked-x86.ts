// Masks instructions of x86-64, in AT&T's syntax.
import { type Elf, isUndefinedThreadLocal } from './elf.ts'
import { MASK, type Masked, type Masker, maskedJump, type Reference, signedNumber } from './masked.ts'

const VECTOR_BYTES: Record<string, number> = { x: 16, y: 32, z: 64 }
const SUFFIX_BYTES: Record<string, number> = { b: 1, w: 2, l: 4, q: 8 }

function registerBytes(text: string): number {
  if (/%[er]?[a-d]l\b|%[a-d]h\b|%\w+[bl]\b(?<=%(?:r\d+b|[sd]il|[sb]pl))/.test(text)) return 1
  if (/%e|%r\d+d\b/.test(text)) return 4
  return /%[abcds][xip]\b|%[sb]p\b|%r\d+w\b/.test(text) ? 2 : 8
}

/** How many bytes an instruction reads or writes at its operand in memory; 0 for one that takes its address. */
function width(text: string): number {
  const [name = ''] = text.split(' ')
  if (/^(?:lea|call|jmp|prefetch)/.test(name)) return /^(?:call|jmp)/.test(name) ? 8 : 0
  const vector = /%([xyz])mm/.exec(text)?.[1]
  if (vector !== undefined) {
    if (/ss$|ss[lq]$|d2ps$|broadcastss|movd$/.test(name) && !/^cvtsi/.test(name)) return 4
    if (/sd$|sd[lq]$|[lh]p[sd]$|broadcastsd|movq$|movddup/.test(name) && !/^v?cvtsi/.test(name)) return 8
    if (/^v?cvtsi2s[sd]l$/.test(name)) return 4
    if (/^v?cvtsi2s[sd]q$/.test(name)) return 8
    return VECTOR_BYTES[vector] as number
  }
  if (/^mov[sz][bw]/.test(name)) return name[4] === 'b' ? 1 : 2
  if (name === 'movslq') return 4
  const suffix = text.includes('%') && !/\$/.test(text) ? undefined : SUFFIX_BYTES[name.at(-1) as string]
  return suffix ?? registerBytes(text.replace(/-?0x[0-9a-f]+\(.*?\)/, ''))
}

const RELATIVE = /-?0x[0-9a-f]+\(%rip\)/
const COMMENT = /\s+# ([0-9a-f]+)(?: <.*>)?$/
const THREAD = /%fs:0x(?!28\b|0\b)[0-9a-f]+/g
const NUMBER = /(?<![\w%])-?0x[0-9a-f]+/g

function maskedRelative(text: string): Masked | null {
  const found = COMMENT.exec(text)
  if (found === null || !RELATIVE.test(text)) return null
  const own = text.slice(0, found.index)
  const value = Number.parseInt(found[1] as string, 16)
  const references: Reference[] = [{ kind: 'data', value, width: width(own) }]
  return { text: own.replace(RELATIVE, `${MASK}(%rip)`), references }
}

type Kind = Reference['kind']

/** Smaller numbers are no addresses, whatever the program. */
const FIRST_ADDRESS = 0x10000
const MOST_THREAD_LOCAL = 0x1000

/** What a number in an instruction may be, in any build of the program: nothing that moves for most. */
function kindOf(value: number, elf: Elf, hasThread: boolean): Kind | null {
  const isNear = value < 0 && value >= -MOST_THREAD_LOCAL
  if (hasThread && (isNear || isUndefinedThreadLocal(elf, value + elf.threadOffset)))
    return 'maybe-thread-local'
  return elf.hasPlainAddresses && value >= FIRST_ADDRESS ? 'maybe-data' : null
}

function maskedNumbers(text: string, elf: Elf, hasThread: boolean): Masked {
  const references: Reference[] = []
  const put = (kind: Kind, value: number) => references.push({ kind, value, width: 0 })
  const threads = text.replace(THREAD, word => {
    put('thread-local', signedNumber(word.slice('%fs:'.length)))
    return `%fs:${MASK}`
  })
  const numbers = threads.replace(NUMBER, word => {
    const value = signedNumber(word)
    const kind = kindOf(value, elf, hasThread)
    if (kind === null) return word
    put(kind, value)
    return MASK
  })
  return { text: numbers, references }
}

export const maskX86: Masker = (instructions, elf) => {
  const hasThread = instructions.some(text => /%fs:(?!0x28\b)/.test(text))
  return instructions.map(text => {
    const found = maskedRelative(text)
    if (found === null) return maskedJump(text) ?? maskedNumbers(text.replace(COMMENT, ''), elf, hasThread)
    const others = maskedNumbers(found.text, elf, hasThread)
    return { text: others.text, references: [...found.references, ...others.references] }
  })
}
