// Several reports on one commit under one name: those of two workflows, of two runs out of order, and of one job that measures
// the commit again. None of them clears what another one found.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type BedRun, type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import {
  commenting,
  gatingSettings,
  outputsOf,
  pairPermissions,
  quickExample,
  quickScript,
  suiteFiles,
} from './quick-suite.ts'

const [bench, other, publish] = ['bench', 'other', 'publish'].map(
  name => `.github/workflows/${name}.yml`,
) as [string, string, string]
const pair = quickExample('pull-request/bench.yml')
const { measuring: reading, publishing: writing } = pairPermissions

/** The cost that a lucky run does not show. */
const luckyScript = `test -z "$LUCKY" || set -- ./lucky
${quickScript('parse')}`

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
})
afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const lastCheck = () =>
  bed.github.state.checks.at(-1) as unknown as { conclusion: string; output: Record<string, string> }
const bodies = () => bed.github.comments.map(({ body }) => body)

describe('two workflows that report under one name', () => {
  const otherBench = pair.replace('name: bench', 'name: other').replace('./access-log.txt', './fast.txt')
  const report = ({ runId }: BedRun) =>
    bed.workflowRun(runId, { workflow: publish, permissions: writing, expectedCode: 0 })
  const measure = (workflow: string) => bed.pullRequest(1, { workflow, permissions: reading })

  beforeEach(() => {
    const files = suiteFiles({ 'access-log': 20, fast: 20 })
    const workflows = {
      [bench]: pair,
      [other]: otherBench,
      [publish]: quickExample('pull-request/publish.yml'),
    }
    bed.repository.commit({ files: { ...workflows, ...files } })
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '30' } })
  })

  it('leave the worse in check run and comment, whichever comes last, and the report names both', async () => {
    const [red, green] = [await measure(bench), await measure(other)]
    await report(red)
    expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
    await report(green)
    expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
    expect(lastCheck().output.summary).toMatch(/bench\\?\.yml.*give each job a 'name' of its own/s)
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).toMatch(/🔴/)
    expect(bodies()[0]).toMatch(/bench\\?\.yml/)
    await report(red)
    expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
  }, 240_000)
})

