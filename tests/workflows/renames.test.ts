// What a repository has measured stays known when its default branch or its workflow file gets another name, and where a
// release branch begins.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { unzipSync } from 'fflate'
import { root, scratch, stableBench } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { quickExample, suiteFiles } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const bench = quickExample('pull-request/bench.yml')
  .replace('  merge_group:\n', '  schedule:\n    - cron: "1 2 * * *"\n  merge_group:\n')
  .replace(/^( +)command:/m, '$1baseline: artifact\n$&')
const permissions = { contents: 'read', actions: 'read', 'pull-requests': 'write' } satisfies Permissions
const settings = { workflow, permissions, expectedCode: 0 }

describe('a repository', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files: { [workflow]: bench, ...suiteFiles({ 'access-log': 20 }) } })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  async function nights(count: number, branch = 'main'): Promise<void> {
    for (let night = 0; night < count; night++) {
      bed.repository.commit({ branch, files: { 'README.md': `night ${night} of ${branch}` } })
      await bed.schedule(settings)
    }
  }

  const histories = () => bed.results.artifacts().filter(({ name }) => name.startsWith('stable-bench-trend-'))

  /** The commits of the nights in the newest history. */
  async function nightsKept(): Promise<string[]> {
    const directory = join(scratch(), 'trend')
    mkdirSync(directory)
    const newest = unzipSync(bed.results.blob(histories().at(-1)?.id ?? 0))
    for (const [name, bytes] of Object.entries(newest)) writeFileSync(join(directory, name), bytes)
    await stableBench(['trend', directory, '--json', 'all.json'], { cwd: directory })
    const { nights } = JSON.parse(readFileSync(join(directory, 'all.json'), 'utf8'))
    return nights.map(({ commit }: { commit: string }) => commit)
  }

  function renameDefaultBranch(to: string): void {
    bed.repository.branch(to, bed.repository.firstParents('main')[0] ?? '')
    bed.github.state.default_branch = to
  }

  it('goes on with history and baseline after the default branch is renamed, also for a release branch', async () => {
    await nights(1)
    renameDefaultBranch('trunk')
    await nights(1, 'trunk')
    expect(await nightsKept()).toHaveLength(2)
    bed.repository.branch('release/1.0', bed.repository.firstParents('trunk')[0] ?? '')
    await nights(1, 'trunk')
    expect(await nightsKept()).toHaveLength(3)
    bed.openPull(1, { branch: 'change', base: 'trunk', files: { 'bench/access-log.txt': '20' } })
    expect((await bed.pullRequest(1, settings)).summary).toMatch(/against a stored baseline of 3 sessions/)
    // A release branch begins with what the default branch has measured of its commits.
    bed.openPull(2, { branch: 'fix', base: 'release/1.0', files: { 'bench/access-log.txt': '20' } })
    expect((await bed.pullRequest(2, settings)).summary).toMatch(/against a stored baseline of 2 sessions/)
  }, 400_000)

  it('counts no history that another branch has left after the default branch is renamed', async () => {
    await nights(1)
    const [good] = histories()
    const content = Buffer.from(bed.results.blob(good?.id ?? 0))
    for (const each of bed.results.artifacts()) bed.results.expire(each.id)
    const run = {
      path: workflow,
      head_branch: 'evil',
      head_sha: bed.repository.firstParents('main')[0] ?? '',
    }
    for (const [i, event] of ['push', 'workflow_dispatch'].entries()) {
      bed.github.state.runs.push({ ...run, id: 200 + i, event })
      bed.results.addArtifact({ runId: 200 + i, name: good?.name ?? '', content })
    }
    renameDefaultBranch('trunk')
    await nights(1, 'trunk')
    expect(await nightsKept()).toHaveLength(1)
  }, 400_000)

  it('has a night that fails and says what to do after the workflow file is renamed, and goes on once that is done', async () => {
    await nights(1)
    const renamed = '.github/workflows/performance.yml'
    bed.repository.commit({ files: { [workflow]: null, [renamed]: bench } })
    const lost = await bed.schedule({ workflow: renamed, permissions })
    expect(lost.code).not.toBe(0)
    expect(lost.annotations.map(({ message }) => message).join('\n')).toContain(
      `made by the workflow ${workflow}; if ${renamed} had that name before, list it under former-workflows in .stable-bench.yml`,
    )
    // Only the base commit's list counts.
    bed.openPull(2, { branch: 'own', files: { '.stable-bench.yml': `former-workflows: [${workflow}]\n` } })
    const own = await bed.pullRequest(2, { ...settings, workflow: renamed })
    expect(own.summary).toContain(`adds to former-workflows: ${workflow}`)
    expect(own.summary).not.toMatch(/against a stored baseline of \d+ sessions/)
    bed.repository.commit({ files: { '.stable-bench.yml': `former-workflows: [${workflow}]\n` } })
    await bed.schedule({ ...settings, workflow: renamed })
    // The failed night's result is there, and is picked up.
    expect(await nightsKept()).toHaveLength(3)
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    const pull = await bed.pullRequest(1, { ...settings, workflow: renamed })
    expect(pull.summary).toMatch(/against a stored baseline of 3 sessions/)
  }, 400_000)
})
