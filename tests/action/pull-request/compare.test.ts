import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { withBuilds } from '../../../src/action/measure/builds.ts'
import { againstStored } from '../../../src/action/pull-request/compare.ts'
import { nothingStored } from '../../../src/action/pull-request/stored-baseline.ts'
import { connect } from '../../../src/github/api/connect.ts'
import { defaultPolicy } from '../../../src/model/index.ts'
import { jobContext } from '../../github/setting.ts'
import { jobValues } from '../../inputs/job-values.ts'
import { commit, newRepository } from '../../measure/git-fixtures.ts'

const { RUNNER_TEMP } = process.env

beforeEach(() => {
  process.env.RUNNER_TEMP = mkdtempSync(join(tmpdir(), 'stable-bench-compare-'))
})

afterEach(() => {
  rmSync(process.env.RUNNER_TEMP ?? '', { recursive: true })
  if (RUNNER_TEMP === undefined) delete process.env.RUNNER_TEMP
  else process.env.RUNNER_TEMP = RUNNER_TEMP
})

const benchmark = { name: 'NAME', metric: 'time', unit: 'ms', better: 'lower', runs: [[5, 5, 6]] }
const document = JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [benchmark] })

it('a shard whose base could not be measured measures its part of the deal by cost, as the other shards do', async () => {
  const repository = newRepository()
  commit(repository, { 'run.sh': `echo '${document}' | sed "s/NAME/$1/"\n` })
  const values = jobValues({
    command: 'bash run.sh {benchmark}',
    benchmarks: 'a b c d',
    shard: '1/2',
    mode: 'measure',
    baseline: 'interleave',
    runs: '5',
    'max-runs': '5',
    'working-directory': repository,
  })
  const costs = { artifact: 12, seconds: new Map([...'abcd'].map(name => [name, name === 'a' ? 100 : 1])) }
  const context = { ...jobContext(), octokit: connect('none', { baseUrl: 'http://127.0.0.1:1' }) }
  const { sessions } = await withBuilds({ 'setup-cache': '' }, builds =>
    againstStored(values, context, {
      stored: nothingStored,
      policy: defaultPolicy,
      notes: [],
      costs,
      builds,
    }),
  )
  const { plan, benchmarks } = sessions['result.json.gz'] ?? {}
  expect(plan?.shard).toMatchObject({ number: 1, of: 2, costs: 12 })
  expect(benchmarks?.map(({ name }) => name)).toEqual(['a'])
  rmSync(repository, { recursive: true })
})
