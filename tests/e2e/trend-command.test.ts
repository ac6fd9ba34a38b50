// The committed command line program shows a trend from files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { renderResultDocument } from '../../src/formats/documents/result.ts'
import { parseTrendDocument, renderTrendDocument } from '../../src/history/store/document.ts'
import { commitOf, night, sessionOfNight } from '../history/example-history.ts'
import { seededRandom } from '../stats/seeded-random.ts'
import { scratch, stableBench } from './command-line.ts'

const { uniform } = seededRandom(3)
const noisy = (level: number) => Array.from({ length: 5 }, () => [level * (1 + 0.004 * (uniform() - 0.5))])

/** Thirty result documents, packed and not, as downloads of artifacts are; parse gets 5 % slower at night 20. */
function nights(): string {
  const directory = scratch()
  for (let i = 0; i < 30; i++) {
    const session = sessionOfNight(i, { values: { parse: noisy(i < 20 ? 100 : 105), format: noisy(50) } })
    const text = renderResultDocument(session)
    mkdirSync(join(directory, `run-${i}`))
    if (i % 2 === 0) writeFileSync(join(directory, `run-${i}/result.json`), text)
    else writeFileSync(join(directory, `run-${i}/result.json.gz`), gzipSync(text))
  }
  return directory
}

describe('stable-bench trend', () => {
  let directory: string

  beforeAll(() => {
    directory = nights()
  })

  it('names the first bad night, and writes the page and one document that it reads again', async () => {
    const cwd = scratch()
    const files = ['--html', 'trend.html', '--json', 'trend.json.gz.json']
    const { code, stdout, stderr } = await stableBench(['trend', directory, ...files], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/2 series, 30 nights on bench-1 from 1 Oct 2026 to 30 Oct 2026/)
    expect(stdout).toMatch(/21 Oct 2026 on bench-1: 1 worse/)
    expect(stdout).toMatch(
      `commits since the last good one: ${commitOf(19).slice(0, 10)} … ${commitOf(20).slice(0, 10)}`,
    )
    expect(stdout).toMatch(/parse \(time\) +\+[45]\.\d % worse/)
    expect(stdout).not.toMatch(/format/)
    expect(readFileSync(join(cwd, 'trend.html'), 'utf8')).toMatch(/^<!doctype html>[\s\S]*21 Oct 2026/i)
    const again = await stableBench(['trend', join(cwd, 'trend.json.gz.json')])
    expect(again.stdout).toBe(stdout)
    const text = readFileSync(join(cwd, 'trend.json.gz.json'), 'utf8')
    expect(parseTrendDocument(text, 'trend').nights).toHaveLength(30)
    expect(JSON.parse(text).analysis.series[0].changePoints).toMatchObject([
      { night: 20, direction: 'worse' },
    ])
  }, 30_000)

  it('lists no earlier change than asked for', async () => {
    for (const since of ['5d', '2026-10-22']) {
      const { stdout } = await stableBench(['trend', directory, '--since', since])
      expect(stdout).toMatch(/No change found since 2[25] Oct 2026/)
    }
    const { code, stderr } = await stableBench(['trend', directory, '--since', 'v9'])
    expect(code).toBe(64)
    expect(stderr).toMatch(/--since must be nights such as 30n, days such as 30d, a day such as/)
    expect((await stableBench(['trend', directory, '--since', '2026-02-30'])).code).toBe(64)
  }, 30_000)

  it('says that it looks for nothing in too few nights, and which files it left out', async () => {
    const cwd = scratch()
    writeFileSync(join(cwd, 'night.json'), renderTrendDocument(night(0)))
    writeFileSync(join(cwd, 'package.json'), '{"name":"foreign"}')
    const { code, stdout, stderr } = await stableBench(['trend', '.', '--html', 'trend.html'], { cwd })
    expect(code).toBe(0)
    expect(stderr).toMatch(/skipped 1 file that is neither a trend nor a result document/)
    expect(stdout).toMatch(
      /: 1 night: changes are looked for from 10 on\.\n1 series, 1 night on bench-1, on \d/,
    )
    expect(stdout).not.toMatch(/No change/)
    const page = readFileSync(join(cwd, 'trend.html'), 'utf8')
    expect(page).toMatch(/<h1>1 night: changes are looked for from 10 on<\/h1>/)
    expect(page).not.toMatch(/No change found/)
  })

  it('gives the standard output to a page or a document alone, and not to both', async () => {
    const piped = await stableBench(['trend', directory, '--json', '-'])
    expect(JSON.parse(piped.stdout)).toMatchObject({ schema: 'stable-bench/trend@1' })
    expect(piped.stderr).toMatch(/\d+ series, \d+ nights on bench-1 from /)
    const both = await stableBench(['trend', directory, '--json', '-', '--html', '/dev/stdout'])
    expect([both.code, both.stderr]).toEqual([
      64,
      expect.stringMatching(
        /--html and --json are both to go to the standard output, which takes one of them/,
      ),
    ])
  })

  it('says before it reads which flag names what cannot be written', async () => {
    const { code, stderr } = await stableBench(['trend', directory, '--html', '/proc/x/trend.html'])
    expect([code, stderr]).toEqual([
      64,
      'stable-bench: /proc/x/trend.html: cannot be written: ENOENT: no such file or directory; choose another --html\n',
    ])
  })

  it('asks which suite where there are several, and what is meant where there is none', async () => {
    const cwd = scratch()
    for (const suite of ['one', 'two'])
      writeFileSync(join(cwd, `${suite}.json`), renderTrendDocument(night(0, { suite })))
    const which = await stableBench(['trend', '.'], { cwd })
    expect([which.code, which.stderr]).toEqual([
      64,
      expect.stringMatching(/suites one, two; choose one with --suite/),
    ])
    expect((await stableBench(['trend', '.', '--suite', 'two'], { cwd })).stdout).toMatch(
      /^two: 1 night: .*\n1 series, 1 night on bench-1, on \d/,
    )
    const none = await stableBench(['trend'], { cwd })
    expect([none.code, none.stderr]).toEqual([64, expect.stringMatching(/names no directory or file/)])
    const empty = await stableBench(['trend', scratch()])
    expect([empty.code, empty.stderr]).toEqual([
      64,
      expect.stringMatching(/no trend document and no result document in \//),
    ])
    const missing = await stableBench(['trend', 'nowhere.json'], { cwd })
    expect([missing.code, missing.stderr]).toEqual([
      64,
      expect.stringMatching(/nowhere\.json: there is no such file/),
    ])
  }, 30_000)
})
