// The site of all trends, as the example of nights makes it for GitHub Pages.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { pairPermissions, quickScript } from './quick-suite.ts'

const [workflow, pages] = ['.github/workflows/bench.yml', '.github/workflows/pages.yml']
const permissions = {
  contents: 'read',
  actions: 'read',
  checks: 'read',
  'pull-requests': 'read',
  pages: 'write',
} satisfies Permissions
const suite = (name: string) => ({ command: `sh bench/quick.sh ./${name}.txt` })

describe('the site of all trends', () => {
  let bed: TestBed
  const directory = mkdtempSync(join(tmpdir(), 'stable-bench-pages-'))
  const site = join(directory, 'site')
  const read = (path: string) => readFileSync(join(site, path), 'utf8')

  beforeAll(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    // The files that are deployed are looked at instead.
    const upload = `name: upload
inputs: { path: { required: true } }
runs:
  using: composite
  steps:
    - run: rm -rf '${site}' && cp -r "$SITE" '${site}'
      shell: bash
      env: { SITE: "\${{ inputs.path }}" }
`
    mkdirSync(join(directory, 'upload'))
    writeFileSync(join(directory, 'upload/action.yml'), upload)
    bed.repository.commit({
      files: {
        [workflow]: readFileSync(join(root, 'examples/nightly/bench.yml'), 'utf8'),
        [pages]: readFileSync(join(root, 'examples/pages/pages.yml'), 'utf8'),
        '.stable-bench.yml': JSON.stringify({
          suites: { parse: suite('parse'), 'http.load': suite('http') },
        }),
        'bench/quick.sh': quickScript('small', 'large'),
        'bench/parse.txt': '10',
        'bench/http.txt': '30',
      },
    })
  }, 100_000)

  afterAll(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
    rmSync(directory, { recursive: true })
  })

  /** The site after a night, as the run makes it that the end of the night starts. */
  async function night(): Promise<BedRun> {
    rmSync(site, { recursive: true, force: true })
    const actions = { 'actions/upload-pages-artifact': join(directory, 'upload') }
    const measured = await bed.schedule({ workflow, permissions: pairPermissions.measuring, expectedCode: 0 })
    const run = await bed.workflowRun(measured.runId, { workflow: pages, permissions, actions })
    expect({ code: run.code, log: run.code === 0 ? '' : run.log }).toEqual({ code: 0, log: '' })
    return run
  }

  it('is not made where GitHub Pages is off or takes a branch', async () => {
    expect((await night()).summary).toMatch(/No site was made: GitHub Pages is off; switch it on with/)
    bed.github.state.pages = {
      build_type: 'legacy',
      html_url: 'https://acme.github.io/rocket/',
      public: true,
    }
    expect((await night()).summary).toMatch(/No site was made: GitHub Pages takes its files from a branch/)
    expect(existsSync(site)).toBe(false)
  }, 600_000)

  it('has a page for each suite, an index, badges, and what was said of the last pull requests', async () => {
    bed.github.state.pages = {
      build_type: 'workflow',
      html_url: 'https://acme.github.io/rocket',
      public: false,
    }
    bed.openPull(7, { branch: 'slower', files: { 'bench/parse.txt': '12' } })
    bed.openPull(8, { branch: 'other', files: { 'README.md': 'other\n' } })
    const [pull] = bed.github.state.pulls.filter(({ number }) => number === 7)
    bed.github.state.checks.push({
      id: 1,
      head_sha: pull?.head.sha ?? '',
      name: 'stable-bench: benchmark',
      status: 'completed',
      conclusion: 'failure',
      output: { title: '🔴 small in parse is 20.0 % slower', summary: '' },
    })
    // Jobs make check runs, too, and one may have our name. More than a page of them are newer.
    for (const id of Array.from({ length: 120 }, (_, i) => 2 + i))
      bed.github.state.checks.push({
        id,
        head_sha: pull?.head.sha ?? '',
        name: id === 121 ? 'stable-bench: benchmark' : `build ${id}`,
        status: 'completed',
        conclusion: 'success',
      })
    const run = await night()
    expect(run.summary).toMatch(
      /The trends of 2 suites go to https:\/\/acme\.github\.io\/rocket\/\. Those who may read/,
    )
    const index = read('index.html')
    expect(index).toContain('<a href="parse/">')
    expect(read('http.load/index.html')).toContain('http.load')
    expect(index).toMatch(/#7 <bdi>[^<]*<\/bdi><\/a>: 🔴 small in parse is 20\.0.% slower/)
    expect(index).toMatch(/#8 <bdi>[^<]*<\/bdi><\/a>: not measured/)
    const badge = JSON.parse(read('badge.json'))
    expect(badge).toMatchObject({ schemaVersion: 1, label: 'benchmarks' })
    expect(badge.message).toMatch(/too few yet$/)
    expect(JSON.parse(read('parse/badge.json'))).toMatchObject({ label: 'parse' })
  }, 600_000)
})
