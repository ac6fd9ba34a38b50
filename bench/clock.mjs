// Measures stable-bench's clock. It times /bin/true by it and by hyperfine -N in turn on the same CPU, given as words
// and as the text that the action has. It also measures the time that a run takes outside the measured interval, and
// the CPU time of stable-bench itself during a long run. Exits with 1 when any of them is above its limit.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const cli = join(fileURLToPath(new URL('..', import.meta.url)), 'dist/cli.js')
const dir = mkdtempSync(join(tmpdir(), 'stable-bench-clock-'))
const rounds = 10
const runs = 25

const middle = values => [...values].sort((a, b) => a - b)[values.length >> 1]

function run(argv) {
  const { status, error, stderr } = spawnSync(argv[0], argv.slice(1), { cwd: dir, encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(`${argv.join(' ')}: ${stderr}`)
}

function ours() {
  run([process.execPath, cli, 'run', '--runs', String(runs), '--out', 'ours.json', '--', '/bin/true'])
  return JSON.parse(readFileSync(join(dir, 'ours.json'), 'utf8'))
}

/** The same as a text, on both sides of a comparison: the baseline's session. */
function oursAsText() {
  const sides = ['--baseline', '/bin/true', '--candidate', '/bin/true', '--max-runs', String(runs)]
  const quietly = ['--fail-on', 'never', '--save', 'text']
  run([process.execPath, cli, 'ab', '--runs', String(runs), ...sides, ...quietly])
  return JSON.parse(gunzipSync(readFileSync(join(dir, 'text/baseline.json.gz'))).toString())
}

/** Nanoseconds of each run. */
function hyperfine(cpus) {
  const pinned = cpus === null ? [] : ['taskset', '-c', cpus]
  const quietly = ['--style', 'none', '--warmup', '1', '--export-json', 'hyperfine.json']
  run([...pinned, 'hyperfine', '-N', ...quietly, '--runs', String(runs), '/bin/true'])
  return JSON.parse(readFileSync(join(dir, 'hyperfine.json'), 'utf8')).results[0].times.map(
    time => time * 1e9,
  )
}

/** The time from one start to the next, less the measured time. */
function outside({ evidence }) {
  const begin = evidence.map(each => Date.parse(each.startedAt))
  return begin.slice(1).map((next, i) => next - begin[i] - evidence[i].wallTime / 1e6)
}

/** User and system time of a process in milliseconds; a tick is 10. */
function cpuTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function shareDuringRun(seconds) {
  const args = [cli, 'run', '--runs', '5', '--warmup-runs', '0', '--out', 'long.json', '--']
  const child = spawn(process.execPath, [...args, 'sleep', String(seconds + 4)], {
    cwd: dir,
    stdio: 'ignore',
  })
  await sleep(3000)
  const [begin, at] = [cpuTime(child.pid), performance.now()]
  await sleep(seconds * 1000)
  const share = (cpuTime(child.pid) - begin) / (performance.now() - at)
  child.kill('SIGTERM')
  await new Promise(done => child.once('close', done))
  return share
}

let missed = false

/** Prints a figure beside its limit, and remembers that one was missed. */
function line(what, value, show, limit) {
  const above = value > limit
  missed ||= above
  console.log(
    `${what.padEnd(58)} ${show(value).padStart(10)}   (limit ${show(limit)}${above ? ': MISSED' : ''})`,
  )
}

const figure = (what, value, about) => console.log(`${what.padEnd(58)} ${value.padStart(10)}   (${about})`)
const milliseconds = value => `${value.toFixed(2)} ms`
const times = value => value.toFixed(2)
const percent = value => `${(value * 100).toFixed(2)} %`

const measured = { words: [], text: [], hyperfine: [], outside: [] }
let plan = null
for (let i = 0; i < rounds; i++) {
  const session = ours()
  plan = session.plan
  measured.words.push(...session.evidence.map(each => each.wallTime))
  measured.outside.push(...outside(session))
  measured.hyperfine.push(...hyperfine(plan.cpus))
  measured.text.push(...oursAsText().evidence.map(each => each.wallTime))
}
const [words, text, other] = [measured.words, measured.text, measured.hyperfine].map(middle)
figure(
  '/bin/true by hyperfine -N, median',
  milliseconds(other / 1e6),
  `the same CPU, ${rounds} times in turn`,
)
figure('/bin/true by stable-bench as words, median', milliseconds(words / 1e6), `clock: ${plan.clock.name}`)
line('  ratio', words / other, times, 1.5)
figure('/bin/true by stable-bench as a text, median', milliseconds(text / 1e6), 'as `command` in the action')
line('  ratio', text / other, times, 1.5)
line('a run outside the measured interval, median', middle(measured.outside), milliseconds, 15)
line('CPU of stable-bench during a run', await shareDuringRun(20), percent, 0.01)
rmSync(dir, { recursive: true })
process.exitCode = missed ? 1 : 0
