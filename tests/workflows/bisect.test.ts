// A change for the worse came with one of six commits between two nights. A night opens its issue, and a job searches for the commit.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { appendToDirectory } from '../../src/history/store/directory.ts'
import { pieceReader } from '../../src/history/store/pieces.ts'
import type { TrendHistory } from '../../src/model/index.ts'
import { root, scratch } from '../e2e/command-line.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { suiteFiles } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const day = 24 * 3600_000

const workflowText = (history: string, depth: number) => `on: { schedule: [{ cron: "17 3 * * *" }] }
jobs:
  night:
    runs-on: [self-hosted, bench]
    steps:
      - uses: actions/checkout@v7
        with: { fetch-depth: ${depth} }
      - uses: org/stable-bench@v1
        with:
          name: parse
          command: bash bench/quick.sh parse.txt
          cpus: none
          runs: 5
          history: ${history}
          issues: auto
`

const asked = '.github/workflows/bisect.yml'
const searchText = (depth: number) =>
  readFileSync(join(root, 'examples/bisect/bisect.yml'), 'utf8')
    .replace('fetch-depth: 0', `fetch-depth: ${depth}`)
    .replace(
      '{ mode: bisect }',
      '{ mode: bisect, name: parse, command: bash bench/quick.sh parse.txt, cpus: none, runs: 5 }',
    )

const permissions = { contents: 'read', actions: 'read', issues: 'write' } as const
const searching = { contents: 'read', issues: 'write', 'pull-requests': 'read' } as const
const settings = { workflow, permissions }

/** The commit that brought the change. */
const slower = 4

