import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { assertReadableLegs } from '../../../src/action/suites/leg-limit.ts'
import { parseSettings } from '../../../src/policy/config-file.ts'
import { jobContext } from '../../github/setting.ts'
import { commit, git } from '../../measure/git-fixtures.ts'

const path = '.github/workflows/bench.yml'

/** What a leg says before it measures, in a checkout with this matrix and as many suites. */
async function legsOf(matrix: object, suites: number, own = 1) {
  const checkout = mkdtempSync(join(tmpdir(), 'stable-bench-legs-'))
  git(checkout, 'init', '--quiet', '--initial-branch=main')
  const described = Array.from({ length: suites }, (_, i) => [`suite-${i}`, { command: './bench' }])
  const step = { uses: 'org/stable-bench@v1', with: { mode: 'measure' } }
  const jobs = { measure: { 'runs-on': 'bench', strategy: { matrix }, steps: [step] } }
  const settings = JSON.stringify({ suites: Object.fromEntries(described) })
  commit(checkout, { [path]: JSON.stringify({ on: 'pull_request', jobs }), '.stable-bench.yml': settings })
  const context = jobContext({ workflowPath: path, job: 'measure' })
  return assertReadableLegs(context, checkout, {
    own,
    settings: parseSettings(settings, '.stable-bench.yml'),
  })
}

const machines = (count: number) => ({ machine: Array.from({ length: count }, (_, i) => `m${i}`) })

it('legs that leave more results than a publish job reads are refused before they measure', async () => {
  await expect(legsOf(machines(16), 3)).rejects.toThrow(
    'mode: the legs of .github/workflows/bench.yml leave 48 results, one for each suite and job, and a publish job reads 40 at most',
  )
  await expect(legsOf(machines(1), 0, 41)).rejects.toThrow(/leave 41 results/)
  await expect(legsOf(machines(20), 2)).resolves.toBeUndefined()
})
