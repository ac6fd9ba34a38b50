import { describe, expect, it } from '@jest/globals'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import type { TrendAnalysis } from '../../../src/model/index.ts'
import { type ChangeRow, issueBody, issueTitle } from '../../../src/report/markdown/changes.ts'
import { statementOf } from '../../../src/report/site/statement.ts'
import { renderChanges } from '../../../src/report/text/changes.ts'
import { renderTrendHtml } from '../../../src/report/trend/page/html.ts'
import { commitOf, night, stepAnalysis } from '../../history/example-history.ts'
import { expectGolden } from '../golden.ts'
import { HOSTILE } from '../hostile-text.ts'

/** Thirty nights of these benchmarks, each of which gets 10 % slower at night 20, and one that does not. */
function changed(
  names: string[],
  { kernel = (_: number): string => '6.1', range = [20, 20] as [number, number] } = {},
) {
  const benchmarks = [...names, 'steady']
  const nights = Array.from({ length: 30 }, (_, i) => {
    const values = benchmarks.map(
      name => [name, [[i < 20 || name === 'steady' ? 100 : 110]]] as [string, number[][]],
    )
    return night(i, { kernel: kernel(i), values: Object.fromEntries(values) })
  })
  const merged = mergeHistories(nights)
  const trend = { ...merged, repository: 'https://github.com/acme/rocket' }
  const machineChanged = kernel(19) !== kernel(20)
  const step = stepAnalysis(30, [{ at: 20, range, before: 100, after: 110 }])
  const found = step.changePoints.map(point => ({
    ...point,
    interval: [1.09, 1.11] as [number, number],
    testbedChanged: machineChanged,
  }))
  const series = trend.series.map(({ benchmark }) =>
    benchmark === 'steady' ? stepAnalysis(30, []) : { ...step, changePoints: found },
  )
  const analysis: TrendAnalysis = { series, disturbed: [] }
  const rows = names.map(
    (_, index): ChangeRow => ({ series: index, point: found[0] ?? null, ratio: 1.1, before: 100 }),
  )
  return { trend, analysis, rows }
}

describe('a benchmark that is not measured any more', () => {
  it('is named for thirty nights, and not one that has the last night', () => {
    const history = (last: number) =>
      mergeHistories(
        Array.from({ length: 60 }, (_, i) => {
          const values: Record<string, number[][]> = { kept: [[100]] }
          if (i <= last) values.gone = [[100]]
          return night(i, { values })
        }),
      )
    const textOf = (last: number) => {
      const trend = { ...history(last), repository: null }
      const series = trend.series.map(() => stepAnalysis(60, []))
      return renderChanges(trend, { series, disturbed: [] }, { since: 30 })
    }
    expect(textOf(40)).toMatch(
      /1 benchmark was not measured in the last night: gone \(time\) on \S+, last on /,
    )
    expect(textOf(20)).not.toContain('not measured')
    expect(textOf(59)).not.toContain('not measured')
  })
})

describe('a level that creeps', () => {
  it('is counted and named, for better or worse, and is no steady benchmark', () => {
    const { trend, analysis } = changed(['parse'])
    const creep = { since: 0, ratio: 1.34, interval: [1.32, 1.36] as [number, number] }
    const series = analysis.series.map((_each, i) =>
      trend.series[i]?.benchmark === 'steady' ? { ...stepAnalysis(30, []), creep } : stepAnalysis(30, []),
    )
    const text = renderChanges(trend, { ...analysis, series }, { since: 30 })
    expect(text).toContain('1 benchmark got worse')
    expect(text).toMatch(
      /1 benchmark creeps, so that no night is to blame: steady \(time\) on \S+, \+34\.0\s% worse since/,
    )
    const page = renderTrendHtml(trend, { ...analysis, series })
    expect(page).toContain('1 benchmark creeps')
    expect(page).toMatch(/data-kind="worse"[\s\S]*steady/)
    expect(statementOf([{ trend, analysis: { ...analysis, series }, tooFew: null }]).tone).toBe('bad')
  })
})

describe('one benchmark on two machines', () => {
  const nights = Array.from({ length: 60 }, (_, i) =>
    ['bench-1', 'bench-2'].map(machine => {
      const values: Record<string, number[][]> = { kept: [[100]] }
      if (i <= 40) values.gone = [[100]]
      return night(i, { values, machine })
    }),
  ).flat()
  const trend = { ...mergeHistories(nights), repository: null }

  it('that creeps, and one that is not measured any more, count once, and what is quiet is told beside them', () => {
    const creep = { since: 0, ratio: 1.34, interval: [1.32, 1.36] as [number, number] }
    const series = trend.series.map(({ benchmark }) =>
      benchmark === 'kept' ? { ...stepAnalysis(120, []), creep } : stepAnalysis(120, []),
    )
    const quiet = trend.series.findIndex(({ benchmark }) => benchmark === 'gone')
    const smallest = new Map([[quiet, 0.03]])
    const text = renderChanges(trend, { series, disturbed: [] }, { since: 30, smallest })
    expect(text).toMatch(/1 benchmark creeps, .* on bench-1, .*; kept \(time\) on bench-2, /)
    expect(text).toMatch(
      /1 benchmark was not measured in the last night: gone .* on bench-1, .* on bench-2, /,
    )
    expect(text).toContain('No change found in 2 other series; a step of ')
  })
})

