// What files and their paths say of the commit and the date that they are of.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { outputAt } from '../../../src/files/tool-output.ts'
import { textOutput } from '../../../src/formats/output.ts'
import { originIn, originOfPath, timeOf } from '../../../src/history/import/origin.ts'
import { fixtures } from '../../formats/fixtures.ts'

const commit = '1892abc8c5f5f397623638ab55e46aeaae7cf6c2'
const said = (text: string) => textOutput(text, 'file')
const fixture = (file: string) => said(fixtures.find(each => each.file === file)?.text ?? '')

describe('a file says', () => {
  it('asv: commit, the date of the commit, machine and environment', () => {
    expect(originIn('asv', fixture('asv-0.6.5.json'))).toEqual({
      commit,
      date: '2026-11-23T03:45:53.000Z',
      machine: 'host',
      environment: 'existing-py',
    })
  })

  it('pytest-benchmark and pyperf: when it was measured, and the commit where they know it', () => {
    const pytest = originIn('pytest-benchmark', fixture('pytest-benchmark-5.3.1.json'))
    expect(pytest.date).toMatch(/^2026-/)
    expect(originIn('pyperf', fixture('pyperf-2.10.0.json')).date).toBe('2026-11-23T03:19:41.645Z')
    const suite = {
      metadata: { commit_id: commit, commit_date: '2026-01-02T03:04:05+00:00' },
      benchmarks: [],
    }
    expect(originIn('pyperf', said(JSON.stringify(suite)))).toEqual({
      commit,
      date: '2026-01-02T03:04:05.000Z',
      machine: null,
      environment: null,
    })
  })

  it('the same where it is large', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'stable-bench-origin-')), 'out.json')
    const benchmark = { fullname: 'test_sort', stats: { data: Array(1000).fill(0.001234567) } }
    const commit_info = { id: commit, time: '2026-01-02T03:04:05+00:00' }
    writeFileSync(
      file,
      JSON.stringify({ machine_info: {}, benchmarks: Array(800).fill(benchmark), commit_info }),
    )
    const output = outputAt(file)
    expect(output.chunks).not.toBeNull()
    expect(originIn('pytest-benchmark', output)).toEqual({
      commit,
      date: '2026-01-02T03:04:05.000Z',
      machine: null,
      environment: null,
    })
  })

  it('others: nothing', () => {
    expect(originIn('go', said('BenchmarkA 1 2 ns/op'))).toEqual({
      commit: null,
      date: null,
      machine: null,
      environment: null,
    })
  })
})

describe('a path says', () => {
  it.each([
    [`${commit}.json`, [commit], null],
    [`2026-11-20-${commit}.txt`, [commit], '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T03-15_1892abc.json', ['1892abc'], '2026-11-20T03:15:00.000Z'],
    [`${commit}/target/criterion/sort/new/sample.json`, [commit], null],
    ['2026-11-20/1892ABC8C5/out.json.gz', ['1892abc8c5'], '2026-11-20T00:00:00.000Z'],
    ['results/before.json', [], null],
    ['2026-02-30.json', [], null],
  ])('%s', (path, commits, date) => {
    expect(originOfPath(path)).toEqual({ commits, date })
  })
})

describe('a time', () => {
  it('without a zone is UTC, whichever zone this runs in', () => {
    expect(timeOf('2026-11-23 03:19:41.645413')).toBe('2026-11-23T03:19:41.645Z')
    expect(timeOf('2026-11-23T03:19:41')).toBe('2026-11-23T03:19:41.000Z')
    expect(timeOf('2026-11-23T03:19:41+02:00')).toBe('2026-11-23T01:19:41.000Z')
    expect([timeOf('yesterday'), timeOf(null), timeOf(Number.NaN)]).toEqual([null, null, null])
  })
})
