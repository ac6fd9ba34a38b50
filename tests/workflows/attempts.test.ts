// Jobs that are run again until they are green, with a benchmark that states its cost: no attempt clears what an earlier
// one found, whatever is left of that, and none that measured nothing stands in the way.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type BedRun, type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, example, gatingSettings, outputsOf, quickScript } from './quick-suite.ts'

// The change costs 5 %, unless the attempt is lucky.
const benchmark = `test -z "$LUCKY" || set -- ./lucky
${quickScript('parse')}`

const { workflow, permissions } = gatingSettings
const silent = '.github/workflows/silent.yml'
const pullRequest = commenting(example('pull-request/bench.yml'))
  .replace(/^( +)- uses: org/m, '$1- run: test "$FAIL" != checkout\n$&')
  .replace(/^( +)command:.*/m, '$1runs: 5\n$1command: test "$FAIL" != build && sh bench/benchmark.sh ./cost')
const matrix = '.github/workflows/matrix.yml'
const oneLeg = example('matrix/bench.yml')
  .replace('[bench-1, bench-2]', '[bench-1]')
  .replace('[parse, format]', '[parse]')
  .replace(/command: node bench.*$/m, 'runs: 5\n          command: sh bench/benchmark.sh ./cost')
  .replace('legs: 4', 'legs: 1')
const files = {
  [matrix]: oneLeg,
  [workflow]: pullRequest,
  [silent]: pullRequest.replace(/^( +)command:/m, '$1config: silent.yml\n$1comment: never\n$&'),
  'silent.yml': 'defaults: { checks: never }\n',
  'bench/benchmark.sh': benchmark,
  'bench/cost': '100',
  'bench/lucky': '100',
}

describe('a job that is run again', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files })
    bed.openPull(1, { branch: 'slower', files: { 'bench/cost': '105' } })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const lucky = { LUCKY: '1' }
  const run = (more: Partial<RunSettings> = {}) => bed.pullRequest(1, { workflow, permissions, ...more })
  const again = (first: BedRun, more: Partial<RunSettings> = {}) =>
    run({ rerun: first.runId, env: lucky, ...more })
  /** All artifacts expire, and these are deleted. */
  const forget = (...deleted: ('comments' | 'checks')[]) => {
    for (const { id } of bed.results.artifacts()) bed.results.expire(id)
    if (deleted.includes('comments')) bed.github.comments.splice(0)
    if (deleted.includes('checks')) bed.github.state.checks.splice(0)
  }
  const ended = ({ code, log, ...result }: BedRun) => ({
    code: Math.sign(code),
    outcome: outputsOf({ code, log, ...result }).outcome,
    log: code === 0 ? '' : log,
  })
  const red = (outcome: string) => ({ code: 1, outcome, log: expect.any(String) })
  const green = { code: 0, outcome: 'pass', log: '' }

  it('is tested together with all attempts before it, which a full re-run sees over REST only', async () => {
    const first = await run()
    // Also where only the jobs that failed are repeated, and the runner's own service lists what it refuses to hand out.
    const second = await again(first, { env: {}, partial: true })
    expect(second.summary).toMatch(/the runs of one earlier attempt of this job were joined/)
    const third = await again(first)
    expect(ended(third)).toEqual(red('regression'))
    expect(third.summary).toMatch(
      /the runs of 2 earlier attempts of this job were joined \(attempt 2, attempt 1\)/,
    )
    expect(third.summary).not.toMatch(/could not be read|not joined/)
    const all = bed.results.artifacts().map(({ name }) => name)
    const names = all.filter(name => name.includes('-candidate-'))
    const plain = names[0] ?? ''
    expect(names).toEqual([plain, `${plain}-attempt-2`, `${plain}-attempt-3`])
    // Each attempt has a page of its own as well.
    const page = plain.replace('-candidate-', '-page-')
    expect(all).toEqual(
      expect.arrayContaining([`${page}.html`, `${page}-attempt-2.html`, `${page}-attempt-3.html`]),
    )
    expect(bed.results.refusals).toEqual([])
    expect(bed.github.state.checks.map(({ conclusion }) => conclusion)).toEqual(Array(3).fill('failure'))
  }, 300_000)

  it('stays red by what comment and check run keep, and fails where nothing tells or the permission to look is missing', async () => {
    const first = await run()
    // A token that may not look for earlier attempts: the comment tells.
    const { actions: _, ...fewer } = permissions
    const told = await again(first, { permissions: fewer })
    expect(ended(told)).toEqual(red('regression'))

    forget()
    const byComment = await again(first)
    expect(ended(byComment)).toEqual(red('regression'))
    expect(byComment.log).toMatch(/attempt 1 of this job regressed, and no test together with it has cleared/)
    const reason =
      /attempt 1 failed here, and its runs cannot be tested together with these \(these alone: no change\), so the failure stays/
    expect(byComment.summary).toMatch(reason)
    expect(bed.github.comments.map(({ body }) => body)).toEqual([expect.stringMatching(reason)])

    forget('comments')
    const byCheck = await again(first)
    expect(ended(byCheck)).toEqual(red('regression'))
    expect(byCheck.summary).toMatch(reason)

    forget('comments', 'checks')
    const lost = await again(first)
    expect(ended(lost)).toEqual(red('not-established'))
    expect(lost.log).toMatch(/attempt 1 of this job failed, and nothing that can be read says what it found/)
    expect(bed.github.state.checks).toMatchObject([{ conclusion: 'action_required' }])

    forget('comments', 'checks')
    const unseen = await again(first, { permissions: fewer })
    expect(ended(unseen)).toEqual(red('not-established'))
    expect(unseen.log).toMatch(
      /the result of attempt 1 of this job is not known: .*'permissions:' of the job: actions: read/,
    )
  }, 300_000)

  it('is judged by itself after attempts that measured nothing: the checkout failed, or the build', async () => {
    const first = await run({ workflow: silent, env: { FAIL: 'checkout' } })
    expect(ended(first)).toEqual({ ...red(''), outcome: undefined })
    const second = await again(first, { workflow: silent, env: { FAIL: 'build' } })
    expect(ended(second)).toEqual(red('not-established'))
    expect(ended(await again(first, { workflow: silent }))).toEqual(green)
  }, 300_000)

  it('stays red when it publishes: what it reported stands where the legs of before cannot be joined', async () => {
    const runners = ['bench-1', 'ubuntu-latest'].map(name => ({ name, labels: ['self-hosted', name] }))
    const legs = { workflow: matrix, runners }
    const first = await run(legs)
    expect(ended(first)).toEqual(red('regression'))

    for (const { id, name } of bed.results.artifacts())
      if (name.includes('-candidate-')) bed.results.expire(id)
    const byReport = await again(first, legs)
    expect(ended(byReport)).toEqual(red('regression'))
    const reason =
      /attempt 1 failed here, and its runs cannot be tested together with these \(these alone: no change\)/
    expect(byReport.summary).toMatch(reason)

    forget()
    const byComment = await again(first, legs)
    expect(ended(byComment)).toEqual(red('regression'))
    expect(byComment.summary).toMatch(reason)

    forget('comments', 'checks')
    const lost = await again(first, legs)
    expect(ended(lost)).toEqual(red('not-established'))
    expect(lost.summary).toMatch(/attempt 1 of this job failed, and nothing that can be read says/)
  }, 600_000)
})
