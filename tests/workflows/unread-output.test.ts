// A job whose command prints something that nothing reads: its times are shown, and nothing passes or is stored by them.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, example, gatingSettings, outputsOf } from './quick-suite.ts'

const { workflow } = gatingSettings
const withLines = (...lines: string[]) =>
  commenting(example('nightly/bench.yml')).replace(/^( +)command: node bench.*/gm, (_, indent: string) =>
    [...lines, 'runs: 5', 'command: sh bench/run.sh'].map(line => indent + line).join('\n'),
  )
const SET =
  /[Ss]et pattern to say where the results are, or set tool to process to compare the time of the process/

describe('output in no known format', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  })
  afterEach(() => bed.close())

  const commit = (text: string) =>
    bed.repository.commit({ files: { [workflow]: text, 'bench/run.sh': 'echo sorted 1000 names\n' } })

  it('makes a pull request not established, with the line to set, and is no baseline and no night', async () => {
    commit(withLines())
    for (const run of [
      await bed.push('main', gatingSettings),
      await bed.schedule({
        ...gatingSettings,
        permissions: { ...gatingSettings.permissions, issues: 'write' },
      }),
    ]) {
      expect(run.code).not.toBe(0)
      expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
      expect(run.summary).toMatch(/wall-time: [\d.]+ [mµ]s/)
      expect(run.summary).toMatch(/so nothing was stored as a baseline or a night; set tool: process/)
      expect(bed.results.artifacts()).toEqual([])
    }

    bed.openPull(1, { branch: 'change', files: { 'README.md': 'Changed.\n' } })
    const pull = await bed.pullRequest(1, gatingSettings)
    expect(pull.code).not.toBe(0)
    expect(outputsOf(pull)).toMatchObject({ outcome: 'not-established' })
    const [comment] = bed.github.comments
    expect(comment?.body).toMatch(/### 🔴 Nothing read the output, and only whole processes were timed/)
    expect(comment?.body).toMatch(SET)
    expect(comment?.body).not.toContain('sorted 1000 names')
    expect(bed.github.state.checks.at(-1)).toMatchObject({ conclusion: 'action_required' })
  }, 300_000)

  it('is timed where the workflow says so, as init writes it', async () => {
    commit(withLines('tool: process'))
    const push = await bed.push('main', gatingSettings)
    expect({ code: push.code, log: push.code === 0 ? '' : push.log }).toEqual({ code: 0, log: '' })
    expect(bed.results.artifacts().map(({ name }) => name)).toEqual([
      expect.stringMatching(/^stable-bench-baseline-access-log/),
    ])
    bed.openPull(1, { branch: 'change', files: { 'README.md': 'Changed.\n' } })
    const pull = await bed.pullRequest(1, gatingSettings)
    expect(pull.summary).not.toMatch(/nothing read the output|in a known benchmark format/)
    expect(pull.summary).toMatch(/`access-log` system-time/)
  }, 300_000)
})