describe('workflows of one name', () => {
  const onOther = pair.replace('./access-log.txt', './fast.txt')
  const triggered = '  pull_request: { types: [opened, synchronize, reopened, edited] }\n'

  /** Of a pull request that changes these workflows, whose originals measure what gets slower, and these other files. */
  const reportOf = async (changed: Record<string, string>, more: Record<string, string> = {}) => {
    const originals = Object.fromEntries(Object.keys(changed).map(path => [path, pair]))
    const workflows = { ...originals, [other]: onOther, [publish]: quickExample('pull-request/publish.yml') }
    bed.repository.commit({ files: { ...workflows, ...suiteFiles({ 'access-log': 20, fast: 20 }) } })
    bed.openPull(1, { branch: 'change', files: { ...changed, ...more, 'bench/access-log.txt': '40' } })
    const measured = await bed.pullRequest(1, { workflow: other, permissions: reading, expectedCode: 0 })
    const published = await bed.workflowRun(measured.runId, {
      workflow: publish,
      permissions: writing,
      expectedCode: 0,
    })
    return {
      outcome: outputsOf(published).outcome,
      check: lastCheck().conclusion,
      summary: published.summary,
    }
  }

  const unrelated = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`.github/workflows/at-${i}.yml`, 'on: push\n']),
    )

  it('of which the pull request takes the trigger away, lets it wait for other branches, or gives one a name that nothing listens to, do not pass by the report of the other one', async () => {
    const [triggerless, waiting, silent] = ['triggerless', 'waiting', 'silent'].map(
      name => `.github/workflows/${name}.yml`,
    ) as [string, string, string]
    const { summary, ...ended } = await reportOf(
      {
        [triggerless]: pair.replace(triggered, ''),
        [waiting]: pair.replace(triggered, '  pull_request: { branches: [release] }\n'),
        [silent]: pair.replace('name: bench\n', 'name: old\n'),
      },
      unrelated(25),
    )
    expect(ended).toEqual({ outcome: 'not-established', check: 'action_required' })
    const lines = summary.replace(/[\\`]/g, '').split('\n')
    const saidOf = (path: string) => lines.filter(line => line.includes(path)).join('\n')
    for (const [path, why] of [
      [triggerless, /what stands under 'on' does not start it/],
      [waiting, /what stands under 'on' does not start it/],
      [silent, /it is called 'old', and nothing/],
    ] as const) {
      expect(saidOf(path)).toContain(`${path} adds to this report at the base commit`)
      expect(saidOf(path)).toMatch(why)
    }
  }, 240_000)

  it('of which the pull request changes nothing that starts them pass each by itself, also beside a file that is no workflow', async () => {
    const noYaml = { '.github/workflows/docs.yml': 'on: { push: { paths: [*.md] } }\n' }
    expect(await reportOf({ [bench]: `# measured\n${pair}` }, noYaml)).toMatchObject({
      outcome: 'pass',
      check: 'success',
    })
  }, 240_000)

  it('of which one is silenced do not pass where the server does not list all that the pull request changes', async () => {
    const [silenced, kept] = ['.github/workflows/silenced.yml', '.github/workflows/unchanged.yml']
    bed.github.interrupt('pulls/list-files', ...Array(9).fill({ status: 403 }))
    const files = Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`data/${i}`, '']))
    const { summary, ...ended } = await reportOf({ [silenced]: 'on: push\n', [kept]: pair }, files)
    bed.github.clearInterruptions()
    expect(ended).toEqual({ outcome: 'not-established', check: 'action_required' })
    expect(summary.replace(/[\\`]/g, '')).toContain(`${silenced} adds to this report`)
    expect(summary).not.toContain('unchanged.yml')
  }, 240_000)

  it('do not pass where the pull request changes more workflows than are looked at', async () => {
    const { summary, ...ended } = await reportOf({}, unrelated(41))
    expect(ended).toEqual({ outcome: 'not-established', check: 'action_required' })
    expect(summary).toMatch(/changes 41 workflows, and 40 of them were looked at/)
  }, 240_000)
})

describe('two runs of one workflow on one commit', () => {
  const { workflow, permissions } = gatingSettings
  const text = commenting(pair).replace('sh bench/quick.sh ./access-log.txt', 'sh bench/lucky.sh ./cost')
  const files = { [workflow]: text, 'bench/lucky.sh': luckyScript, 'bench/cost': '100', 'bench/lucky': '100' }
  const run = (more: Partial<RunSettings> = {}) => bed.pullRequest(1, { workflow, permissions, ...more })
  const lucky = { env: { LUCKY: '1' } }

  beforeEach(() => {
    bed.repository.commit({ files })
    bed.openPull(1, { branch: 'slower', files: { 'bench/cost': '105' } })
  })

  it('are tested together: the second clears nothing that both together show, nor where the artifacts of the first are gone', async () => {
    const first = await run()
    expect(outputsOf(first).outcome).toBe('regression')
    const again = await run(lucky)
    expect(again.code).not.toBe(0)
    expect(outputsOf(again).outcome).toBe('regression')
    expect(again.summary).toMatch(/the runs of other measurements of this commit were joined \(run \d+\)/)
    expect(lastCheck()).toMatchObject({ conclusion: 'failure' })

    for (const { id } of bed.results.artifacts()) bed.results.expire(id)
    const alone = await run(lucky)
    expect(outputsOf(alone).outcome).toBe('regression')
    // Kept apart, by what the comment and the check run say.
    expect(alone.summary).toMatch(
      RegExp(`run (?:${first.runId}|${again.runId}) failed here, and its runs cannot be tested together`),
    )

    // With another commit it is another matter.
    bed.openPull(1, { branch: 'slower', files: { 'bench/cost': '100' } })
    expect(outputsOf(await run()).outcome).toBe('pass')
  }, 240_000)
})

describe('a run that is published after a newer one of the same commit', () => {
  it('leaves the check run of the newer one', async () => {
    const files = { [bench]: pair, [publish]: quickExample('pull-request/publish.yml') }
    bed.repository.commit({ files: { ...files, ...suiteFiles({ 'access-log': 20 }) } })
    bed.openPull(1, { branch: 'change', files: { 'README.md': 'x' } })
    const measure = () => bed.pullRequest(1, { workflow: bench, permissions: reading, expectedCode: 0 })
    const [older, newer] = [await measure(), await measure()]
    const report = ({ runId }: BedRun) =>
      bed.workflowRun(runId, { workflow: publish, permissions: writing, expectedCode: 0 })
    await report(newer)
    const checks = bed.github.state.checks.length
    const late = await report(older)
    expect(late.log).toMatch(RegExp(`run ${newer.runId}, which is newer`))
    expect(bed.github.state.checks).toHaveLength(checks)
  }, 240_000)
})
