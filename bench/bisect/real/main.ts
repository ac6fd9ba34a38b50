// `stable-bench bisect` and what people use instead on public repositories with a known change: `npm run bench:bisect-real`. Clones
// them from their addresses, needs git, Go, Node, Python and PyPI, and writes its tables into docs/bisect.md. With a number: that case
// alone, printed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatChange } from '../../../src/report/words/numbers.ts'
import { formatShare } from '../../../src/units.ts'
import { withRegion } from '../../page-region.ts'
import { say } from '../../progress.ts'
import { table } from '../../rate-table.ts'
import { type Case, cases } from './cases.ts'
import { bayesect, installBayesect } from './git-bayesect.ts'
import { own } from './own.ts'
import { bisectRun } from './rivals.ts'
import { bash, built, type Found } from './timed-run.ts'

const scratch = mkdtempSync(join(tmpdir(), 'stable-bench-real-'))

/** A clone that no other tool has used. */
function cloned({ url }: Case): string {
  const cwd = mkdtempSync(join(scratch, 'clone-'))
  bash(cwd, `git clone --quiet ${url} .`)
  return cwd
}

/** Minutes of processor time that all processes have taken that this one started and that have ended, with what those started. */
function processorMinutes(): number {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(13).map(Number) as [number, number]
  return (user + system) / 100 / 60
}

/** What a tool finds, and its line in the table. */
function lineOf<Said extends Found>(
  name: string,
  known: string,
  one: Case,
  tool: (cwd: string, one: Case) => Said,
): { found: Said; line: string[] } {
  const cwd = cloned(one)
  const begun = { at: performance.now(), processor: processorMinutes() }
  const found = tool(cwd, one)
  const minutes = (performance.now() - begun.at) / 60_000
  const processor = processorMinutes() - begun.processor
  const { sha, probability, runs } = found
  const commit = sha === null ? 'none' : known.startsWith(sha) ? 'right' : `wrong: ${sha.slice(0, 10)}`
  const said = probability === null ? '–' : formatShare(probability)
  const line = [one.name, name, commit, said, String(runs), minutes.toFixed(1), processor.toFixed(2)]
  say(line.join(', '))
  return { found, line }
}

/** What is known of a case, and a line for each tool. `program` is that of git_bayesect. */
function linesOf(one: Case, program: string): { about: string[]; lines: string[][] } {
  const cwd = cloned(one)
  const known = bash(cwd, `git rev-parse ${one.known}`).trim()
  const commits = bash(cwd, `git rev-list --first-parent --count ${one.range}`).trim()
  // What a toolchain keeps from its first build, as Go its standard library, is there for all.
  bash(cwd, `git checkout --quiet ${known} && ${built(one)}`)
  const ours = lineOf('stable-bench bisect', known, one, own)
  const rivals = [
    lineOf('git bisect run, 1 run', known, one, cwd => bisectRun(cwd, one, 1)),
    lineOf('git bisect run, 5 runs', known, one, cwd => bisectRun(cwd, one, 5)),
    lineOf('git_bayesect to 99 %', known, one, cwd => bayesect(program, cwd, one)),
  ]
  const range = one.range.replace('..', '–')
  const change = formatChange(ours.found.ratio)
  return {
    about: [`[${one.name}](${one.source})`, range, known.slice(0, 10), commits, change],
    lines: [ours, ...rivals].map(({ line }) => line),
  }
}

const only = process.argv[2]
try {
  const program = installBayesect(join(scratch, 'venv'))
  const chosen = cases.filter((_, i) => only === undefined || i === Number(only))
  const all = chosen.map(one => linesOf(one, program))
  const repositories = table(
    ['repository', 'range', 'known commit', 'commits', 'change'],
    all.map(({ about }) => about),
    3,
  )
  const tools = table(
    ['repository', 'tool', 'commit', 'its probability', 'runs', 'minutes', 'of a processor'],
    all.flatMap(({ lines }) => lines),
    3,
  )
  const text = `${repositories}\n\n${tools}`
  if (only === undefined) {
    const page = new URL('../../../docs/bisect.md', import.meta.url)
    writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'bisect-real', text))
  } else console.log(text)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
