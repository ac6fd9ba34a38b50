// What the job summary says of a night.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { analyseNight } from '../../../src/action/nightly/analyse-night.ts'
import { setTrendOutputs, trendMarkdown } from '../../../src/action/nightly/announce.ts'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import type { TrendHistory } from '../../../src/model/index.ts'
import { scratch } from '../../e2e/command-line.ts'
import { night } from '../../history/example-history.ts'
import { nightlyValues } from '../../history/nightly-values.ts'

const historyOf = (
  count: number,
  steps: [number, number][],
  told: TrendHistory['told'] = [],
): TrendHistory => {
  const values = nightlyValues(count, steps, { sd: 0.004 })
  const nights = values.map(({ value }, i) => night(i, { values: { parse: [[value]] } }))
  return { ...mergeHistories(nights), told }
}

/** The summary of each night from night `from` on, as the nights tell one after the other. */
function summaries(count: number, steps: [number, number][], from: number): string[] {
  let told: TrendHistory['told'] = []
  return Array.from({ length: count - from + 1 }, (_, i) => {
    const result = analyseNight(historyOf(from + i, steps, told))
    told = result.announcements.announced
    return trendMarkdown(result, [], 'Where.')
  })
}

describe('the job summary of a night', () => {
  it('says that a gain is lost when a regression undoes it, and not that there is nothing new', () => {
    const nights = summaries(
      50,
      [
        [25, -0.1],
        [38, 0],
      ],
      28,
    )
    const lost = nights.filter(text => text.includes('No longer better: parse (time).'))
    expect(lost).toHaveLength(1)
    expect(lost[0]).toMatch(/^### Trend of suite: .*1 gain lost\n/)
    expect(nights.join()).not.toContain('The level is back')
    expect(lost[0]).not.toContain('nothing new')
  }, 60_000)

  it('says that the level is back when a regression is repaired', () => {
    const nights = summaries(
      50,
      [
        [25, 0.1],
        [38, 0],
      ],
      28,
    )
    expect(nights.filter(text => text.includes('The level is back: parse (time).'))).toHaveLength(1)
    expect(nights.join()).not.toMatch(/gain/)
  }, 60_000)

  it('never says that the level is back where a faster kernel brings back the times of before', () => {
    const values = nightlyValues(40, [[22, 0.15]], { sd: 0.003 })
    const nights = values.map(({ value }, i) => {
      const [kernel, own] = i < 30 ? ['6.1', value] : ['6.8', value / 1.15]
      return night(i, { kernel, values: { parse: [[own]] } })
    })
    let told: TrendHistory['told'] = []
    for (let count = 28; count <= nights.length; count++) {
      const result = analyseNight({ ...mergeHistories(nights.slice(0, count)), told })
      told = result.announcements.announced
      expect(trendMarkdown(result, [], 'Where.')).not.toContain('The level is back')
    }
    expect(told).toMatchObject([
      { direction: 'worse', recovered: null },
      { direction: 'better', recovered: null },
    ])
  }, 60_000)

  it('says first how many got worse and better, and shows them apart though they came in one night', () => {
    const [parse, format] = [0.1, -0.1].map(step => nightlyValues(34, [[25, step]], { sd: 0.004 }))
    const nights = parse?.map(({ value }, i) =>
      night(i, { values: { parse: [[value]], format: [[format?.[i]?.value ?? 0]] } }),
    )
    const text = trendMarkdown(analyseNight({ ...mergeHistories(nights ?? []), told: [] }), [], 'Where.')
    expect(text).toMatch(/^### Trend of suite: 1 benchmark got worse, 1 benchmark got better\n/)
    const [worse = '', better = ''] = text.split('#### Better')
    expect(worse).toMatch(/#### Worse\n[\s\S]*parse \(time\)/)
    expect(worse).not.toContain('format')
    expect(better).toContain('format (time)')
    expect(better).not.toContain('parse')
  }, 60_000)

  it('names the disturbed nights among the last thirty of each machine', () => {
    const values = Array.from({ length: 8 }, (_, i) =>
      nightlyValues(
        60,
        [
          [12, 0.3],
          [13, 0],
          [32, 0.2],
          [33, 0],
        ],
        { seed: i + 1 },
      ),
    )
    const measured = (i: number, machine: string) =>
      night(i, {
        machine,
        values: Object.fromEntries(values.map((own, k) => [`b${k}`, [[own[i]?.value ?? 0]]])),
      })
    const nights = Array.from({ length: 60 }, (_, i) => [measured(i, 'bench-1'), measured(i, 'bench-2')])
    const text = trendMarkdown(analyseNight({ ...mergeHistories(nights.flat()), told: [] }), [], 'Where.')
    const [line, ...others] = text.split('\n').filter(each => each.includes('disturbed'))
    expect(others).toEqual([])
    expect(line).toMatch(/^2 nights are not judged: .* They are /)
    for (const machine of ['bench-1', 'bench-2']) expect(line).toContain(`2 Nov 2026 on ${machine} (`)
    expect(line).not.toContain('13 Oct')
  }, 60_000)

  it('says from when on it looks for changes while there are too few nights', () => {
    const summary = (count: number) => trendMarkdown(analyseNight(historyOf(count, [])), [], 'Where.')
    expect(summary(1)).toMatch(/^### Trend of suite: 1 night: changes are looked for from 10 on\n/)
    expect(summary(9)).toMatch(/^### Trend of suite: 9 nights: changes are looked for from 10 on\n/)
    expect(summary(10)).toMatch(/^### Trend of suite: nothing new\n/)
  })
})

describe('the outputs of a night', () => {
  it('have the changes and the pages of all suites of the step', () => {
    const file = join(scratch(), 'outputs')
    writeFileSync(file, '')
    process.env.GITHUB_OUTPUT = file
    for (const suite of ['parse', 'print'])
      setTrendOutputs(analyseNight({ ...historyOf(34, [[25, 0.1]]), suite }), [], `${suite}/trend.html`)
    delete process.env.GITHUB_OUTPUT
    const values = (name: string) =>
      [...readFileSync(file, 'utf8').matchAll(RegExp(`^${name}<<(.*)\\n([\\s\\S]*?)\\n\\1$`, 'gm'))].map(
        found => found[2],
      )
    const changes = JSON.parse(values('changes').at(-1) ?? '') as { suite: string }[]
    expect(changes.map(({ suite }) => suite)).toEqual(['parse', 'print'])
    expect(values('trend-path').at(-1)).toBe('parse/trend.html\nprint/trend.html')
  }, 60_000)
})
