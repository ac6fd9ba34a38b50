// Measures stable-bench's clock: /bin/true by it and by hyperfine -N in turn on the same CPU, the time that a run
// takes outside the measured interval, and the CPU time of stable-bench itself while a long run is in progress.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

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

/** Nanoseconds of each run. */
function hyperfine(cpus) {
  const pinned = cpus === null ? [] : ['taskset', '-c', cpus]
  const quietly = ['--style', 'none', '--warmup', '1', '--export-json', 'hyperfine.json']
  run([...pinned, 'hyperfine', '-N', ...quietly, '--runs', String(runs), '/bin/true'])
  return JSON.parse(readFileSync(join(dir, 'hyperfine.json'), 'utf8')).results[0].times.map(
    time => time * 1e9,
  )
}

/** From one start to the next, less what was measured. */
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

const line = (what, value, limit) => console.log(`${what.padEnd(58)} ${value.padStart(10)}   (${limit})`)
const milliseconds = value => `${value.toFixed(2)} ms`

const measured = { ours: [], hyperfine: [], outside: [] }
let plan = null
for (let i = 0; i < rounds; i++) {
  const session = ours()
  plan = session.plan
  measured.ours.push(...session.evidence.map(each => each.wallTime))
  measured.outside.push(...outside(session))
  measured.hyperfine.push(...hyperfine(plan.cpus))
}
const [own, other] = [middle(measured.ours), middle(measured.hyperfine)]
line('/bin/true by stable-bench, median', milliseconds(own / 1e6), `clock: ${plan.clock.name}`)
line('/bin/true by hyperfine -N, median', milliseconds(other / 1e6), `the same CPU, ${rounds} times in turn`)
line('  ratio', (own / other).toFixed(2), 'limit 1.5')
line('a run outside the measured interval, median', milliseconds(middle(measured.outside)), 'limit 15 ms')
line('CPU of stable-bench during a run', `${((await shareDuringRun(20)) * 100).toFixed(2)} %`, 'limit 1 %')
rmSync(dir, { recursive: true })
