// `calibrate` measures a command against itself; what it writes is what `compare` reads.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { parseCalibration } from '../../src/formats/documents/calibration.ts'
import { scratch, stableBench } from './command-line.ts'

/**
 * A benchmark whose runs differ by up to half a percent, in an order that is as good as random. Both sides of a duet count
 * at the same time, and the lock keeps them from taking the same number.
 */
const bench = `until mkdir lock 2>/dev/null; do sleep 0.01; done
n=0; if [ -e count ]; then read n < count; fi; echo $((n + 1)) > count; rmdir lock; v=$((100000 + n * 7919 % 500))
echo '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"time","unit":"ns","better":"lower","runs":[['$v']]}]}'`

const constant =
  'echo \'{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"size","unit":"B",' +
  '"better":"lower","runs":[[100]]}]}\''

/** A build whose time depends on its layout by up to 6 %. */
const relink =
  'printf "#!/bin/sh\\n# {layout}\\n" >b.{layout}; echo "echo parse: $((100000 + {layout} % 7 * 1000)) ns" >>b.{layout}; chmod +x b.{layout}'

/** Where nothing is pinned there is no duet, and runs cost less. */
const PLAIN = ['--cpus', 'none', '--aslr', 'on']

describe('calibrate', () => {
  it('measures what placement alone does; a trend keeps it, and it withholds "no change" of one build a side', async () => {
    const cwd = scratch()
    const run = (...args: string[]) => stableBench(args, { cwd })
    const reading = [...PLAIN, '--pattern', '(?<name>\\w+): (?<value>\\d+) (?<unit>ns)']
    const layouts = ['--layouts', '20', '--relink', relink]
    const calibrated = await run('calibrate', '--out', 'c.json', ...layouts, ...reading, '--', './b.{layout}')
    const phrase = /placement alone moves parse by ±(1\.\d|2|2\.\d) %, at most \d(\.\d)? % among 20 builds/
    expect(calibrated.stdout).toMatch(phrase)

    const imported = await run('trend', 'import', '--history', 'nights', 'c.json')
    expect([imported.stdout, imported.code]).toEqual([
      'benchmark: what placement does to 1 row, kept in nights\n',
      0,
    ])
    await run('run', '--runs', '5', '--out', 'night.json', ...reading, '--', 'echo', 'parse: 100 ns')
    expect((await run('trend', 'nights', 'night.json', '--suite', 'benchmark')).stdout).toMatch(
      /placement alone moves parse \(time\)/,
    )

    const slow = ['echo parse: 1000$((RANDOM % 10)) ns', 'echo parse: 1000$((RANDOM % 10)) ns']
    const judged = await run('ab', '--calibration', 'c.json', ...reading, ...slow)
    expect(judged.stdout).toMatch(
      /these two builds do not differ by more than the band, but placement alone moves/,
    )
    expect(judged.code).toBe(0)
    const none = await run('trend', 'import', '--history', 'nights', 'night.json', 'c.json')
    expect([none.stderr, none.code]).toEqual([
      expect.stringMatching(/c\.json is a calibration; import it by itself/),
      64,
    ])
  }, 120_000)

  it('reports noise, false alarms and bands, and compare takes the bands from it', async () => {
    const cwd = scratch()
    const { code, stdout, stderr } = await stableBench(
      ['calibrate', '--out', 'c.json', '--', 'sh', '-c', bench],
      { cwd },
    )
    expect(stderr).toMatch(/The calibration document is in c\.json/)
    expect(code).toBe(0)
    // Which of the values are seen depends on how many runs a busy machine made repeat, and so does the share of alarms.
    expect(stdout).toMatch(/^With 10 runs per side this machine sees changes of 0\.\d+ %\.\s+False alarms/)
    expect(stdout).toMatch(/rows below alpha = 1 %: \d+ of 400, .* \(95 % interval /)
    const found = parseCalibration(readFileSync(join(cwd, 'c.json'), 'utf8'), 'c.json')
    expect(found).toMatchObject({ runs: 40, perSide: 10 })
    expect(found.rows[0]).toMatchObject({ benchmark: 'a', metric: 'time', suggestedBand: 0.01 })
    expect(found.rows[0]?.runSd).toBeCloseTo(0.0014, 3)
    expect(found.row.share).toBeLessThan(0.04)
    if (availableParallelism() > 1) {
      expect(found.designs.map(({ design, runs }) => [design, runs])).toEqual([
        ['in-turns', 10],
        ['duet', 20],
      ])
      expect(stdout).toMatch(/^design +runs per side +time +sees$/m)
    }

    const sample = (values: number[]) => ({
      name: 'a',
      metric: 'time',
      unit: 'ns',
      better: 'lower',
      runs: values.map(v => [v]),
    })
    const document = (factor: number) =>
      JSON.stringify({
        schema: 'stable-bench/samples@1',
        benchmarks: [sample([1, 2, 3, 4, 5, 6].map(i => factor * (1000 + i)))],
      })
    writeFileSync(join(cwd, 'base.json'), document(1))
    writeFileSync(join(cwd, 'head.json'), document(1.015))
    const args = ['compare', '--baseline', 'base.json', '--candidate', 'head.json', '--order', 'interleaved']
    expect((await stableBench(args, { cwd })).code).toBe(0)
    const calibrated = await stableBench([...args, '--calibration', 'c.json'], { cwd })
    expect(calibrated.stdout).toMatch(/configured: band ±1 %/)
    expect(calibrated.code).toBe(2)
  })

  it('keeps what it measured where the command cannot run beside itself', async () => {
    const cwd = scratch()
    // It prints one row: each of the many times that a calibration compares its runs is for all rows.
    const alone = `mkdir lock || exit 1; sleep 0.05; rmdir lock; ${constant}`
    const args = ['calibrate', '--calibration-runs', '10', '--out', 'c.json', '--', 'sh', '-c', alone]
    const { code, stderr } = await stableBench(args, { cwd })
    expect(code).toBe(0)
    expect(stderr).toMatch(/^no duet was tried: /m)
    expect(parseCalibration(readFileSync(join(cwd, 'c.json'), 'utf8'), 'c.json').designs).toEqual([])
  })

  it('finds no alarm in no comparison where numbers never vary, and writes a document that can be read, packed by its name', async () => {
    const cwd = scratch()
    const plan = ['--calibration-runs', '10', ...PLAIN, '--out', 'c.json.gz']
    const args = ['calibrate', ...plan, '--', 'sh', '-c', constant]
    const { code, stdout } = await stableBench(args, { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/0 of 0, 0 % \(95 % interval 0 % to 100 %\)/)
    const found = parseCalibration(gunzipSync(readFileSync(join(cwd, 'c.json.gz'))).toString(), 'c.json.gz')
    expect(found.row).toMatchObject({ comparisons: 0, share: 0 })
  })

  it('fails when no benchmark is in every run, and names those that are in some', async () => {
    const cwd = scratch()
    const turns = bench.replace('"name":"a"', '"name":"\'$((n % 2))\'"')
    const plan = ['--calibration-runs', '10', ...PLAIN, '--out', 'c.json']
    const args = ['calibrate', ...plan, '--', 'sh', '-c', turns]
    const { code, stderr } = await stableBench(args, { cwd })
    expect(code).toBe(1)
    expect(stderr).toMatch(/failed: 1: time was reported by \d of 10 runs only/)
    expect(stderr).toMatch(/no benchmark was reported by every run/)
    expect(existsSync(join(cwd, 'c.json'))).toBe(false)
  })

  it('writes what compare warns of on another testbed', async () => {
    const cwd = scratch()
    const never = { alarms: 0, comparisons: 0, share: 0, interval: [0, 1] }
    const about = { suite: 'benchmark', machine: null, date: null, fingerprint: 'elsewhere' }
    const calibration = { schema: 'stable-bench/calibration@1', ...about, alpha: 0.01 }
    const counts = { runs: 40, perSide: 10, rows: [], row: never, family: never, designs: [], warnings: [] }
    writeFileSync(join(cwd, 'c.json'), JSON.stringify({ ...calibration, ...counts }))
    for (const out of ['s.json', 'r.json']) {
      const { code } = await stableBench(['run', '--runs', '5', ...PLAIN, '--out', out, '--', 'true'], {
        cwd,
      })
      expect(code).toBe(0)
    }
    const args = ['compare', '--baseline', 's.json', '--candidate', 'r.json', '--calibration', 'c.json']
    const { stdout } = await stableBench(args, { cwd })
    expect(stdout).toMatch(/warning {2}c\.json was made on another testbed/)
  })
})
