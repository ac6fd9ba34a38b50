// Thirty nights of the example workflow. Eighteen left their results before there was any history, one of them nothing.
// Five run here, two of them at once. Five left results whose history was lost, and the last two run here again. The
// benchmark states its cost.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { unzipSync, zipSync } from 'fflate'
import { parseResultDocument, renderResultDocument } from '../../src/formats/documents/result.ts'
import { parseTrendDocument } from '../../src/history/store/document.ts'
import type { Session } from '../../src/model/index.ts'
import { root, scratch, stableBench } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { seededRandom } from '../stats/seeded-random.ts'
import { commenting, example as exampleOf } from './quick-suite.ts'

const [workflow, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
/** A workflow of the examples, whose nights may also open issues by themselves. */
const example = commenting(exampleOf('nightly/bench.yml')).replace(/^( +)command:/gm, '$1issues: auto\n$&')
const permissions = { contents: 'read', actions: 'read' } satisfies Permissions
const writing = { ...permissions, issues: 'write' } satisfies Permissions
const settings: RunSettings = { workflow, permissions: writing }

/** Nights that have happened, of which one left nothing; when `parse` gets 15 % slower, and when it is repaired. */
const [past, missing, bad, repaired] = [18, 6, 14, 24]
const day = 24 * 3600_000

const { normal } = seededRandom(5)
const noise = Array.from({ length: 31 }, () => [1 + 0.002 * normal(), 1 + 0.002 * normal()])

type Costs = { parse: number; format: number }

function costs(night: number): Costs {
  const [parse = 1, format = 1] = noise[night] ?? []
  return { parse: (night >= bad && night < repaired ? 115 : 100) * parse, format: 50 * format }
}

/** What the benchmark prints in each of its runs. */
function printed(costs: Costs): string {
  const benchmarks = Object.entries(costs).map(([name, cost]) => {
    const run = Array.from({ length: 31 }, (_, i) => cost * (1 + 0.0003 * (i - 15)))
    return { name, metric: 'time', unit: 'ms', better: 'lower', runs: [run] }
  })
  return JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks })
}

