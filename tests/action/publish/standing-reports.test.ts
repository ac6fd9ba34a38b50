import { describe, expect, it } from '@jest/globals'
import { type AttemptRecord, attemptRecord } from '../../../src/action/attempts/attempt-record.ts'
import {
  besideText,
  isOutdone,
  keptByDemand,
  standingBeside,
  worstOfAll,
} from '../../../src/action/publish/standing-reports.ts'
import { jobContext, pullRequest } from '../../github/setting.ts'

const record = (more: Partial<AttemptRecord> = {}): AttemptRecord => ({
  ...attemptRecord({ ...jobContext(), pullRequest }),
  conclusion: 'success',
  machine: 'bench-1',
  ...more,
})
const others = (own: AttemptRecord, ...records: AttemptRecord[]) => standingBeside(own, records).others

describe('the reports that stand under one name', () => {
  it('are those of other workflows, jobs and machines of this run, each with its newest', () => {
    const workflow = '.github/workflows/other.yml'
    const [older, newer] = [
      record({ workflow, runId: 400, conclusion: 'failure' }),
      record({ workflow, runId: 401 }),
    ]
    const job = record({ job: 'second' })
    const machine = record({ machine: 'bench-2' })
    expect(others(record(), newer, older, job, machine)).toEqual([newer, job, machine])
  })

  it('are not earlier ones of the same job: a run, an attempt, or what it measured on demand', () => {
    const earlier = [
      record({ runId: 400, conclusion: 'failure' }),
      record({ attempt: 1, machine: 'bench-2' }),
      record({ workflow: '', job: 'measure', runId: 450 }),
    ]
    expect(others(record({ attempt: 2, accounts: [1] }), ...earlier)).toEqual([])
    // A report on a whole run is about all of its jobs.
    expect(others(record({ job: '', machine: null }), record(), record({ job: 'second' }))).toEqual([])
  })

  it('are those of the gate that established nothing beside a measurement on demand, until the gate runs again', () => {
    const asked = record({ workflow: '', job: 'measure', runId: 600, conclusion: 'action_required' })
    const gate = record({ runId: 400, conclusion: 'action_required' })
    expect(others(asked, gate)).toEqual([gate])
    expect(besideText(asked, [gate])).toMatch(
      /run it again, since a measurement on demand does not take its place$/,
    )
    expect(others(asked, record({ runId: 400, conclusion: 'failure' }))).toEqual([])
    // Repeated, the gate's run is older by its number than the one on demand, and decides all the same.
    const repeated = record({ runId: 400, attempt: 2, accounts: [1] })
    expect(standingBeside(repeated, [asked, gate])).toEqual({ newer: null, others: [] })
  })

  it('are those in which a suite fails that a measurement on demand does not have, whatever was reported since', () => {
    const asked = record({
      workflow: '',
      job: 'measure',
      runId: 600,
      base: 'c'.repeat(40),
      suites: ['print'],
    })
    const gate = record({ runId: 400, conclusion: 'failure', failing: ['parse'] })
    expect(others(asked, gate)).toEqual([gate])
    expect(besideText(asked, [gate])).toMatch(/ask for all with \/bench, or run that one again$/)
    expect(keptByDemand(asked, [gate])).toBe(gate)
    // Nothing is lost that is as bad.
    expect(keptByDemand({ ...asked, conclusion: 'failure' }, [gate])).toBeNull()
    const all = { ...asked, suites: ['parse', 'print'] }
    expect(others(all, gate)).toEqual([])
    expect(keptByDemand(all, [gate])).toBeNull()
    // A record that only refused what another pull request's report had left is of no run, and gives way.
    expect(others(all, record({ runId: 0, conclusion: 'action_required' }))).toEqual([])
    // What is missing in the report of the gate, no measurement on demand has.
    expect(others(all, { ...gate, failing: ['parse', ''] })).toHaveLength(1)
    // Accepted, or measured again, it is left no longer; a second one on demand beside it is.
    expect(others(asked, record({ runId: 400 }), gate)).toEqual([])
    const before = record({
      workflow: '',
      job: 'measure',
      runId: 300,
      conclusion: 'failure',
      failing: ['parse'],
    })
    const between: AttemptRecord = { ...asked, runId: 500, conclusion: 'failure', failing: ['print'] }
    expect(others({ ...asked, knows: [500] }, between, before)).toEqual([before])
    expect(others(asked, { ...all, runId: 500 }, before)).toEqual([])
  })

  it('are those of another run of the same job with a regression on the same two commits, which this one does not know', () => {
    const base = 'c'.repeat(40)
    const own = record({ base, runId: 600 })
    const red = record({ base, runId: 400, conclusion: 'failure' })
    expect(others(own, red)).toEqual([red])
    expect(besideText(own, [red])).toMatch(/run this job again, which then takes account of it$/)
    expect(isOutdone(own, red)).toBe(true)
    expect(others({ ...own, knows: [400] }, red)).toEqual([])
    // What a later run knows of, it has cleared.
    expect(others(own, record({ base, runId: 500, knows: [400] }), red)).not.toContain(red)
    // Judged against another base commit, nothing of it counts.
    expect(others({ ...own, base: 'd'.repeat(40) }, red)).toEqual([])
  })

  it('are all of those that measured, beside a run that was skipped', () => {
    const skipped = record({ runId: 700, conclusion: 'neutral', skipped: true, machine: null, job: '' })
    const asked = record({ workflow: '', job: 'measure', runId: 600, conclusion: 'failure' })
    expect(others(skipped, asked)).toEqual([asked])
    expect(standingBeside(asked, [skipped])).toEqual({ newer: null, others: [] })
    expect(others(skipped, { ...skipped, runId: 650 })).toEqual([])
  })

  it('are not those of another commit', () => {
    expect(others(record(), record({ job: 'second', head: 'a'.repeat(40) }))).toEqual([])
  })

  it('come to the worst of all, and are named with what to do', () => {
    const other = record({ workflow: '.github/workflows/other.yml', job: '', conclusion: 'action_required' })
    const machine = record({ machine: 'bench-2', conclusion: 'neutral' })
    expect(worstOfAll(record(), [machine, other])).toBe('action_required')
    expect(worstOfAll(record({ conclusion: 'failure' }), [other])).toBe('failure')
    expect(besideText(record(), [other, machine])).toBe(
      '.github/workflows/other.yml (action_required), job bench on bench-2 (neutral) reported under the same name, ' +
        "and the worst counts: give each job a 'name' of its own",
    )
    expect(besideText(record(), [record({ pull: 3, conclusion: 'failure' })])).toBe(
      'job bench on bench-1 for #3 (failure) reported under the same name, and the worst counts: ' +
        'push a commit to this pull request that the other one has not',
    )
    expect(besideText(record(), [])).toBeNull()
    expect(isOutdone(record(), other)).toBe(true)
    expect(isOutdone(record({ conclusion: 'failure' }), other)).toBe(false)
  })
})

