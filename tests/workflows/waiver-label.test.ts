// The label `stable-bench: waive`: who may set it, and for which commit and which waivers it counts.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type Labelling, setLabel } from '../stand-ins/events.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, gatingSettings, outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const config = '.stable-bench.yml'
const { workflow } = gatingSettings
const permissions: Permissions = { ...gatingSettings.permissions, issues: 'read' }
const settings = { workflow, permissions }
const waive: Labelling = { label: 'stable-bench: waive', by: 'writer' }
const waiver = (ceiling: string) =>
  `waivers: [{ benchmark: '*', ceiling: ${ceiling}, expires: 2999-12-31, reason: bounds checks }]\n`

let bed: TestBed

beforeEach(async () => {
  const forks = [{ id: 99, owner: 'mallory', repo: 'rocket' }]
  const collaborators = { writer: 'write', triager: 'read' } as const
  bed = await startTestBed({
    action: { repository: 'org/stable-bench', root },
    state: { forks, collaborators },
  })
  const gate = commenting(quickExample('pull-request/bench.yml'))
  bed.repository.commit({ files: { [workflow]: gate, ...suiteFiles({ 'access-log': 20 }) } })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

/** Pushes a pull request that is half as slow again, and the waiver that it adds for itself. */
const push = (ceiling: string, more: { repository_id?: number } = {}) =>
  bed.openPull(3, {
    branch: 'slower',
    files: { 'bench/access-log.txt': '30', [config]: waiver(ceiling) },
    ...more,
  })
const label = (labelling: Partial<Labelling> = {}) =>
  setLabel(bed.github.state, 3, { ...waive, ...labelling })
const measure = (more: object = {}) => bed.pullRequest(3, { ...settings, ...more })
const said = ({ summary }: BedRun) => summary.replaceAll(/[\\`]/g, '')

const expectRefused = (run: BedRun, why: RegExp) => {
  expect(said(run)).toMatch(why)
  expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
  expect(run.code).not.toBe(0)
}

describe('a waiver that a pull request adds', () => {
  it('counts with the label of somebody with write access, for the commit that it was set for and no later one', async () => {
    push('90%')
    label({ by: 'triager' })
    const triaged = await measure()
    expectRefused(
      triaged,
      /do not count: triager, who set the label 'stable-bench: waive', has no write access/,
    )
    label({ event: 'unlabeled', by: 'triager' })
    const without = await measure({ rerun: triaged.runId })
    expectRefused(without, /do not count: somebody with write access can set the label 'stable-bench: waive'/)

    label()
    const again = await measure({ rerun: triaged.runId })
    expect({ code: again.code, log: again.code === 0 ? '' : again.log }).toEqual({ code: 0, log: '' })
    expect(outputsOf(again)).toMatchObject({ outcome: 'pass' })
    expect(said(again)).toMatch(
      /count for this commit, accepted by writer on \d{4}-\d\d-\d\d \d\d:\d\d UTC .*: '\*' up to 90\u00a0% until 2999-12-31/,
    )
    expect(said(again)).not.toMatch(/counts only once it is merged: it adds to waivers/)

    push('95%')
    const later = /do not count: the label .* was set before the pull request had this commit/
    expectRefused(await measure(), later)
    // Away and back to the same label: now it is of this commit.
    label({ event: 'unlabeled' })
    label()
    expect(outputsOf(await measure())).toMatchObject({ outcome: 'pass' })
  }, 400_000)

  it('does not count for an older commit whose run is repeated', async () => {
    push('90%')
    const first = await measure()
    const repeated = measure({ rerun: first.runId })
    // The event is as it was; the server has a newer head by now, and the label is of that.
    push('95%')
    label()
    expectRefused(await repeated, /do not count: the pull request has another head than [0-9a-f]{10}/)
  }, 300_000)

  it('does not count where the token may not read who set the label, and the report names the permission', async () => {
    push('90%')
    label()
    const run = await measure({ permissions: gatingSettings.permissions })
    expectRefused(run, /do not count: .*issues: read/)
    const { 'pull-requests': _, ...fewer } = gatingSettings.permissions
    const blind = await measure({ permissions: fewer })
    expectRefused(blind, /do not count: .*pull-requests: read/)
  }, 300_000)

  it('of a fork does not count once anything was pushed to the fork after the label', async () => {
    push('90%', { repository_id: 99 })
    label()
    expect(outputsOf(await measure())).toMatchObject({ outcome: 'pass' })
    const [fork] = bed.github.state.forks
    if (fork) fork.pushed_at = new Date(Date.now() + 60_000).toISOString()
    expectRefused(await measure(), /was set before the pull request had this commit/)
  }, 300_000)

  it('counts in a merge queue with the label of the pull request, unless that was pushed to since', async () => {
    push('90%')
    label()
    const queued = await bed.mergeGroup(3, settings)
    expect(outputsOf(queued)).toMatchObject({ outcome: 'pass' })
    push('95%')
    expectRefused(await bed.mergeGroup(3, settings), /was set before the pull request had this commit/)
  }, 300_000)
})
