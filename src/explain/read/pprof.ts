// A profile of pprof: a message `Profile` of profile.proto (github.com/google/pprof), which Go and many others write.
import { addStack, baseName, emptyProfile, frameName, type Profile } from '../profile.ts'

type Field = { number: number; value: number; bytes: Buffer }

const cutShort = () => new Error('is cut short')

function varint(bytes: Buffer, from: number): { value: number; at: number } {
  let [value, scale, at] = [0, 1, from]
  for (;;) {
    const byte = bytes[at++]
    if (byte === undefined || at - from > 10) throw cutShort()
    value += (byte & 0x7f) * scale
    scale *= 128
    if (byte < 0x80) return { value, at }
  }
}

/** The fields of a message in protobuf's wire format. A number has no bytes; what has bytes has the value 0. */
function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = []
  const none = Buffer.alloc(0)
  for (let at = 0; at < bytes.length; ) {
    const tag = varint(bytes, at)
    const number = Math.floor(tag.value / 8)
    const type = tag.value % 8
    if (type === 0) {
      const { value, at: end } = varint(bytes, tag.at)
      fields.push({ number, value, bytes: none })
      at = end
    } else if (type === 2) {
      const { value: length, at: begin } = varint(bytes, tag.at)
      if (begin + length > bytes.length) throw cutShort()
      fields.push({ number, value: 0, bytes: bytes.subarray(begin, begin + length) })
      at = begin + length
    } else if (type === 1 || type === 5) at = tag.at + (type === 1 ? 8 : 4)
    else throw new Error('is no profile of pprof')
  }
  return fields
}

const numberIn = (fields: Field[], number: number) =>
  fields.find(field => field.number === number)?.value ?? 0

/** A repeated number, packed or not. */
function numbersIn(fields: Field[], number: number): number[] {
  return fields.flatMap(field => {
    if (field.number !== number) return []
    if (field.bytes.length === 0) return [field.value]
    const values: number[] = []
    for (let at = 0; at < field.bytes.length; ) {
      const next = varint(field.bytes, at)
      values.push(next.value)
      at = next.at
    }
    return values
  })
}

const messages = (fields: Field[], number: number): Field[][] =>
  fields.filter(field => field.number === number).map(({ bytes }) => fieldsOf(bytes))

/** The frames of each location, the innermost of inlined ones first. */
function locationsOf(fields: Field[], strings: string[], { places }: Profile): Map<number, string[]> {
  const functions = new Map(
    messages(fields, 5).map(each => {
      const [file, line] = [strings[numberIn(each, 4)] ?? '', numberIn(each, 5)]
      const frame = frameName(strings[numberIn(each, 2)] ?? '')
      if (file !== '') places.set(frame, { file, line: line || null })
      return [numberIn(each, 1), frame]
    }),
  )
  const files = new Map(
    messages(fields, 3).map(each => [numberIn(each, 1), strings[numberIn(each, 5)] ?? '']),
  )
  return new Map(
    messages(fields, 4).map(each => {
      const named = messages(each, 4).map(line => functions.get(numberIn(line, 1)) ?? '[unknown]')
      const file = baseName(files.get(numberIn(each, 2)) ?? '')
      return [numberIn(each, 1), named.length > 0 ? named : [frameName(file === '' ? '' : `[${file}]`)]]
    }),
  )
}

/** Reads the message, not compressed. Its last kind of value counts, as pprof has it; throws an Error that says what is wrong. */
export function readPprof(bytes: Buffer): Profile {
  const fields = fieldsOf(bytes)
  const strings = fields.filter(({ number }) => number === 6).map(each => each.bytes.toString('utf8'))
  const types = messages(fields, 1).map(each => strings[numberIn(each, 1)] ?? '')
  if (types.length === 0 || strings[0] !== '') throw new Error('is no profile of pprof')
  const counted = types.indexOf('samples')
  const profile = emptyProfile()
  const locations = locationsOf(fields, strings, profile)
  for (const sample of messages(fields, 2)) {
    const values = numbersIn(sample, 2)
    const stack = numbersIn(sample, 1).flatMap(id => locations.get(id) ?? [])
    profile.samples += counted < 0 ? 1 : (values[counted] ?? 0)
    addStack(profile, stack.reverse(), values[types.length - 1] ?? 0)
  }
  return profile
}
