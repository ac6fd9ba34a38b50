// The examples of services run for real, each with one endpoint that does a tenth more: it is found, and the other one is not called.
// Each takes minutes, so they run at night (npm run test:examples); tests/workflows/services.test.ts runs with every change.
import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { scratch, stableBench } from './command-line.ts'
import { changedRepository, isInstalled } from './tool-example.ts'

type Example = { example: string; needs: string[] }

const examples: Example[] = [
  { example: 'service-node', needs: ['npm'] },
  { example: 'service-go', needs: ['go'] },
  { example: 'service-jvm', needs: ['java', 'k6'] },
  { example: 'service-postgres', needs: ['postgres', 'initdb', 'pgbench'] },
]
const isNight = process.env.STABLE_BENCH_EXAMPLES === 'all'

/** A PATH in which PostgreSQL gives up being root, as it asks for. It becomes the user of its package; the directory is open to all. */
function withoutRoot(cwd: string): string {
  const path = process.env.PATH ?? ''
  if (process.getuid?.() !== 0) return path
  const programs = scratch()
  for (const program of ['postgres', 'initdb']) {
    const real = execFileSync('which', [program], { encoding: 'utf8' }).trim()
    const file = join(programs, program)
    const become = 'setpriv --reuid=postgres --regid=postgres --clear-groups'
    writeFileSync(file, `#!/bin/sh\nexec ${become} ${real} "$@"\n`, { mode: 0o755 })
  }
  for (const each of [cwd, dirname(cwd), programs]) chmodSync(each, 0o777)
  return `${programs}:${path}`
}

type Row = { benchmark: string; metric: string; verdict: string; ratio: { estimate: number } | null }
type Report = { sections: { suite: string; comparison: { rows: Row[] } }[] }

describe.each(examples)('examples/$example', ({ example, needs }) => {
  const test = isNight && isInstalled(...needs) ? it : it.skip

  test(`finds a tenth more work in one endpoint, and calls no other (needs ${needs.join(' and ')})`, async () => {
    const cwd = changedRepository(example, 10, 11)
    const env = { ...process.env, PATH: example === 'service-postgres' ? withoutRoot(cwd) : process.env.PATH }
    const flags = ['--runs', '15', '--max-runs', '30', '--output', 'json']
    const { code, stdout, stderr } = await stableBench(['ab', '--base-ref', 'HEAD', ...flags], { cwd, env })
    expect({ code, stderr: code === 2 ? '' : stderr }).toEqual({ code: 2, stderr: '' })
    const { sections } = JSON.parse(stdout) as Report
    const verdictOf = (suite: string) =>
      sections
        .find(section => section.suite === suite)
        ?.comparison.rows.find(({ benchmark, metric }) => benchmark === 'service' && metric === 'cpu-time')
        ?.verdict
    expect(verdictOf('words')).toBe('regression')
    expect(['no-change', 'inconclusive']).toContain(verdictOf('letters'))
  }, 1_800_000)
})
