// Masks instructions of arm64. An address takes two of them: adrp has its page, a later one the place on it.
import { MASK, type Masked, type Masker, maskedJump, type Reference, signedNumber } from './masked.ts'

const PAGE = /^adrp\s+(x\d+), ([0-9a-f]+)/
const SUM = /^add\s+(x\d+), (x\d+), #(0x[0-9a-f]+|\d+)$/
const ACCESS = /^((?:ld|st|prfm)\w*)\s+(.*?)\[(x\d+)(?:, #(0x[0-9a-f]+|\d+))?\](!?)/
const ADDRESS = /^adr\s/
const WRITTEN = /^(\w+)\s+[xw](\d+)(?:, [xw](\d+))?/
/** Their first operand is read. */
const WRITES_NONE = /^(?:st(?!.*x[rp]?$)|cmp|cmn|tst|cb|tb|ccm|b\b|br|blr|msr|prfm)/
const REGISTER_BYTES: Record<string, number> = { q: 16, d: 8, x: 8, s: 4, w: 4, h: 2, b: 1 }

/** How many bytes an access takes. */
function width(name: string, operands: string): number {
  if (/b$/.test(name)) return 1
  if (/h$/.test(name)) return 2
  const registers = [...operands.matchAll(/\b([qdxswhb])(?:\d+|zr)\b/g)].map(([, kind]) => kind as string)
  const bytes = name.endsWith('sw') ? 4 : (REGISTER_BYTES[registers[0] ?? 'x'] as number)
  return bytes * Math.max(1, registers.length)
}

/** The pages that registers hold, register by register. */
type Pages = Map<string, number>

/** Forgets what an instruction writes over. Calls may change x0 to x18. */
function forget(pages: Pages, text: string): void {
  if (/^blr?\b/.test(text)) for (let i = 0; i <= 18; i++) pages.delete(`x${i}`)
  const [, name = '', first, second] = WRITTEN.exec(text) ?? []
  if (first === undefined || WRITES_NONE.test(name)) return
  pages.delete(`x${first}`)
  if (second !== undefined && /^ldn?p/.test(name)) pages.delete(`x${second}`)
}

/** The instruction where it completes an address; null for another one. */
function completed(pages: Pages, text: string): Masked | null {
  const [, , from = '', low = ''] = SUM.exec(text) ?? []
  const page = pages.get(from)
  if (page !== undefined) {
    const value = page + signedNumber(low)
    return { text: text.replace(/#\S+$/, MASK), references: [{ kind: 'data', value, width: 0 }] }
  }
  const [, name = '', operands = '', base = '', offset = '0'] = ACCESS.exec(text) ?? []
  const place = pages.get(base)
  if (place === undefined) return null
  const reference: Reference = {
    kind: 'data',
    value: place + signedNumber(offset),
    width: width(name, operands),
  }
  return { text: text.replace(/\[(x\d+)(?:, #\w+)?\]/, `[$1, ${MASK}]`), references: [reference] }
}

/** An offset from the thread pointer is added in one or two steps. */
function maybeThreadLocal(text: string): Masked | null {
  const low = /^add\s+x\d+, x\d+, #(0x[0-9a-f]+)$/.exec(text)?.[1]
  if (low === undefined) return null
  return {
    text: text.replace(/#\S+$/, MASK),
    references: [{ kind: 'maybe-thread-local', value: signedNumber(low), width: 0 }],
  }
}

export const maskArm64: Masker = instructions => {
  const hasThread = instructions.some(text => text.includes('tpidr_el0'))
  const pages: Pages = new Map()
  return instructions.map((line): Masked => {
    const text = line.replace(/\s*\/\/.*$/, '')
    const [, register, page] = PAGE.exec(text) ?? []
    if (register !== undefined && page !== undefined) {
      pages.set(register, Number.parseInt(page, 16))
      return { text: `adrp ${register}, ${MASK}`, references: [] }
    }
    const found = completed(pages, text)
    forget(pages, text)
    if (found !== null) return found
    const jump = maskedJump(text)
    if (jump !== null)
      return ADDRESS.test(text)
        ? { ...jump, references: jump.references.map(each => ({ ...each, kind: 'data' })) }
        : jump
    return (hasThread ? maybeThreadLocal(text) : null) ?? { text, references: [] }
  })
}
