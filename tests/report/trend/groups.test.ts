import { describe, expect, it } from '@jest/globals'
import { recentGroups } from '../../../src/report/trend/groups.ts'
import { commitLink, compareLink, webAddress } from '../../../src/report/trend/links.ts'
import { type Step, trendExample } from './example.ts'

const NIGHTS = 40

function groupsOf(steps: Step[], change: { machines?: string[]; kernels?: number[]; lately?: number } = {}) {
  const { machines = ['a'], kernels = [], lately = 14 } = change
  const { trend, analysis } = trendExample({ benchmarks: 6, nights: NIGHTS, machines, kernels, steps })
  return recentGroups(trend, analysis, lately).map(({ night, testbedChanged, changes }) => ({
    day: night.date.slice(5, 10),
    testbedChanged,
    changes: changes.map(({ series, point }) => `${series.benchmark} ${series.machine} ${point.ratio}`),
  }))
}

const worse = (at: number, by: number, index: number): Step => ({ at, by, of: [index, 6] })

describe('recentGroups', () => {
  it('puts the changes of one night together, the worst first, and the newest night first', () => {
    const groups = groupsOf([worse(30, 1.05, 0), worse(35, 1.2, 1), worse(35, 1.4, 2)])
    expect(groups.map(({ changes }) => changes)).toEqual([
      ['sql/case 2 a 1.4', 'regex/case 1 a 1.2'],
      ['json/case 0 a 1.05'],
    ])
  })

  it('puts two machines that saw the same commits together', () => {
    const groups = groupsOf([worse(35, 1.2, 1)], { machines: ['a', 'b'] })
    expect(groups).toHaveLength(1)
    expect(groups[0]?.changes).toEqual(['regex/case 1 a 1.2', 'regex/case 1 b 1.2'])
  })

  it('keeps what a machine changed in apart from the same night elsewhere, after what commits made worse that night', () => {
    const groups = groupsOf([worse(35, 1.5, 1), worse(30, 1.1, 2)], { machines: ['a', 'b'], kernels: [35] })
    expect(groups.map(({ changes, testbedChanged }) => [changes[0], testbedChanged])).toEqual([
      ['regex/case 1 b 1.5', false],
      ['regex/case 1 a 1.5', true],
      ['sql/case 2 a 1.1', false],
    ])
  })

  it('puts the improvements of a night last, however large', () => {
    const [group] = groupsOf([worse(35, 0.2, 1), worse(35, 1.1, 2)])
    expect(group?.changes).toEqual(['sql/case 2 a 1.1', 'regex/case 1 a 0.2'])
  })

  it('makes one event of changes whose possible first nights overlap, and two of those that do not', () => {
    const { trend, analysis } = trendExample({
      benchmarks: 6,
      nights: NIGHTS,
      machines: ['a'],
      kernels: [],
      steps: [worse(34, 1.2, 1), worse(35, 1.3, 2)],
    })
    const widened = (range: [number, number]) => ({
      ...analysis,
      series: analysis.series.map(series => ({
        ...series,
        changePoints: series.changePoints.map(point => (point.night === 34 ? { ...point, range } : point)),
      })),
    })
    expect(recentGroups(trend, widened([34, 34]), 14)).toHaveLength(2)
    expect(recentGroups(trend, widened([33, 36]), 14)).toHaveLength(1)
  })

  it('leaves out what is older than the last nights of the machine', () => {
    const steps = [worse(NIGHTS - 5, 1.1, 1), worse(NIGHTS - 6, 1.2, 2)]
    expect(groupsOf(steps, { lately: 5, machines: ['a', 'b'] }).map(({ changes }) => changes.length)).toEqual(
      [2],
    )
    expect(groupsOf(steps, { lately: 1000 })).toHaveLength(2)
  })
})

describe('links', () => {
  const repository = 'https://github.com/example/app/'
  const [before, after] = ['a'.repeat(40), 'b'.repeat(40)]

  it('compare the commits after the first up to the second', () => {
    expect(compareLink(repository, before, after)).toBe(
      `https://github.com/example/app/compare/${before}...${after}`,
    )
    expect(compareLink(repository, before, before)).toBeNull()
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '',
    'https://user:pass@evil.example/x',
    '"><b>',
  ])('are none for the repository %j', address => {
    expect(webAddress(address)).toBeNull()
    expect(commitLink(address, before)).toBeNull()
  })

  it('carry no more of an address than its path, without what would end an attribute', () => {
    expect(webAddress('https://example.com/a"><script>?q=1#x')).toBe(
      'https://example.com/a%22%3E%3Cscript%3E',
    )
  })

  it.each(['main', '../../evil', 'abc', `${before}?x`, ''])('are none for the commit %j', commit => {
    expect(commitLink(repository, commit)).toBeNull()
    expect(compareLink(repository, before, commit)).toBeNull()
  })
})
