// The examples of services run for real, each with one endpoint that does a tenth more: it is found, and the other one is not called.
// Each takes minutes, so they run at night (npm run test:examples); tests/workflows/services.test.ts runs with every change.
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { stableBench } from '../e2e/command-line.ts'
import { changedRepository, isInstalled } from '../e2e/tool-example.ts'

type Example = { example: string; needs: string[] }

const examples: Example[] = [
  { example: 'service-node', needs: ['npm'] },
  { example: 'service-go', needs: ['go'] },
  { example: 'service-jvm', needs: ['java', 'k6'] },
  { example: 'service-postgres', needs: ['postgres', 'initdb', 'pgbench'] },
]

/** PostgreSQL refuses to run as root: then the whole measurement is of its user, and the repository is his. */
function owner(cwd: string, user: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map(flag => Number(execFileSync('id', [flag, user], { encoding: 'utf8' })))
  execFileSync('chown', ['-R', `${uid}:${gid}`, dirname(cwd)])
  return { uid: uid as number, gid: gid as number }
}

type Row = { benchmark: string; metric: string; verdict: string; ratio: { estimate: number } | null }
type Report = { sections: { suite: string; comparison: { rows: Row[] } }[] }

describe.each(examples)('examples/$example', ({ example, needs }) => {
  const test = isInstalled(...needs) ? it : it.skip

  test(`finds a tenth more work in one endpoint, and calls no other (needs ${needs.join(' and ')})`, async () => {
    const cwd = changedRepository(example, 10, 11)
    const as = example === 'service-postgres' ? owner(cwd, 'postgres') : {}
    // As docs/guides/services.md says for a machine that does other work, too.
    const flags = ['--base-ref', 'HEAD', '--duet', '--output', 'json']
    const { code, stdout, stderr } = await stableBench(['ab', ...flags], { cwd, ...as })
    expect({ code, stderr: code === 2 ? '' : stderr }).toEqual({ code: 2, stderr: '' })
    const { sections } = JSON.parse(stdout) as Report
    const verdictOf = (suite: string) =>
      sections
        .find(section => section.suite === suite)
        ?.comparison.rows.find(({ benchmark, metric }) => benchmark === 'service' && metric === 'cpu-time')
        ?.verdict
    expect(verdictOf('words')).toBe('regression')
    expect(['no-change', 'inconclusive']).toContain(verdictOf('letters'))
  }, 3_600_000)
})
