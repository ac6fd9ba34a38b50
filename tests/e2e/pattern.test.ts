// Output in no known format, read with a pattern: as flags, and from the configuration of a suite.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { scratch, stableBench } from './command-line.ts'

const PATTERN = '^(?<name>\\w+): (?<value>[\\d.]+) (?<unit>\\w+)'

const print = (milliseconds: number) => [
  'sh',
  '-c',
  `echo "starting"; echo "parse: ${milliseconds} ms of work"`,
]

const run = (cwd: string, flags: string[], command = print(12)) =>
  stableBench(['run', '--runs', '5', '--warmup-runs', '0', ...flags, '--', ...command], { cwd })

const resultIn = (cwd: string) => JSON.parse(readFileSync(join(cwd, 'stable-bench-result.json'), 'utf8'))

describe('a pattern', () => {
  it('reads what the command prints', async () => {
    const cwd = scratch()
    expect((await run(cwd, ['--pattern', PATTERN])).code).toBe(0)
    expect(resultIn(cwd)).toMatchObject({
      tool: 'pattern',
      benchmarks: [{ name: 'parse', metric: 'time', unit: 'ns', runs: Array(5).fill([12_000_000]) }],
    })
  })

  it('is read from the configuration of the suite, and reads results files', async () => {
    const cwd = scratch()
    writeFileSync(
      join(cwd, '.stable-bench.yml'),
      "suites:\n  other: { pattern: '[' }\n  query: { pattern: '$.<name>.rate', pattern-unit: q/s }\n",
    )
    const write = ['sh', '-c', `echo '{"join": {"rate": 50}, "scan": {"rate": 7}}' > out.json`]
    const { code } = await run(cwd, ['--name', 'query', '--results', 'out.json'], write)
    expect(code).toBe(0)
    const { benchmarks } = resultIn(cwd)
    expect(benchmarks).toMatchObject([
      { name: 'join', better: 'higher', unit: 'q/s' },
      { name: 'scan', better: 'higher', unit: 'q/s' },
    ])
  })

  it('compares files', async () => {
    const cwd = scratch()
    for (const [side, time] of [
      ['old', 10],
      ['new', 20],
    ] as const)
      for (let i = 0; i < 5; i++) writeFileSync(join(cwd, `${side}-${i}.txt`), `parse: ${time + i / 10} ms\n`)
    const files = (side: string, flag: string) => [0, 1, 2, 3, 4].flatMap(i => [flag, `${side}-${i}.txt`])
    const { code, stdout } = await stableBench(
      [
        'compare',
        ...files('old', '--baseline'),
        ...files('new', '--candidate'),
        '--order',
        'interleaved',
        '--pattern',
        PATTERN,
      ],
      { cwd },
    )
    expect(stdout).toContain('parse')
    expect(code).toBe(2)
  })

  it('with a mistake is refused before anything runs', async () => {
    const cwd = scratch()
    const { code, stderr } = await run(cwd, ['--pattern', '(?<name>x)'], ['sh', '-c', 'touch ran'])
    expect(stderr).toContain('pattern: has no group (?<value>…)')
    expect(code).toBe(64)
    expect(() => readFileSync(join(cwd, 'ran'))).toThrow('ENOENT')
  })

  it('that matches nothing is said with the first line of the output', async () => {
    const { code, stderr } = await run(scratch(), ['--pattern', 'took (?<value>\\d+)'])
    expect(stderr).toContain('nothing in it matches the pattern; it begins with "starting"')
    expect(code).toBe(1)
  })
})
