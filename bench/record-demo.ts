// Records the session that `stable-bench demo` shows first: both versions of examples/demo, measured on this machine.
// `npm run bench:demo`, on the machine that the recording should be of; more flags of `ab` go behind `--`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSessions, writeSession } from '../src/files/session-file.ts'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const demo = fileURLToPath(new URL('../examples/demo', import.meta.url))
const save = mkdtempSync(join(tmpdir(), 'stable-bench-recording-'))

const sides = ['node benchmark.mjs base', 'node benchmark.mjs head']
// One look with many runs: the demo shows a report, and a second look would only add a line to it.
const plan = ['--runs', '60', '--max-runs', '60', '--warmup-runs', '3', '--fail-on', 'never']
const args = ['ab', ...sides, ...plan, '--working-directory', demo, '--save', save, ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, [cli, ...args], { stdio: 'inherit' })
if (status !== 0) throw new Error(`stable-bench ${args.join(' ')}: exit code ${status}`)

mkdirSync(join(demo, 'recorded'), { recursive: true })
for (const side of ['baseline', 'candidate']) {
  const [session] = readSessions([join(save, `${side}.json.gz`)], 'auto')
  // Both versions are of one commit, and a reader would expect two: so the commit is left out.
  if (session) writeSession(join(demo, 'recorded', `${side}.json.gz`), { ...session, revision: null })
}