describe('thirty nights', () => {
  let bed: TestBed
  const commits: string[] = []
  /** Of the first night that ran here. */
  let first: Session

  /** What was merged before a night. */
  function change(night: number, files: Record<string, string> = {}): void {
    const more = { ...files, 'bench/printed.json': printed(costs(night)) }
    commits[night] = bed.repository.commit({ files: more, message: `Before night ${night}` })
  }

  const night = (number: number, given = settings): Promise<BedRun> => {
    change(number)
    return succeeds(bed.schedule(given))
  }

  /** What the end of a night starts: its token may write issues, where that of the night may not. */
  const follow = ({ runId }: BedRun): Promise<BedRun> =>
    succeeds(bed.workflowRun(runId, { workflow: publish, permissions: writing }))

  beforeAll(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    const files = {
      [workflow]: example.replace(/^( +)command:.*/gm, '$1runs: 5\n$1command: cat bench/printed.json'),
      [publish]: exampleOf('pull-request/publish.yml'),
    }
    for (let i = 1; i <= past; i++) change(i, files)
  }, 400_000)

  afterAll(() => bed.close())

  const trendName = 'stable-bench-trend-access-log'
  const artifacts = (start: string) => bed.results.artifacts().filter(({ name }) => name.startsWith(start))
  const outputs = (run: BedRun) =>
    Object.assign({}, ...run.steps.map(step => step.outputs)) as Record<string, string>
  const changes = (run: BedRun) => JSON.parse(outputs(run).changes ?? 'null') as Record<string, unknown>[]
  const issues = () => bed.github.state.issues

  async function succeeds(night: Promise<BedRun>): Promise<BedRun> {
    const run = await night
    expect({ code: run.code, log: run.code === 0 ? '' : run.log }).toEqual({ code: 0, log: '' })
    expect(run.log).not.toMatch(/history was not updated|trend could not/)
    return run
  }

  /** The files of the newest history, in a directory. */
  function newestHistory(): string {
    const newest = artifacts(trendName).at(-1)
    const directory = join(scratch(), 'trend')
    mkdirSync(directory)
    for (const [name, bytes] of Object.entries(unzipSync(bed.results.blob(newest?.id ?? 0)))) {
      writeFileSync(join(directory, name), bytes)
    }
    return directory
  }

  async function nightsKept(): Promise<{ dates: string[]; commits: (string | null)[] }> {
    const directory = newestHistory()
    await stableBench(['trend', directory, '--json', 'all.json'], { cwd: directory })
    const { nights } = parseTrendDocument(readFileSync(join(directory, 'all.json'), 'utf8'), 'all')
    return { dates: nights.map(({ date }) => date), commits: nights.map(({ commit }) => commit) }
  }

  /** The session of another night: that of the first real one, moved in time, with the costs of its own. */
  function otherSession(session: Session, number: number, shift: number): Session {
    const moved = (time: string) => new Date(Date.parse(time) + shift).toISOString()
    const [own, first] = [costs(number), costs(past + 1)]
    const benchmarks = session.benchmarks.map(sample => {
      const factor = own[sample.name as 'parse'] / first[sample.name as 'parse']
      return { ...sample, runs: sample.runs.map(run => run.map(value => value * factor)) }
    })
    const evidence = session.evidence.map(each => ({ ...each, startedAt: moved(each.startedAt) }))
    const revision = { commit: commits[number] ?? null, ref: null, dirty: false }
    return { ...session, evidence, revision, benchmarks }
  }

  const firstSession = (): Session => {
    const [own] = artifacts('stable-bench-baseline-')
    const packed = unzipSync(bed.results.blob(own?.id ?? 0))['result.json.gz']
    return parseResultDocument(gunzipSync(packed ?? new Uint8Array()).toString(), 'first')
  }

  /** A night that left its result and no history. It was `ago` before now. */
  function leaveNight(number: number, ago: number): void {
    const run = { event: 'schedule', path: workflow, head_branch: 'main', head_sha: commits[number] ?? '' }
    const conclusion = number === missing ? 'failure' : 'success'
    const id = number <= past ? number : 100 + number
    bed.github.state.runs.push({ ...run, id, conclusion })
    if (number === missing) return
    const shift = Date.now() - ago - Date.parse(first.evidence[0]?.startedAt ?? '')
    const document = gzipSync(renderResultDocument(otherSession(first, number, shift)))
    const [own] = artifacts('stable-bench-baseline-')
    bed.results.addArtifact({
      runId: id,
      name: own?.name ?? '',
      content: Buffer.from(zipSync({ 'result.json.gz': document })),
      createdAt: new Date(Date.now() - ago).toISOString(),
    })
  }

  const issuesOpen = () => issues().filter(({ state }) => state === 'open')
  const badNight = () => {
    const date = new Date(Date.now() - (past + 1 - bad) * day)
    return date.toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
  }

  it('begin with one, find those before it, and tell the change among them in an issue', async () => {
    expect(changes(await night(past + 1))).toEqual([])
    first = firstSession()
    for (let i = 1; i <= past; i++) leaveNight(i, (past + 1 - i) * day)

    const second = await night(past + 2, { workflow, permissions })
    expect(issues()).toEqual([])
    expect((await follow(second)).summary).toMatch(/access-log: 1 open issue: \[#1\]\(<?https:.*\/issues\/1/)
    expect((await follow(second)).summary).toMatch(/access-log: 1 open issue: /)
    expect((await nightsKept()).commits).toEqual(commits.filter((_, i) => i > 0 && i !== missing))
    expect(changes(second)).toMatchObject([
      {
        benchmark: 'parse',
        direction: 'worse',
        lastGood: commits[bad - 1],
        firstBad: commits[bad],
        testbedChanged: false,
        issue: null,
      },
    ])
    expect(changes(second)[0]?.ratio).toBeCloseTo(1.15, 1)
    expect(second.summary).toMatch(
      /Trend of access-log: 1 benchmark got worse\n[\s\S]*parse \(time\)[\s\S]*\+1[45]\.\d %/,
    )
    expect(issues()).toMatchObject([{ state: 'open', title: expect.stringContaining(badNight()) }])
    expect(issues()[0]?.body).toContain(`compare/${commits[bad - 1]}...${commits[bad]}`)
    expect(readFileSync(join(newestHistory(), 'trend.html'), 'utf8')).toContain(badNight())
  }, 400_000)

  it('lose nothing when two run at once and earlier artifacts expire, and tell nothing twice', async () => {
    for (const { id } of artifacts('stable-bench-baseline-').slice(0, 10)) bed.results.expire(id)
    change(past + 3)
    const scheduled = bed.schedule(settings)
    change(past + 4)
    const both = await Promise.all([scheduled, bed.dispatch(settings)].map(succeeds))
    const next = await night(past + 5)
    const { dates } = await nightsKept()
    expect(dates).toHaveLength(past - 1 + 5)
    expect(new Set(dates).size).toBe(dates.length)
    expect([...both, next].map(changes)).toEqual([[], [], []])
    expect(issues()).toHaveLength(1)
  }, 400_000)

  it('pick up nights whose history was lost, and close the issue once when the level is back', async () => {
    bed.results.expire(artifacts(trendName).at(-1)?.id ?? 0)
    for (let number = repaired; number <= 28; number++) {
      change(number)
      leaveNight(number, 29 - number)
    }
    await follow(await night(29, { workflow, permissions }))
    expect(issuesOpen()).toEqual([])
    await follow(await night(30))
    const { dates } = await nightsKept()
    expect(dates).toHaveLength(29)
    expect(new Set(dates).size).toBe(29)
    expect(issues()).toMatchObject([{ state: 'closed', state_reason: 'completed' }])
    expect(issuesOpen()).toEqual([])
    expect(bed.github.comments).toMatchObject([{ issue: 1, body: expect.stringMatching(/level is back/) }])
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 240_000)

  it('stand beside the rows of a pull request, for few requests', async () => {
    const faster = printed({ parse: 80, format: 40 })
    bed.openPull(9, { branch: 'faster', files: { 'bench/printed.json': faster } })
    const before = bed.github.requests.length
    await succeeds(
      bed.pullRequest(9, { workflow, permissions: { ...permissions, 'pull-requests': 'write' } }),
    )
    expect(bed.github.requests.length - before).toBeLessThan(60)
    const body = bed.github.comments.find(({ issue }) => issue === 9)?.body ?? ''
    // The last twenty: three before `parse` got slower, ten until it was repaired, seven since.
    expect(body).toMatch(/\| `parse`<br><sub>[▁▂]{3}[▇█]{10}[▁▂]{7}<\/sub> \|/)
    expect(body).toMatch(/\| `format`<br><sub>[▃▄▅]{20}<\/sub> \|/)
    expect(body).toMatch(/- Nightly: up to 20 nights of the default branch on /)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 400_000)
})