describe('the changes of a trend as text', () => {
  it('read as they were reviewed', () => {
    const { trend, analysis } = changed(['parse', 'format'], { range: [19, 21] })
    const shift = { since: 5, ratio: 1.1, interval: [1.08, 1.12] as [number, number] }
    const nights = trend.nights.map((each, i) => (i === 5 ? { ...each, tags: ['v1.0'] } : each))
    const series = analysis.series.map((each, i) => (i === 0 ? { ...each, sinceRelease: shift } : each))
    expectGolden(
      'changes.txt',
      renderChanges({ ...trend, nights }, { series, disturbed: [] }, { since: '2026-10-01T00:00:00Z' }),
    )
  })

  it('say what placement alone does to the series that gate, the most moved first', () => {
    const { trend, analysis } = changed(['parse', 'format'])
    const placement = (sd: number) => ({ builds: 20, sd, seen: sd, farthest: -0.54 })
    const series = analysis.series.map((each, i) => ({
      ...each,
      placement: placement([0.01, 0.03, 0][i] ?? 0),
    }))
    expect(renderChanges(trend, { series, disturbed: [] }, { since: '' })).toContain(
      [
        'placement alone moves format (time) by ±3 %, at most 54 % among 20 builds',
        'placement alone moves parse (time) by ±1 %, at most 54 % among 20 builds',
        'placement alone does not move steady (time) by more than its runs differ (at most 54 % among 20 builds)',
      ].join('\n'),
    )
  })

  it('blame no commit where the machine changed', () => {
    const { trend, analysis } = changed(['parse'], { kernel: i => (i < 20 ? '6.1' : '6.2') })
    const text = renderChanges(trend, analysis, { since: '' })
    expect(text).toMatch(/the machine changed that night, so no commit is blamed\n {2}kernel: 6\.1 → 6\.2/)
    expect(text).not.toMatch(/first bad/)
  })

  it('name machine and commits where the night is not sure', () => {
    const { trend, analysis, rows } = changed(['parse'], {
      kernel: i => (i < 20 ? '6.1' : '6.2'),
      range: [19, 21],
    })
    const compare = `compare/${commitOf(18)}...${commitOf(21)}`
    const text = renderChanges(trend, analysis, { since: '' })
    expect(text).toMatch(
      /the machine changed within these nights; so did commits: \w{10} … \w{10}\n {2}it may have been any night from 20 Oct 2026 to 22 Oct 2026\n/,
    )
    expect(text).toMatch(/kernel: 6\.1 → 6\.2/)
    expect(text).toContain(compare)
    const body = issueBody(rows, { trend, analysis })
    expect(body).toMatch(
      /the machine changed within these nights; so did commits: \[.*\. It may have been any night from 20 Oct 2026 to 22 Oct 2026\.\n/,
    )
    expect(body).toContain(compare)
    expect(`${text}${body}`).not.toMatch(/no commit is blamed/)
    const nights = trend.nights.map(each => ({ ...each, commit: commitOf(1) }))
    for (const same of [
      renderChanges({ ...trend, nights }, analysis, { since: '' }),
      issueBody(rows, { trend: { ...trend, nights }, analysis }),
    ])
      expect(same).toMatch(/he machine changed within these nights, so no commit is blamed/)
  })

  it('are none that anybody has looked for in too few nights', () => {
    const { trend, analysis } = changed([])
    const options = { since: '2026-10-01T00:00:00Z', tooFew: { nights: 2, needed: 10 } }
    const text = renderChanges(trend, analysis, options)
    expect(text).toMatch(/^suite: 2 nights: changes are looked for from 10 on\.\n/)
    expect(text).not.toMatch(/No change/)
  })

  it('leave out what is earlier', () => {
    const { trend, analysis } = changed(['parse'])
    expect(renderChanges(trend, analysis, { since: '2026-10-22T00:00:00Z' })).toMatch(
      /No change found since 22 Oct 2026/,
    )
  })

  it('cannot be controlled by names', () => {
    const { trend, analysis } = changed(HOSTILE.filter(name => name.trim() !== ''))
    const lines = renderChanges(trend, analysis, { since: '' }).split('\n')
    expect(lines.filter(line => /[\p{Cc}\p{Cf}]/u.test(line))).toEqual([])
  })
})

describe('an issue about a change', () => {
  it('reads as it was reviewed', () => {
    const { rows, ...told } = changed(['parse', 'format'], { range: [19, 21] })
    expectGolden('change-issue.md', `${issueTitle(rows, told)}\n\n${issueBody(rows, told)}\n`)
  })

  it('is of one line as a title, and mentions, links and closes nothing that a name says', () => {
    const { rows, ...told } = changed(HOSTILE.filter(name => name.trim() !== ''))
    const [title, body] = [issueTitle(rows, told), issueBody(rows, told)]
    expect(title).not.toMatch(/\n/)
    expect(title.length).toBeLessThan(256)
    const outsideCode = body.replaceAll(/(`+)[^`][\s\S]*?\1/g, '')
    expect(outsideCode).not.toMatch(/@everyone|#123|evil\.example|<script|deadbeef/)
  })

  it('stays far below the limit of GitHub with a thousand changes', () => {
    const { rows, ...told } = changed(Array.from({ length: 1000 }, (_, i) => `${'long '.repeat(100)}${i}`))
    expect(Buffer.byteLength(issueBody(rows, told))).toBeLessThan(60_000)
  })
})
