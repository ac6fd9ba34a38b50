// `stable-bench bisect` and `git bisect run` on public repositories with a known change: `npm run bench:bisect-real`. Clones them from their
// addresses, needs git, Go, Node and Python, and writes its table into docs/bisect.md. With a number: that case alone, printed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bisection } from '../../../src/model/index.ts'
import { formatChange } from '../../../src/report/words/numbers.ts'
import { median } from '../../../src/stats/describe/summary.ts'
import { formatShare } from '../../../src/units.ts'
import { withRegion } from '../../page-region.ts'
import { say } from '../../progress.ts'
import { table } from '../../rate-table.ts'
import { type Case, cases } from './cases.ts'

const program = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }

/** Processor time in user mode, which other programs on the machine change least. */
const timed = (command: string) => `TIMEFORMAT='cpu %U'; { time ${command} > ran 2>&1 || cat ran; } 2>&1`

const bash = (cwd: string, text: string) =>
  execFileSync('bash', ['-c', text], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

type Found = { sha: string | null; probability: string; change: string; runs: number; minutes: number }

/** `stable-bench bisect` with its defaults. */
function own(cwd: string, { range, setup, command }: Case): Found {
  const begun = performance.now()
  const read = ['--pattern', 'cpu (?<value>[\\d.]+)', '--pattern-unit', 's', '--cpus', 'none']
  const built = setup === '' ? [] : ['--setup', setup]
  const args = ['bisect', range, ...built, ...read, '--output', 'json']
  const ended = execFileSync(process.execPath, [program, ...args, '--', 'bash', '-c', timed(command)], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { steps, runs, commits } = JSON.parse(ended) as Bisection
  const [step] = steps
  const minutes = (performance.now() - begun) / 60_000
  say(`${commits} commits, ${runs} runs, ${minutes.toFixed(1)} minutes: ${JSON.stringify(step)}`)
  const single = step?.commits.length === 1 ? (step.commits[0]?.sha ?? null) : null
  return {
    sha: single,
    probability: step === undefined ? '–' : formatShare(step.probability),
    change: step === undefined ? '–' : formatChange(step.ratio),
    runs,
    minutes,
  }
}

/** `git bisect run` with the threshold half way between the medians of five runs of each end, and one run of each commit. */
function threshold(cwd: string, { range, setup, command }: Case): Found {
  const begun = performance.now()
  const [old = '', last = ''] = range.split('..')
  let runs = 0
  const measure = (commit: string, times: number): number => {
    bash(cwd, `git checkout --quiet --force ${commit} && git clean -xfdq && { ${setup || 'true'}; }`)
    runs += times
    return median(
      Array.from({ length: times }, () => Number(/cpu ([\d.]+)/.exec(bash(cwd, timed(command)))?.[1])),
    )
  }
  const [before, after] = [measure(old, 5), measure(last, 5)]
  const limit = (before + after) / 2
  let open = bash(cwd, `git log --first-parent --reverse --format=%H ${range}`).trim().split('\n')
  while (open.length > 1) {
    const at = (open.length - 1) >> 1
    const isNew = measure(open[at] as string, 1) > limit === after > before
    open = isNew ? open.slice(0, at + 1) : open.slice(at + 1)
  }
  return {
    sha: open[0] ?? null,
    probability: '–',
    change: '–',
    runs,
    minutes: (performance.now() - begun) / 60_000,
  }
}

function rowOf(one: Case): string[] {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-real-'))
  try {
    say(one.name)
    execFileSync('git', ['clone', '--quiet', one.url, cwd], { stdio: 'inherit' })
    const known = bash(cwd, `git rev-parse ${one.known}`).trim()
    const commits = bash(cwd, `git rev-list --first-parent --count ${one.range}`).trim()
    const word = ({ sha }: Found) => (sha === known ? 'right' : `${sha?.slice(0, 10) ?? 'several'}`)
    const found = own(cwd, one)
    const rival = threshold(cwd, one)
    return [
      `[${one.name}](${one.source})`,
      `${one.range.replace('..', '–')}: ${commits}`,
      known.slice(0, 10),
      word(found),
      found.probability,
      found.change,
      String(found.runs),
      found.minutes.toFixed(1),
      word(rival),
      String(rival.runs),
      rival.minutes.toFixed(1),
    ]
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

const head = [
  'repository',
  'range, commits',
  'known commit',
  'stable-bench',
  'its probability',
  'change',
  'runs',
  'minutes',
  'git bisect run',
  'runs',
  'minutes',
]
const only = process.argv[2]
const rows = cases.filter((_, i) => only === undefined || i === Number(only)).map(rowOf)
const text = table(head, rows, 4)
if (only === undefined) {
  const page = new URL('../../../docs/bisect.md', import.meta.url)
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'bisect-real', text))
} else console.log(text)
