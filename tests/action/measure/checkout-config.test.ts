// Jobs that check out into a directory of their own: `path:` of actions/checkout.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  benchmarksOfBase,
  checkoutConfig,
  formerSuites,
} from '../../../src/action/measure/checkout-config.ts'
import { basePolicy } from '../../../src/action/pull-request/base-policy.ts'
import { whatJudgesRelease } from '../../../src/action/release/compare-release.ts'
import { branchSuites } from '../../../src/action/suites/branch-suites.ts'
import type { Values } from '../../../src/inputs/values.ts'
import { jobContext, type Setting, sha, startSetting } from '../../github/setting.ts'
import { jobValues } from '../../inputs/job-values.ts'
import { commit, git } from '../../measure/git-fixtures.ts'

const rules = 'rows:\n  - { benchmark: parse, threshold: 10% }\n'
const budgets = "budgets:\n  - { benchmark: parse, metric: time, limit: '<= 90 ms' }\n"
const before = process.cwd()
let setting: Setting
let workspace: string

beforeEach(async () => {
  setting = await startSetting()
  workspace = mkdtempSync(join(tmpdir(), 'stable-bench-workspace-'))
  mkdirSync(join(workspace, 'src'))
  git(join(workspace, 'src'), 'init', '--quiet', '--initial-branch=main')
  commit(join(workspace, 'src'), { '.stable-bench.yml': rules + budgets, 'bench/run.sh': '' })
  process.chdir(workspace)
})

afterEach(async () => {
  process.chdir(before)
  await setting.close()
})

function values(more: Record<string, string> = {}) {
  return jobValues({ 'working-directory': 'src/bench', ...more })
}

describe('the configuration of a checkout below the workspace', () => {
  it('says which names a suite had before, and a shard of it', () => {
    const suites = { fresh: { command: './bench', 'former-names': ['parse', 'old parse'] } }
    commit(join(workspace, 'src'), { '.stable-bench.yml': JSON.stringify({ suites }) })
    expect(formerSuites({ ...values(), name: 'fresh' })).toEqual(['parse', 'old parse'])
    const shard = { ...values({ shard: '2/8' }), name: 'fresh 2 of 8' }
    expect(formerSuites(shard)).toEqual(['parse 2 of 8', 'old parse 2 of 8'])
  })

  it('is refused where its name has the other ending, which nothing reads', () => {
    git(join(workspace, 'src'), 'mv', '.stable-bench.yml', '.stable-bench.yaml')
    expect(() => checkoutConfig(values())).toThrow(
      /src\/\.stable-bench\.yaml: does not count under this name; call it \.stable-bench\.yml$/,
    )
  })

  it('is the file as the pull request leaves it: an unchanged file is no change', async () => {
    setting.github.state.fileAt = (_, path) => (path === '.stable-bench.yml' ? rules + budgets : null)
    const readProposed = async (held: Values) => checkoutConfig(held).text
    const request = { values: values(), baseCommit: sha(30), readProposed }
    const { policy, notes } = await basePolicy({ ...jobContext(), octokit: setting.octokit() }, request)
    expect(notes).toEqual([])
    expect(policy.rules).toEqual([{ benchmark: 'parse', metric: '*', threshold: 0.1 }])
  })

  it('has the budgets of a release, and must exist where an input names it', () => {
    expect(whatJudgesRelease(values()).policy.budgets).toMatchObject([{ benchmark: 'parse' }])
    writeFileSync(join(workspace, 'src/ci.yml'), rules)
    expect(whatJudgesRelease(values({ config: 'ci.yml' })).policy.rules).toHaveLength(1)
    expect(() => whatJudgesRelease(values({ config: 'none.yml' }))).toThrow(
      /config: there is no .*src\/none\.yml/,
    )
  })

  it('sets the values of a job that measures a branch, and loses no night for a mistake elsewhere', () => {
    const given = { command: './bench' }
    const set = (text: string) => {
      writeFileSync(join(workspace, 'src/.stable-bench.yml'), text)
      return branchSuites(values(given)).measured[0]?.values
    }
    const before = values(given)
    expect(set('defaults: { require-tuned: true }')).toEqual({ ...before, 'require-tuned': true })
    expect(set('defaults: { delta: 7 }\nwaivers: none')).toEqual({ ...before, delta: 7 })
    expect(() => set('defaults: { delta: many }')).toThrow(
      /^\.stable-bench\.yml:1:20: defaults, delta: must be a whole number/,
    )
  })

  it("names the base's own benchmarks, or the candidate's where it does not list any", () => {
    const ofBase = (text: string, benchmarks = 'json csv') => {
      writeFileSync(join(workspace, 'src/.stable-bench.yml'), text)
      return benchmarksOfBase(values({ benchmarks, name: 'parse' }), 'src/bench')
    }
    expect(ofBase('defaults: { benchmarks: [json, xml] }')).toEqual(['json', 'xml'])
    expect(ofBase('suites: { parse: { benchmarks: json } }')).toEqual(['json'])
    expect(ofBase('suites: { print: { benchmarks: json } }')).toEqual(['json', 'csv'])
    expect(ofBase('defaults: { benchmarks: [] }')).toEqual(['json', 'csv'])
    expect(ofBase('defaults: 7')).toEqual(['json', 'csv'])
    expect(ofBase('defaults: { benchmarks: [json, xml] }', '')).toEqual([])
  })

  it('is the file of the current directory where nothing is checked out', () => {
    writeFileSync(join(workspace, '.stable-bench.yml'), rules)
    mkdirSync(join(workspace, 'plain'))
    expect(checkoutConfig(values({ 'working-directory': 'plain' })).text).toBe(rules)
  })
})
