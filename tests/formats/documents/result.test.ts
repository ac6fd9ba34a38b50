import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../../src/formats/check-samples.ts'
import { parseResultDocument, renderResultDocument } from '../../../src/formats/documents/result.ts'
import { goBench } from '../../../src/formats/go/bench.ts'
import { googleBenchmark } from '../../../src/formats/google-benchmark/read.ts'
import { hyperfine } from '../../../src/formats/hyperfine/read.ts'
import { InputError, type Sample, type Session } from '../../../src/model/index.ts'
import { sample, session, testbed } from '../../compare/session.ts'
import { quietRun } from '../../measure/evidence/quiet-run.ts'
import { seededRandom } from '../../stats/seeded-random.ts'

const again = (written: Session) => parseResultDocument(renderResultDocument(written), 'test')

describe('a result document', () => {
  const random = seededRandom(20261120)
  const letters = ['a', ' ', '"', '\\', '\n', '\0', 'µ', '…', '😀', '\uD83D', '\uDE00', '</script>']
  const text = (length: number) => {
    const parts = Array.from({ length: 7 }, () => letters[random.integer(letters.length)]).join('')
    return parts.repeat(Math.ceil(length / parts.length)).slice(0, length)
  }
  const lengths = [0, 1, 49, 50, 51, 199, 200, 201, 9_999, 10_000, 10_001, 25_000]
  const any = () => text(lengths[random.integer(lengths.length)] as number)
  const units = ['ms', 'h', 'KB / min', 'ops/h']
  const anySample = (i: number): Sample => ({
    name: `${any()}${i}`,
    metric: any(),
    unit: random.uniform() < 0.5 ? any() : `${units[random.integer(units.length)]}`,
    better: 'lower',
    runs: [[random.uniform()], [random.uniform(), 0]],
  })
  const anySession = (benchmarks: Sample[]): Session =>
    session(benchmarks, {
      suite: any(),
      tool: any(),
      revision: { commit: any(), ref: any(), dirty: null },
      testbed: { ...testbed({ machine: any(), kernel: any() }), gradeReason: any() },
      warnings: [{ code: any(), message: any() }],
      failures: [{ name: `f${any()}`, reason: any() }],
      evidence: [{ ...quietRun(), repeated: any(), benchmark: any() }],
    })

  /** What a parser lets through of these samples, or its refusal. */
  function parsed(samples: Sample[]): Sample[] | string {
    try {
      return checkSamples({ samples, failures: [], warnings: [] }, 'out').samples
    } catch (error) {
      expect(error).toBeInstanceOf(InputError)
      return (error as Error).message
    }
  }

  it('can be read back, whatever was parsed and noted', () => {
    const found = Array.from({ length: 2000 }, () => parsed([anySample(0), anySample(1)]))
    const accepted = found.filter(each => typeof each !== 'string')
    expect(accepted.length).toBeGreaterThan(50)
    for (const samples of accepted) expect(again(anySession(samples)).benchmarks).toEqual(samples)
    const refused = found.filter(each => typeof each === 'string')
    expect(refused.filter(each => !/too long: \d+ characters|has an empty metric/.test(each))).toEqual([])
  })

  it('keeps every text that fits and ends a longer one with an ellipsis', () => {
    const messageOf = (message: string) =>
      again(session([sample('a', [1])], { warnings: [{ code: 'x', message }] })).warnings[0]?.message
    const fits = 'x'.repeat(10_000)
    expect(messageOf(fits)).toBe(fits)
    expect(messageOf(`${fits}y`)).toBe(`${fits.slice(1)}…`)
    expect(messageOf(`${'x'.repeat(9_998)}😀😀`)).toBe(`${'x'.repeat(9_998)}…`)
  })

  it('of benchmarks that a template named is read back too', () => {
    const long = session([sample(`sort/${'x'.repeat(10_000)}`, [1])])
    expect(again(long).benchmarks[0]?.name).toHaveLength(10_000)
  })
})

describe('warnings that name what was left out', () => {
  const names = Array.from({ length: 150 }, (_, i) => `BenchmarkNumber${i}OfManyWithALongName`)
  const ten = (shown: string[]) => `${shown.slice(0, 10).join(', ')} and 140 more`
  const messages = (parsed: { warnings: { message: string }[] }) => parsed.warnings.map(each => each.message)

  it('name ten of many Go benchmarks, units and packages', () => {
    const skipped = names.map(name => `--- SKIP: ${name}\n`).join('')
    const units = names.map((_, i) => `5 unit${i}`).join('\t')
    const one = `goos: linux\n${skipped}BenchmarkLast\t10\t4 ns/op\t${units}\nPASS\n`
    expect(messages(goBench.parse(one, 'out'))).toEqual([
      `Go metrics left out, nothing says whether lower or higher is better: ${ten(names.map((_, i) => `unit${i}`))}; ` +
        'print a line such as "Unit unit0 better=higher" with the results',
      `benchmarks that skipped themselves: ${ten(names)}`,
    ])
    const endless = names.map((_, i) => `goos: linux\npkg: p${i}\nBenchmarkA\t10\t4 ns/op\n`).join('')
    expect(messages(goBench.parse(endless, 'out'))).toEqual([
      `the output of ${ten(names.map((_, i) => `p${i}`))} ends without PASS or FAIL: benchmarks may be missing`,
    ])
  })

  it('name ten of many counters of Google Benchmark', () => {
    const counters = Object.fromEntries(names.map((_, i) => [`counter${i}`, i]))
    const row = { name: 'a', run_name: 'a', real_time: 1, cpu_time: 1, time_unit: 'ns', ...counters }
    const document = JSON.stringify({ context: { num_cpus: 1 }, benchmarks: [row] })
    expect(messages(googleBenchmark.parse(document, 'out'))).toEqual([
      `Google Benchmark counters left out, nothing says whether lower or higher is better: ${ten(names.map((_, i) => `counter${i}`))}; ` +
        'to compare them, print them as stable-bench/samples@1',
    ])
  })

  it('name ten of many commands whose memory hyperfine did not measure', () => {
    const results = ['first', ...names].map(command => ({
      command,
      times: [1, 2],
      memory_usage_byte: [9, 9],
    }))
    expect(messages(hyperfine.parse(JSON.stringify({ results }), 'out'))).toEqual([
      expect.stringContaining(`peak-memory of ${ten(names.map(name => `"${name}"`))} is left out`),
    ])
  })
})
