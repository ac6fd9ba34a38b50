// Whatever happens to the output of a tool: a reader gives measurements or an error that names the file and what to do.
// Never a crash, a hang or a silent loss. Every run takes other cases for some seconds; the seed in the title of a test
// repeats one: STABLE_BENCH_FUZZ_SEED=…. STABLE_BENCH_FUZZ_TIMES=10 takes ten times as long.
import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { checkSamples } from '../../../src/formats/check-samples.ts'
import { decodeText } from '../../../src/formats/decode-text.ts'
import type { Parsed } from '../../../src/formats/format.ts'
import { formatNamed, formats } from '../../../src/formats/index.ts'
import { findOnStderr, findUnread, recogniseFormat } from '../../../src/formats/recognise.ts'
import { InputError } from '../../../src/model/index.ts'
import { fixtures as captures, type Fixture, isEndless } from '../fixtures.ts'
import { cuts, encodings, mutated, mutations, numbers } from './mutations.ts'

const seed = Number(process.env.STABLE_BENCH_FUZZ_SEED ?? Math.trunc(Math.random() * 2 ** 31))

const times = Number(process.env.STABLE_BENCH_FUZZ_TIMES ?? 1)

/** What fits into this time is tried; on a busy machine fewer cases. */
const settings = (seconds: number) => ({
  seed,
  numRuns: 100_000,
  interruptAfterTimeLimit: seconds * times * 1000,
  markInterruptAsFailure: false,
})

/** A counterexample names its capture, and does not show all of it. */
const fixtures = captures.map((each): Fixture => {
  const named = { ...each, [fc.toStringMethod]: () => `${each.format}/${each.file}` }
  return named
})

const readable = fixtures.filter(({ expected }) => !expected.startsWith('REFUSED'))
const source = 'out.file'

type Outcome = { parsed: Parsed } | { refused: string }

/** Anything but an InputError fails the test. */
function outcomeOf(format: string, text: string): Outcome {
  try {
    return { parsed: checkSamples(formatNamed(format).parse(text, source), source) }
  } catch (error) {
    if (error instanceof InputError) return { refused: error.message }
    throw error
  }
}

const namesOf = ({ samples, failures }: Parsed) => new Set([...samples, ...failures].map(({ name }) => name))

function assertMeasurements({ samples }: Parsed): void {
  for (const { runs } of samples) {
    for (const value of runs.flat())
      if (!Number.isFinite(value) || value < 0) throw new Error(`measured ${value}`)
  }
}

/** `out.file: what is wrong; what to do`. */
function assertTelling(message: string): void {
  expect(message).toContain(source)
  expect(message).toMatch(/; \S|[,:] expected |\? Run it again$/)
}

const anyFixture = fc.constantFrom(...fixtures)

describe(`damaged output (STABLE_BENCH_FUZZ_SEED=${seed})`, () => {
  it(
    'gives measurements, or an error that names the file and what to do',
    () => {
      const anyFormat = fc.constantFrom(...formats.map(({ name }) => name), 'its own', 'its own')
      const property = fc.property(
        anyFixture,
        fc.array(mutations, { minLength: 1, maxLength: 4 }),
        anyFormat,
        ({ text, format }, all, chosen) => {
          const input = decodeText(mutated(text, all))
          recogniseFormat(input)
          findUnread(input)
          findOnStderr(input)
          const outcome = outcomeOf(chosen === 'its own' ? format : chosen, input)
          if ('refused' in outcome) assertTelling(outcome.refused)
          else assertMeasurements(outcome.parsed)
        },
      )
      fc.assert(property, settings(2.5))
    },
    120_000 * times,
  )

  const whole = new Map(readable.map(each => [each, outcomeOf(each.format, each.text)]))

  it(
    'that was saved in another encoding is the same',
    () => {
      const property = fc.property(fc.constantFrom(...readable), encodings, (fixture, encoding) => {
        const input = decodeText(mutated(fixture.text, [encoding]))
        expect(recogniseFormat(input)?.name).toBe(fixture.format)
        expect(outcomeOf(fixture.format, input)).toEqual(whole.get(fixture))
      })
      fc.assert(property, settings(0.8))
    },
    120_000 * times,
  )

  it(
    'with another number loses no benchmark silently',
    () => {
      const property = fc.property(fc.constantFrom(...readable), numbers, (fixture, number) => {
        const before = whole.get(fixture)
        const outcome = outcomeOf(fixture.format, decodeText(mutated(fixture.text, [number])))
        if ('refused' in outcome || before === undefined || 'refused' in before) return
        const [had, has] = [namesOf(before.parsed), namesOf(outcome.parsed)]
        // The number may be in a name: then there is another one.
        if (has.size < had.size) expect(outcome.parsed.warnings).not.toEqual(before.parsed.warnings)
      })
      fc.assert(property, settings(1))
    },
    120_000 * times,
  )

  const withEnd = readable.filter(each => !isEndless(each))

  it(
    'that is cut is refused, or says that it is cut',
    () => {
      const property = fc.property(fc.constantFrom(...withEnd), cuts, (fixture, cut) => {
        const before = whole.get(fixture)
        const outcome = outcomeOf(fixture.format, decodeText(mutated(fixture.text, [cut])))
        if ('refused' in outcome || before === undefined || 'refused' in before) return
        const { failures, warnings } = outcome.parsed
        const isNoticed = failures.length > 0 || warnings.some(({ code }) => code.endsWith('-no-end'))
        if (!isNoticed) expect(outcome).toEqual(before)
      })
      fc.assert(property, settings(0.8))
    },
    120_000 * times,
  )
})
