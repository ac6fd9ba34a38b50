// Profiles of a real JVM: by perf, as docs/explain.md says of Java, and by its recipe with a real async-profiler, which Maven fetches.
// Part of npm run test:examples.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { comparisonSchema } from '../../src/model/index.ts'
import { root, scratch, stableBench } from '../e2e/command-line.ts'
import { isInstalled } from '../e2e/tool-example.ts'
import { commit, newRepository } from '../measure/git-fixtures.ts'

const ARTIFACT = 'tools.profiler:async-profiler:3.0'
const AGENT = `linux-${process.arch}/libasyncProfiler.so`

const bench = (times: number) => `public class Bench {
  static int parseNumber(int n) { int t = 0; for (int i = 0; i < n; i++) t = (t * 7 + i) % 65521; return t; }
  static int hashBytes(int n) { int t = 0; for (int i = 0; i < n; i++) t = (t * 31 + i) % 65521; return t; }
  public static void main(String[] args) {
    int sum = 0;
    for (int i = 0; i < 600; i++) sum += parseNumber(${times} * 10000) + hashBytes(20000);
    System.out.println(sum);
  }
}
`

async function explained(...args: string[]) {
  const cwd = newRepository()
  commit(cwd, { 'Bench.java': bench(1), '.gitignore': '*.class\n' })
  writeFileSync(join(cwd, 'Bench.java'), bench(4))
  const flags =
    '--tool process --cpus none --warmup-runs 0 --runs 5 --max-runs 5 --explain-time 300s --output json'
  const base = ['--base-ref', 'HEAD', '--setup', 'javac Bench.java', ...args, '--', 'java', 'Bench']
  const { stdout } = await stableBench(['explain', ...flags.split(' '), ...base], { cwd })
  return comparisonSchema.parse(JSON.parse(stdout)).explained?.[0]
}

/** The library out of the package. */
function agentFile(): string {
  const cwd = scratch()
  execFileSync('mvn', ['-q', 'dependency:copy', `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${cwd}`], {
    cwd,
  })
  execFileSync('jar', ['xf', 'async-profiler-3.0.jar', AGENT], { cwd })
  return join(cwd, AGENT)
}

const withMaven = isInstalled('java', 'javac', 'mvn') ? it : it.skip
const withPerf = isInstalled('java', 'javac', 'perf') ? it : it.skip

withMaven(
  'async-profiler names the method of a JVM that a commit made slower, by the recipe of docs/explain.md',
  async () => {
    const [recipe = ''] =
      /(?<=profile: )JAVA_TOOL_OPTIONS=.*/.exec(readFileSync(join(root, 'docs/explain.md'), 'utf8')) ?? []
    const here = recipe
      .replace(/[^ =:]*\/libasyncProfiler\.so/, agentFile())
      .replace(/java -cp .*/, 'java Bench')
    expect(here).toContain('{profile}')
    const found = await explained('--profile', here)
    expect(found).toMatchObject({ missing: null, profile: { profiler: 'profile' } })
    expect(found?.profile?.functions[0]).toMatchObject({ name: 'Bench.parseNumber', named: true })
  },
  600_000,
)

withPerf(
  'perf names it by the map that the JVM writes at its end',
  async () => {
    const found = await explained('--profile', 'perf')
    expect(found?.missing).toBe(null)
    expect(found?.profile?.functions[0]).toMatchObject({
      name: expect.stringContaining('Bench.parseNumber'),
      named: true,
    })
  },
  600_000,
)
