import { describe, expect, it } from '@jest/globals'
import { type PlannedSettings, settingsOf, type Testbed } from '../../../src/model/index.ts'
import { renderHtml } from '../../../src/report/html/comparison.ts'
import { renderMarkdown } from '../../../src/report/markdown/comparison.ts'
import { renderText } from '../../../src/report/text/comparison.ts'
import { renderSession } from '../../../src/report/text/session.ts'
import { settingsLine } from '../../../src/report/words/testbed.ts'
import { session } from '../../compare/session.ts'
import { unchangedExample } from '../example-comparison.ts'

const plain: PlannedSettings = {
  warmupRuns: 1,
  tool: 'auto',
  cpus: '2',
  numaNode: null,
  aslr: 'off',
  cache: 'warm',
  priority: 'auto',
  attached: false,
  shell: 'none',
}

const line = (more: Partial<PlannedSettings>, facts: Record<string, string> = {}) =>
  settingsLine({ facts: { ...facts, ...settingsOf({ ...plain, ...more, clock: { name: 'perl' } }) } })

describe('the settings on one line', () => {
  it('are what most readers ask for where they are plain', () => {
    expect(line({})).toBe('warm page cache, ASLR off, 1 warm-up run')
  })

  it('are all that is not plain', () => {
    const all = {
      cache: 'cold',
      evictedBytes: 2 ** 26,
      aslr: 'on',
      priority: 'nice -5',
      attached: true,
      numaNode: 'interleave:0-1',
      lockMemory: true,
      warmupRuns: 3,
      coolDownSeconds: 5,
      delta: 1000,
    } as const
    expect(settingsLine({ facts: settingsOf({ ...plain, ...all, clock: { name: 'bash' } }) })).toBe(
      'cold page cache, cold processor caches, ASLR on, priority nice -5, attached, NUMA node interleave:0-1, no limit on locked memory, ' +
        '3 warm-up runs, cool-down 5 s, delta 1000, clock bash',
    )
  })

  it('say on a tuned machine when the runs were not attached', () => {
    expect(line({ attached: true }, { grade: 'tuned' })).toContain(', attached,')
    expect(line({}, { grade: 'tuned' })).toContain(', not attached,')
    expect(line({}, { grade: 'untuned' })).not.toContain('attached')
  })

  it('are no line where nothing is recorded of them, and cannot bring control characters along', () => {
    expect(settingsLine({ facts: { kernel: '6.12' } })).toBeNull()
    expect(settingsLine({ facts: { priority: '\u001b[2J' } })).toMatch(/^priority [ -~]*$/)
  })
})

describe('the settings in a report', () => {
  const example = unchangedExample()
  const testbed = example.candidate.testbed as Testbed
  const settings = settingsOf({ ...plain, cache: 'cold', attached: true, clock: { name: 'perl' } })
  const measured = { ...testbed, facts: { ...testbed.facts, ...settings } }
  const comparison = { ...example, candidate: { ...example.candidate, testbed: measured } }
  const expected = 'cold page cache, ASLR off, attached, 1 warm-up run'

  it('are in every form of it', () => {
    expect(renderText(comparison, { colour: false })).toContain(`\nsettings   ${expected}\n`)
    expect(renderMarkdown(comparison)).toContain(`\n- Settings: ${expected}\n`)
    expect(renderHtml(comparison)).toContain(`<dt>Settings</dt><dd>${expected}</dd>`)
  })

  it('have the CPUs with them where it is of one session', () => {
    const on = (facts: Record<string, string>) =>
      renderSession(session([], { testbed: { ...testbed, facts } })).split('\n')
    expect(on({ ...settings, 'pinned-cpus': '2' })).toContain(`settings: CPU 2, ${expected}`)
    expect(on({ ...settings, 'pinned-cpus': 'none' })).toContain(`settings: not pinned, ${expected}`)
    expect(on({}).join('\n')).not.toContain('settings:')
  })
})
