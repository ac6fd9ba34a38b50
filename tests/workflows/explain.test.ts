// A pull request makes one function of a program slower. The job that measures it says which one, after the verdict.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'

const workflow = '.github/workflows/bench.yml'
const text = `on: pull_request
jobs:
  bench:
    runs-on: [self-hosted, bench]
    steps:
      - uses: actions/checkout@v7
        with: { fetch-depth: 2 }
      - uses: org/stable-bench@v1
        with: { name: reader, command: node bench.mjs, tool: process, cpus: none, runs: 5, max-runs: 5, explain-time: 25s }
`
const settings = 'defaults: { warmup-runs: 0 }\n'
const program = readFileSync(join(root, 'tests/explain/fixtures/reader.mjs'), 'utf8')

let bed: TestBed
beforeAll(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root, explains: true } })
  bed.repository.commit({ files: { [workflow]: text, 'bench.mjs': program, '.stable-bench.yml': settings } })
}, 60_000)
afterAll(() => bed.close())

it('a regression names the function that takes longer, with a link to its line at the commit', async () => {
  bed.openPull(4, { branch: 'digest', files: { 'bench.mjs': program.replace('again < 1', 'again < 8') } })
  const permissions = {
    contents: 'read',
    actions: 'read',
    'pull-requests': 'write',
    checks: 'write',
  } as const
  const run = await bed.pullRequest(4, { workflow, permissions })
  expect(run.log).toContain('regress')
  const body = bed.github.comments[0]?.body ?? ''
  expect(body).toMatch(/`digest`[^\n]*\+\d/)
  expect(body).toMatch(/\/blob\/[0-9a-f]{40}\/bench\.mjs#L36/)
}, 240_000)