describe('the report of a newer run of the same job', () => {
  const newer = (more: Partial<AttemptRecord> = {}) => record({ runId: 600, ...more })

  it('stays where an older one comes later', () => {
    expect(standingBeside(record(), [newer()]).newer).toMatchObject({ runId: 600 })
    expect(standingBeside(newer(), [record()]).newer).toBeNull()
  })

  it('stays where an earlier attempt of its run is reported on once more', () => {
    const [first, second] = [record({ job: '' }), record({ job: '', attempt: 2, conclusion: 'failure' })]
    expect(standingBeside(first, [second, first]).newer).toBe(second)
    expect(standingBeside(second, [first]).newer).toBeNull()
    const worse = record({ job: '', conclusion: 'failure' })
    const green = record({ job: '', attempt: 2 })
    expect(standingBeside(worse, [green, worse]).newer).toBeNull()
    expect(standingBeside(worse, [{ ...green, accounts: [1] }, worse]).newer).toMatchObject({ attempt: 2 })
    // Another leg of the run is no later attempt of this one.
    expect(standingBeside(record(), [record({ job: 'second', attempt: 2 })]).newer).toBeNull()
  })

  it('gives way where it was on demand and left this one, but not with a regression that this one does not know', () => {
    const gate = record({ conclusion: 'action_required' })
    const asked = newer({ workflow: '', job: 'measure', conclusion: 'action_required' })
    expect(standingBeside(gate, [asked]).newer).toBeNull()
    const red = { ...asked, conclusion: 'failure' } as const
    expect(standingBeside(gate, [red]).newer).toBe(red)
    expect(standingBeside({ ...gate, knows: [600] }, [red]).newer).toBeNull()
  })

  it('gives way to a worse one of which it does not know', () => {
    const worse = record({ conclusion: 'failure' })
    expect(standingBeside(worse, [newer()]).newer).toBeNull()
    const knowing = newer({ knows: [worse.runId] })
    expect(standingBeside(worse, [knowing, worse]).newer).toMatchObject({ runId: 600 })
  })

  it('gives way to a worse one of an older run that was repeated after it', () => {
    const first = record({ attempt: 1 })
    const knowing = newer({ knows: [first.runId] })
    const repeated = record({ attempt: 2, conclusion: 'failure', accounts: [1] })
    expect(standingBeside(repeated, [knowing, first]).newer).toBeNull()
    expect(standingBeside(record({ attempt: 2, accounts: [1] }), [knowing, first]).newer).toBe(knowing)
  })
})
