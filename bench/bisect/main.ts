// How often each way to bisect finds the right commit, and what it takes: simulated histories. `npm run bench:bisect`, or with
// the number of histories of each cell: `npm run bench:bisect -- 20`. Writes its tables into docs/bisect.md.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { withRegion } from '../page-region.ts'
import { progress } from '../progress.ts'
import { range, rate, table } from '../rate-table.ts'
import { type History, history, type Scenario } from './history.ts'
import { type Answer, ownAnswer } from './own.ts'
import { bayesect, bisectRun } from './rivals.ts'

const count = Number(process.argv[2] ?? 100)

const usual = { build: 30, run: 2 }
const sizes = [16, 128, 1024]
const noises = [
  { step: 0.02, sd: 0.005 },
  { step: 0.02, sd: 0.02 },
  { step: 0.02, sd: 0.05 },
  { step: 0.05, sd: 0.005 },
  { step: 0.05, sd: 0.02 },
  { step: 0.05, sd: 0.05 },
  { step: 0.2, sd: 0.005 },
  { step: 0.2, sd: 0.02 },
  { step: 0.2, sd: 0.05 },
]
const scenarios: Scenario[] = [
  ...sizes.flatMap(commits =>
    noises.map(noise => ({ commits, ...noise, kind: 'one step' as const, ...usual })),
  ),
  ...(['two steps', 'none', 'drift', 'broken commits'] as const).flatMap(kind =>
    [noises[1], noises[4]].map(noise => ({
      commits: 128,
      ...(noise as { step: number; sd: number }),
      kind,
      ...usual,
    })),
  ),
]

type Method = { name: string; answer: (of: History) => Answer }

const methods: Method[] = [
  { name: 'stable-bench bisect', answer: ownAnswer },
  ...[1, 5, 20, 100, 400].map(runs => ({
    name: `git bisect run, ${runs === 1 ? '1 run' : `${runs} runs`}`,
    answer: (of: History) => bisectRun(of, runs),
  })),
  ...[0.95, 0.99].map(confidence => ({
    name: `git_bayesect to ${100 * confidence} %`,
    answer: (of: History) => bayesect(of, confidence),
  })),
]

type Score = { right: number; wrong: number; none: number; minutes: number; runs: number }

function scored({ name, answer }: Method, scenario: Scenario): Score {
  const score = { right: 0, wrong: 0, none: 0, minutes: 0, runs: 0 }
  const few = name.startsWith('git_bayesect') ? Math.ceil(count / 4) : count
  for (let seed = 1; seed <= few; seed++) {
    const each = history(scenario, seed)
    const { commit, seconds, runs } = answer(each)
    const isRight = each.steps.length === 0 ? commit === null : commit !== null && each.steps.includes(commit)
    score[isRight ? 'right' : commit === null ? 'none' : 'wrong'] += 1
    score.minutes += seconds / 60 / few
    score.runs += runs / few
  }
  return score
}

const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`

type Scored = { scenario: Scenario; scores: { name: string; score: Score }[] }

/** Prints the scores of every n-th scenario, a line of JSON for each. */
function printPart(first: number, step: number): void {
  for (const scenario of scenarios.filter((_, i) => i % step === first)) {
    const scores = methods.map(method => ({ name: method.name, score: scored(method, scenario) }))
    console.log(JSON.stringify({ scenario, scores }))
  }
}

/** The scores of all scenarios in their order, from one process for each CPU. */
async function allScores(): Promise<Scored[]> {
  const tell = progress()
  const found: Scored[] = []
  const step = availableParallelism()
  const parts = Array.from({ length: step }, async (_, first) => {
    const args = [...process.execArgv, fileURLToPath(import.meta.url), String(count), `${first}/${step}`]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
    for await (const line of createInterface(child.stdout)) {
      found.push(JSON.parse(line))
      tell(found.length / scenarios.length)
    }
  })
  await Promise.all(parts)
  if (found.length < scenarios.length) throw new Error('a part of the scenarios failed')
  const place = ({ scenario }: Scored) => scenarios.findIndex(each => isDeepStrictEqual(each, scenario))
  return found.sort((a, b) => place(a) - place(b))
}

const part = process.argv[3]
if (part !== undefined) {
  const [first = 0, step = 1] = part.split('/').map(Number)
  printPart(first, step)
  process.exit()
}

const all = await allScores()
const own = all
  .filter(({ scenario }) => scenario.kind !== 'none')
  .map(({ scores }) => scores[0]?.score as Score)
const found = own.reduce((sum, { right, wrong }) => sum + right + wrong, 0)
const wrong = own.reduce((sum, each) => sum + each.wrong, 0)

/** The cheapest rival that is right as often; each rival is taken with the number of runs that is best for the cell. */
function againstRivals({ scenario, scores }: Scored): string[] {
  const [{ score }, ...rivals] = scores as [
    { name: string; score: Score },
    ...{ name: string; score: Score }[],
  ]
  const share = (each: Score) => each.right / (each.right + each.wrong + each.none)
  const asGood = rivals.filter(rival => share(rival.score) >= Math.min(0.99, share(score)))
  const best = asGood.sort((a, b) => a.score.minutes - b.score.minutes)[0]
  const naive = rivals[0]?.score as Score
  return [
    `${scenario.kind}, ${scenario.commits}`,
    `${percent(scenario.step)} at ${percent(scenario.sd)}`,
    range(rate(score.right, count)),
    String(score.wrong),
    score.minutes.toFixed(0),
    score.runs.toFixed(0),
    range(rate(naive.right, count)),
    best === undefined ? 'none' : best.name,
    best === undefined ? '–' : best.score.minutes.toFixed(0),
  ]
}

const head = [
  'history, commits',
  'step at run sd',
  'right, %',
  'wrong',
  'minutes',
  'runs',
  'one run each: right, %',
  'best rival as often right',
  'its minutes',
]
const text = `${count} histories of each kind; a build takes ${usual.build} s, a run ${usual.run} s. Where it named a commit, ${wrong} of ${found} were wrong: ${range(rate(found - wrong, found))} % were right.

${table(head, all.map(againstRivals), 2)}`
const page = new URL('../../docs/bisect.md', import.meta.url)
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'bisect', text))
