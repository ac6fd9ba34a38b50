// A stranger's document may have millions of wrong entries. zod makes a record of each.
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { withFewFaults } from '../../../src/formats/documents/few-faults.ts'
import { checkDocument } from '../../../src/formats/documents/read-document.ts'
import { parseResultDocument } from '../../../src/formats/documents/result.ts'
import { parseTrendDocument } from '../../../src/history/store/document.ts'
import { resultSchema } from '../../../src/model/index.ts'
import { sample, session, testbed } from '../../compare/session.ts'
import { quietRun } from '../../measure/evidence/quiet-run.ts'
import { refusal } from '../refusal.ts'

const many = (entry: string) => `[${`${entry},`.repeat(300_000)}${entry}]`

const { source: _, ...measured } = session([sample('parse', [1, 2])], {
  testbed: testbed({ machine: 'm' }),
  evidence: [quietRun()],
})
const document = { schema: 'stable-bench/result@1', ...measured }
const textWith = (field: string, json: string) =>
  JSON.stringify({ ...document, [field]: '@' }).replace('"@"', json)

describe('a document with hundreds of thousands of wrong entries', () => {
  it.each([
    [
      'benchmarks',
      many('0'),
      /benchmarks\[4\]: Invalid input: expected object, received number; … and many more$/,
    ],
    ['evidence', many('{}'), /evidence\[0\]\.startedAt: .*; … and many more$/],
    ['order', many('-1'), /order\[4\]: Too small: .*; … and many more$/],
    [
      'benchmarks',
      `[{"name":"a","metric":"t","unit":"","better":"lower","runs":[${many('""')}]}]`,
      /benchmarks\[0\]\.runs\[0\]\[4\]: .*; … and many more$/,
    ],
  ])('in %s is refused with the first of them', (field, json, message) => {
    expect(refusal(() => parseResultDocument(textWith(field, json), 'x.json'))).toMatch(message)
  })

  it('is refused in a history, too', () => {
    const text = `{"schema":"stable-bench/trend@1","suite":"s","nights":${many('0')},"series":[],"releases":[],"told":[]}`
    expect(refusal(() => parseTrendDocument(text, 'x.json'))).toMatch(/nights\[3\]: .*; … and many more$/)
  })
})

it('a record of more keys than any machine has facts is refused', () => {
  const facts = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`f${i}`, '']))
  const text = JSON.stringify({ ...document, testbed: { ...testbed({}), facts } })
  expect(refusal(() => parseResultDocument(text, 'x.json'))).toMatch(/testbed\.facts: Too big/)
})

it('a refusal does not repeat a long key', () => {
  const text = JSON.stringify({
    ...document,
    testbed: { ...testbed({}), facts: { ['x'.repeat(10_000)]: 1 } },
  })
  expect(refusal(() => parseResultDocument(text, 'x.json'))).toMatch(
    /^x\.json: testbed\.facts\.x{100}: Invalid input: expected string, received number$/,
  )
})

describe('the schema that ends early', () => {
  const pair = z.tuple([z.array(z.number().min(1)), z.string()])
  const schema = z.object({
    list: z
      .array(z.union([z.string(), z.array(z.int())]))
      .min(1)
      .max(3),
    pair: pair.nullable(),
    more: z.array(z.boolean()).default([]),
    facts: z.record(z.string().max(2), z.array(z.string())).optional(),
  })
  const right = { list: ['a', [1]], pair: [[1], 'b'], facts: { a: ['x'] } }
  const documents: unknown[] = [
    right,
    { ...right, pair: null, extra: 1 },
    { ...right, list: [] },
    { ...right, list: ['a', 'b', 'c', 'd'] },
    { ...right, list: [true, [0.5]] },
    { ...right, list: { 0: 'a' } },
    { ...right, pair: [[0], 'b'] },
    { ...right, pair: [[1]] },
    { ...right, more: [1, true] },
    { ...right, facts: { abc: ['x'] } },
    { ...right, facts: { a: [1] } },
    { ...right, facts: [] },
    null,
    [],
  ]

  it('says the same of a short document, and reads the same from it', () => {
    for (const value of documents) {
      const [one, other] = [schema.safeParse(value), withFewFaults(schema).safeParse(value)]
      expect([other.data, other.error?.issues]).toEqual([one.data, one.error?.issues])
    }
  })

  it('reads the same from a result document', () => {
    expect(checkDocument(resultSchema, document, 'x.json')).toEqual(resultSchema.parse(document))
  })
})