describe('a job with mode: bisect', () => {
  let bed: TestBed
  let history: string
  const commits: string[] = []

  const commit = (cost: number, message: string, depth = 0) =>
    bed.repository.commit({
      files: {
        ...suiteFiles({ parse: cost }),
        [workflow]: workflowText(history, depth),
        [asked]: searchText(depth),
      },
      message,
    })

  async function night(): Promise<BedRun> {
    const run = await bed.schedule(settings)
    expect({ code: run.code, log: run.code === 0 ? '' : run.log }).toEqual({ code: 0, log: '' })
    return run
  }

  /** Adds the nights before and after the change to the one that was measured. */
  function addNights(): void {
    const read = pieceReader()
    const [name = ''] = readdirSync(history).filter(each => each.startsWith('nights-'))
    const { history: measured } = read(name, readFileSync(join(history, name)))
    const [first] = measured.nights
    for (let ago = 1; ago <= 20; ago++) {
      const isAfter = ago <= 3
      const factor = (isAfter ? 1 : 1 / 1.3) * (1 + 0.002 * Math.sin(ago * 7))
      const night = {
        ...(first as TrendHistory['nights'][number]),
        id: (1000 + ago).toString(16).padStart(16, '0'),
        date: new Date(Date.now() - ago * day).toISOString(),
        commit: commits[isAfter ? 6 : 0] ?? null,
      }
      const series = measured.series.map(each => ({
        ...each,
        runs: each.runs.map(runs => runs.map(run => Number((run * factor).toPrecision(6)))),
      }))
      appendToDirectory(history, { ...measured, nights: [night], series, told: [] })
    }
  }

  beforeAll(async () => {
    history = scratch()
    bed = await startTestBed({
      state: { collaborators: { writer: 'write' } },
      action: { repository: 'org/stable-bench', root },
    })
    for (let i = 0; i <= 6; i++) commits[i] = commit(i < slower ? 100 : 130, `Change ${i}`)
    bed.openPull(12, { branch: 'use-a-tree', files: { 'tree.txt': 'a' } })
    const pull = bed.github.state.pulls.find(({ number }) => number === 12)
    Object.assign(pull ?? {}, { state: 'closed', merge_commit_sha: commits[slower] })
  }, 400_000)

  afterAll(() => bed.close())

  const bisections = () =>
    bed.github.comments.filter(({ body }) => body.startsWith('<!-- stable-bench bisection'))

  async function search(): Promise<BedRun> {
    const run = await bed.schedule({ workflow: asked, permissions: searching })
    expect({ code: run.code, log: run.code === 0 ? '' : run.log }).toEqual({ code: 0, log: '' })
    return run
  }

  it('names the commit and its pull request on the issue of the change, once', async () => {
    await night()
    addNights()
    expect((await search()).log).toContain('No open issue waits for a bisection')
    await night()
    expect(bed.github.state.issues).toMatchObject([{ number: expect.any(Number), state: 'open' }])
    const first = await search()
    expect(bisections()).toEqual([
      expect.objectContaining({ issue: bed.github.state.issues[0]?.number, body: expect.any(String) }),
    ])
    const body = bisections()[0]?.body ?? ''
    expect(body).toMatch(
      new RegExp(
        `### (?:parse|print): \\+(29|30|31)\\.\\d.% \\(worse\\) since \`${commits[slower]?.slice(0, 10)}\`\n\nThe commit came with #12\\.`,
      ),
    )
    expect(body).toMatch(/- commit: `[0-9a-f]{10}` Change 4\n/)
    expect(body).not.toContain('quick.sh')
    expect(first.log).toContain('to measure: ')
    expect((await search()).log).toContain('No open issue waits for a bisection')
    expect(bisections()).toHaveLength(1)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 400_000)

  const ask = (by: string) =>
    bed.comment(
      bed.github.state.issues[0]?.number ?? 0,
      { body: '/bench bisect', by },
      { workflow: asked, permissions },
    )

  it('is repeated for people with write access who ask on the issue, in place of the answer', async () => {
    const stranger = await ask('mallory')
    expect(stranger.log).toContain('mallory has no write access')
    const run = await ask('writer')
    expect({ code: run.code, log: run.code === 0 ? '' : run.log }).toEqual({ code: 0, log: '' })
    expect(bisections()).toEqual([expect.objectContaining({ body: expect.stringMatching(/Change 4\n/) })])
    expect(run.log).toContain('to measure: ')
    expect(bed.github.state.reactions).toMatchObject([{ content: 'eyes' }])
  }, 400_000)

  it('takes no answer of somebody else for its own, and fetches the commits where the checkout has the last one only', async () => {
    const own = bed.github.state.comments.find(({ body }) => body.startsWith('<!--'))
    if (own) own.user = { ...own.user, login: 'mallory', type: 'User' }
    commit(130, 'Only the last commit', 1)
    await search()
    expect(bisections().map(({ user }) => user.login)).toEqual(['mallory', 'github-actions[bot]'])
    expect(bisections().map(({ body }) => body)).toEqual([
      expect.stringMatching(/Change 4\n/),
      expect.stringMatching(/Change 4\n/),
    ])
  }, 400_000)

  it('says once on the issue that the history was rewritten, and advises no deeper checkout', async () => {
    const [issue] = bed.github.state.issues
    if (issue === undefined) throw new Error('no issue')
    const text = issue.body
    bed.github.state.comments.splice(0)
    issue.body = text.replaceAll(commits[0] ?? '', 'f'.repeat(40))
    expect((await search()).log).not.toContain('fetch-depth')
    expect(bisections()).toMatchObject([
      {
        body: expect.stringContaining(
          'the history has no commit ffffffffff any more: it was rewritten since',
        ),
      },
    ])
    expect((await search()).log).toContain('No open issue waits for a bisection')
    expect(bisections()).toHaveLength(1)
    issue.body = text
  }, 240_000)

  it('waits for who asks with bisect: never', async () => {
    bed.github.state.comments.splice(0)
    bed.repository.commit({
      files: { '.stable-bench.yml': 'defaults: { bisect: never }\n' },
      message: 'Never',
    })
    expect((await search()).log).toContain('No open issue waits for a bisection')
    expect(bisections()).toEqual([])
  }, 400_000)

  it('is refused in a pull request, with the events that it is for', async () => {
    const text = searchText(0)
      .replace(/^on:\n(?: .*\n)+/m, 'on: pull_request\n')
      .replace(/^ {4}if: .*\n/m, '')
    bed.openPull(30, { branch: 'asks', files: { [asked]: text } })
    const run = await bed.pullRequest(30, { workflow: asked, permissions: searching })
    expect(run.code).toBe(1)
    expect(run.log).toContain('mode: bisect is for a schedule, workflow_dispatch or a comment on an issue')
  }, 120_000)
})
