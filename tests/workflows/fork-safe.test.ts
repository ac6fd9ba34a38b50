// The two workflows for pull requests from forks, run against GitHub's stand-ins; then what a hostile
// fork could leave instead of a result.
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type HostileEntry, hostileZip } from '../github/hostile-zip.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const files = {
  [bench]: quickExample('pull-request/bench.yml'),
  [publish]: quickExample('pull-request/publish.yml'),
  ...suiteFiles({ 'access-log': 20 }),
}
const reading = { contents: 'read', actions: 'read' } satisfies Permissions
const measuring = { workflow: bench, permissions: reading }
const publishing = { workflow: publish, permissions: { ...reading, 'pull-requests': 'write' } as Permissions }

describe('pull requests from forks', () => {
  let bed: TestBed

  beforeEach(async () => {
    const state = { forks: [{ id: 99, owner: 'mallory', repo: 'rocket' }] }
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root }, state })
    bed.repository.commit({ files })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const open = (number: number, middle: number, more = {}) =>
    bed.openPull(number, {
      branch: `change-${number}`,
      repository_id: 99,
      files: { 'bench/access-log.txt': String(middle) },
      ...more,
    })
  const publisher = (measured: BedRun) => bed.workflowRun(measured.runId, publishing)
  const bodies = () => bed.github.comments.map(({ issue, body }) => `${issue}: ${body}`)

  it('are measured without any right to write, and reported on by another run, as self-reported, while they are open and not pushed to', async () => {
    open(3, 30)
    const measured = await bed.pullRequest(3, measuring)
    expect(outputsOf(measured)).toMatchObject({ outcome: 'regression' })
    // The first request for the pull request is the last thing before the comment.
    const [pull] = bed.github.state.pulls
    const meanwhile = () => Object.assign(pull ?? {}, { state: 'closed' })
    bed.github.interrupt('pulls/get', { meanwhile })
    expect((await publisher(measured)).log).toMatch(/Nothing was posted: #3 was closed meanwhile/)
    expect(bodies()).toEqual([])

    Object.assign(pull ?? {}, { state: 'open' })
    const before = bed.github.requests.length
    const published = await publisher(measured)
    expect(bed.github.requests.length - before).toBeLessThan(23)
    expect({ code: published.code, log: published.code === 0 ? '' : published.log }).toEqual({
      code: 0,
      log: '',
    })
    expect(outputsOf(published)).toMatchObject({ outcome: 'regression' })
    expect(bodies()).toEqual([
      expect.stringMatching(
        /^3: <!-- stable-bench: access%2Dlog -->[\s\S]*### 🔴 Both benchmarks are slower, by up to .* · self-reported by a fork\n/,
      ),
    ])
    expect(bodies()[0]).toMatch(/Self-reported by a fork/)
    expect(published.summary).toMatch(/### 🔴 Both benchmarks are slower[\s\S]*Self-reported by a fork/)
    const own = bed.results.artifacts().filter(({ runId }) => runId === published.runId)
    const kept = own.map(({ name }) => name)
    expect(kept).toEqual(
      expect.arrayContaining(['stable-bench-report-access-log', 'stable-bench-report-access-log.html']),
    )

    open(3, 20)
    const earlier = bodies()
    const moved = await publisher(measured)
    expect(moved.code).toBe(0)
    expect(moved.summary).toMatch(/Nothing was published: `#3` has a newer head/)
    expect(bodies()).toEqual(earlier)

    const { runId } = await bed.pullRequest(3, measuring)
    const page = await bed.workflowRun(runId, publishing)
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).toMatch(/### 🟡 No change: .* · self-reported by a fork\n/)
    // The page is this job's own, and the run the one that measured.
    const runs = 'https://github.com/acme/rocket/actions/runs'
    expect(bodies()[0]).toMatch(RegExp(`\\[Full report\\]\\(<${runs}/${page.runId}/artifacts/\\d+>\\)`))
    expect(bodies()[0]).toContain(`[The run](<${runs}/${runId}>)`)
  }, 180_000)

  it('are compared with the stored baseline where they measured alone, and never pass', async () => {
    const stored = (files[bench] ?? '').replace(/^( +)command:/m, '$1baseline: artifact\n$&')
    bed.repository.commit({ files: { [bench]: stored } })
    const { runId } = await bed.push('main', { ...measuring, expectedCode: 0 })
    // A second session, as another run of the same commit would leave it.
    const [own] = bed.results.artifacts()
    const [run] = bed.github.state.runs.filter(({ id }) => id === runId)
    if (!own || !run) throw new Error('the push left no baseline')
    bed.github.state.runs.push({ ...run, id: 150 })
    bed.results.addArtifact({ runId: 150, name: own.name, content: bed.results.blob(own.id) })
    open(4, 20)
    const measured = await bed.pullRequest(4, measuring)
    const published = await publisher(measured)
    expect(outputsOf(published)).toMatchObject({ outcome: 'not-established', regressions: '[]' })
    expect(bodies()[0]).toMatch(/against a stored baseline of 2 sessions/)
  }, 180_000)

  it('that change the workflow which measures them are judged as before; the comment says on top what differs, and the log which line is missing where there may be none', async () => {
    const own = (files[bench] ?? '').replace(/^( +)command:/m, '$1baseline: artifact\n$&')
    open(4, 30, { files: { ...suiteFiles({ 'access-log': 30 }), [bench]: own } })
    const measured = await bed.pullRequest(4, measuring)
    await expectMissingLines(measured)
    const published = await publisher(measured)
    expect(outputsOf(published)).toMatchObject({ outcome: 'regression' })
    const [top = ''] = bodies()[0]?.split('<details>') ?? []
    expect(top.replaceAll('`', '')).toContain(
      `this pull request changes ${bench}, which measures it: baseline: auto (default) → artifact`,
    )
    // Its own inputs are the default branch's.
    expect(top).not.toMatch(/do not count/)
  }, 180_000)

  it('whose run waits for an approval get no report, and one that says why it ended where it did not start', async () => {
    open(5, 20)
    const { head } = bed.github.state.pulls.find(({ number }) => number === 5) ?? {}
    const ended = (id: number, conclusion: string) => {
      const run = {
        id,
        event: 'pull_request',
        path: bench,
        head_branch: head?.ref ?? '',
        head_sha: head?.sha ?? '',
      }
      bed.github.state.runs.push({ ...run, head_repository_id: 99, conclusion, jobs: [] })
      return bed.workflowRun(id, publishing)
    }
    const held = await ended(710, 'action_required')
    expect(held.code).toBe(0)
    expect(held.summary).toBe(
      'Nothing was published: run 710 waits for somebody with write access to approve it.\n',
    )
    const { summary } = await ended(730, 'startup_failure')
    expect(summary).toMatch(/the run ended as `'startup_failure'`, and no job of it says why/)
    expect(summary).not.toMatch(/these numbers/)
  }, 180_000)

  /** What the publish job of a run says where it has less than it needs. */
  async function expectMissingLines({ runId }: BedRun): Promise<void> {
    const without = (permissions: Permissions) => bed.workflowRun(runId, { workflow: publish, permissions })
    const readsPulls = await without({ ...reading, 'pull-requests': 'read' })
    expect(readsPulls.code).toBe(0)
    expect(readsPulls.log).toMatch(/comment could not be written: .*permissions:.*: pull-requests: write/)
    expect(readsPulls.summary).toMatch(/access-log/)
    const lines = { contents: 'read', 'pull-requests': 'write' } satisfies Permissions
    const noArtifacts = await without(lines)
    expect(noArtifacts.code).not.toBe(0)
    expect(noArtifacts.log).toMatch(/add this line under 'permissions:' of the job: actions: read/)
  }

  describe('that are hostile', () => {
    let run: number
    const name = `stable-bench-candidate-access-log-${'a'.repeat(12)}`

    beforeEach(() => {
      open(6, 20)
      const pull = bed.github.state.pulls.find(each => each.number === 6)
      run = 700
      Object.assign(bed.github.state, bed.repository.state())
      bed.github.state.runs.push({
        id: run,
        event: 'pull_request',
        path: bench,
        head_branch: pull?.head.ref ?? '',
        head_sha: pull?.head.sha ?? '',
        head_repository_id: 99,
      })
    })

    const leave = (content: Buffer) => bed.results.addArtifact({ runId: run, name, content })

    const testbed = { grade: 'tuned', gradeReason: '', fingerprint: 'a'.repeat(12), facts: { machine: 'm' } }
    const benchmark = (of: string, value: unknown = 20) => ({
      name: of,
      metric: 'time',
      unit: 'ms',
      better: 'lower',
      runs: Array(5).fill([value]),
    })
    const document = (more: object = {}) => ({
      schema: 'stable-bench/result@1',
      suite: 'access-log',
      tool: null,
      revision: null,
      testbed,
      plan: null,
      order: null,
      evidence: [],
      warnings: [],
      failures: [],
      benchmarks: [benchmark('parse')],
      ...more,
    })
    const packed = (result: string | object, ...more: HostileEntry[]) => {
      const text = typeof result === 'string' ? result : JSON.stringify(result)
      return hostileZip([{ name: 'result.json.gz', content: gzipSync(text) }, ...more])
    }
    const both = (result: string | object) => {
      const text = typeof result === 'string' ? result : JSON.stringify(result)
      return packed(text, { name: 'baseline.json.gz', content: gzipSync(text) })
    }
    const publishIt = async () => {
      const published = await bed.workflowRun(run, publishing)
      expect({ code: published.code, log: published.code === 0 ? '' : published.log }).toEqual({
        code: 0,
        log: '',
      })
      expect(outputsOf(published).outcome).toBe('not-established')
      return published
    }

    it('are refused for whatever is wrong with what they left, each leg with its reason, and nothing is posted', async () => {
      const rows = (count: number, value = 20) =>
        Array.from({ length: count }, (_, i) => benchmark(`b${i}`, value))
      const number = (written: string) => (suite: string) =>
        packed(JSON.stringify(document({ suite })).replaceAll('[20]', `[${written}]`))
      const wrong: Record<string, [(suite: string) => Buffer, RegExp]> = {
        'zip-bomb': [() => packed('', { name: 'result.json', size: 2 ** 30 }), /claims 1073741824 bytes/],
        'gzip-bomb': [
          () => hostileZip([{ name: 'result.json.gz', content: gzipSync(Buffer.alloc(80_000_000)) }]),
          /unpacks to more than/,
        ],
        'path-upwards': [
          suite => packed(document({ suite }), { name: '../../bench/quick.sh' }),
          /not a plain file name/,
        ],
        'absolute-path': [
          suite => packed(document({ suite }), { name: '/etc/cron.d/x' }),
          /not a plain file name/,
        ],
        link: [
          suite => packed(document({ suite }), { name: 'report.html', unixMode: 0o120777 }),
          /is a link/,
        ],
        'other-version': [
          suite => packed(document({ suite, schema: 'stable-bench/result@2' })),
          /expected .?"stable-bench\/result@1"/i,
        ],
        'not-a-number': [number('NaN'), /benchmarks\S*runs/],
        infinity: [number('-Infinity'), /benchmarks\S*runs/],
        overflow: [number('1e999'), /benchmarks\S*runs/],
        'beyond-reason': [
          suite => both(document({ suite, benchmarks: rows(1, 1e200) })),
          /outside the possible range/,
        ],
        'many-rows': [
          suite => both(document({ suite, benchmarks: rows(5001) })),
          /5,001 benchmarks, at most 5,000/,
        ],
        'other-suite': [() => packed(document({ suite: 'other' })), /another suite or machine/],
        'no-result': [() => hostileZip([{ name: 'report.html' }]), /holds no result/],
        expired: [suite => packed(document({ suite })), /it has expired/],
      }
      for (const [suite, [content]] of Object.entries(wrong)) {
        const leg = `stable-bench-candidate-${suite}-${'a'.repeat(12)}`
        const expired = suite === 'expired'
        bed.results.addArtifact({ runId: run, name: leg, content: content(suite), expired })
      }
      const { summary } = await publishIt()
      const lines = summary.replaceAll('`', '').split('\n')
      for (const [suite, [, reason]] of Object.entries(wrong))
        expect(lines.filter(line => line.includes(suite)).join('\n')).toMatch(reason)
      expect(bodies()).toEqual([])
    }, 60_000)

    it('are told which jobs did not succeed where these left nothing', async () => {
      const ended = bed.github.state.runs.find(({ id }) => id === run)
      if (ended)
        Object.assign(ended, { conclusion: 'failure', jobs: [{ name: 'bench', conclusion: 'failure' }] })
      expect((await publishIt()).summary.replaceAll('`', '')).toMatch(
        /the run left no result\n- a job did not succeed, and no result explains that: bench \(failure\)/,
      )
    }, 400_000)

    it('cannot choose the commit whose configuration judges them', async () => {
      // GitHub serves a fork's commits, and merges into them, through the parent repository.
      const evil = bed.repository.openPull(8, {
        branch: 'evil',
        repository_id: 99,
        files: { '.stable-bench.yml': 'shadow: true\n' },
      })
      open(6, 30, { base: evil.head.sha, from: 'main' })
      Object.assign(bed.github.state, bed.repository.state())
      const pull = bed.github.state.pulls.find(each => each.number === 6)
      const ended = bed.github.state.runs.find(({ id }) => id === run)
      if (!pull || !ended) throw new Error('there is no pull request 6')
      pull.base = { ref: 'main', sha: bed.github.state.branches.main ?? '' }
      ended.head_sha = pull.head.sha
      const revision = { commit: pull.merge_commit_sha, ref: null, dirty: false }
      const zipped = (value: number) => {
        const runs = Array.from({ length: 10 }, (_, i) => [value + i / 100])
        const benchmarks = [{ ...benchmark('parse'), runs }]
        return gzipSync(JSON.stringify(document({ revision, benchmarks })))
      }
      leave(
        hostileZip([
          { name: 'result.json.gz', content: zipped(30) },
          { name: 'baseline.json.gz', content: zipped(20) },
        ]),
      )
      await publishIt()
      expect(bodies()[0]).toMatch(/^6: [\s\S]*### 🔴 The base branch does not have the base[\s\S]*parse/)
      expect(bodies()[0]).toMatch(/goes into main, which does not have/)
      expect(bodies()[0]).not.toMatch(/shadow/)
    }, 400_000)

    it('cost at most sixty requests, however much there is to look at', async () => {
      const head = bed.github.state.branches.main ?? ''
      for (let leg = 0; leg < 45; leg++) {
        const of = (kind: string) => `stable-bench-${kind}-s${leg}-${'a'.repeat(12)}`
        const content = packed(document({ suite: `s${leg}` }))
        bed.results.addArtifact({ runId: run, name: of('candidate'), content })
        const id = 800 + leg
        const pushed = { event: 'push', path: bench, head_branch: 'main', head_sha: head }
        bed.github.state.runs.push({ id, ...pushed })
        bed.results.addArtifact({ runId: id, name: of('baseline'), content: Buffer.from('no zip') })
      }
      const before = bed.github.requests.length
      const { summary } = await publishIt()
      expect(bed.github.requests.length - before).toBeGreaterThan(45)
      expect(bed.github.requests.length - before).toBeLessThanOrEqual(60)
      expect(summary).toMatch(/5 legs left out: at most 40 are published/)
      expect(Buffer.byteLength(bodies()[0] ?? '')).toBeLessThan(65_000)
    }, 400_000)

    it('cannot write markup, mention anyone, name another pull request or vouch for themselves', async () => {
      open(1, 20)
      const evil = [
        '@everyone look',
        'a|b',
        '</details><script>alert(1)</script>',
        '[x](javascript:alert(1))',
        'fixes #1',
        '\u202egnp.exe',
        '`@team`',
        '<!-- stable-bench: access%2Dlog -->',
      ]
      const claims = { pull_request: 1, number: 1, outcome: 'pass', comparison: {} }
      leave(
        both(
          document({
            ...claims,
            benchmarks: evil.map(each => benchmark(each)),
            warnings: evil.map(message => ({ code: 'x', message })),
            revision: { commit: '0'.repeat(40), ref: '@everyone', dirty: null },
            testbed: { ...testbed, facts: { machine: '@machine <img src=x>' }, gradeReason: '@reason' },
          }),
        ),
      )
      await publishIt()
      const [body = '', ...others] = bodies()
      expect(others).toEqual([])
      expect(body).toMatch(/^6: /)
      expect(body).not.toContain('0'.repeat(40))
      const text = body.replace(/^6: <!--.*-->\n<!--.*-->\n<!-- record \{[^<>@#\n]*\} -->\n/, '')
      const outsideCode = text.replaceAll(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, 'code')
      expect(outsideCode).not.toMatch(/@|<script|<img|javascript|#1\b|<!--|\u202e/)
      expect(outsideCode).toMatch(/Self-reported/)
    }, 400_000)
  })
})
