import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { whoSetLabel } from '../../../src/github/pull-request/labels.ts'
import type { LabelEvent } from '../../stand-ins/github/state.ts'
import { everything, jobContext, type Setting, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const label = 'bench: accepted'
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString()

/** Events of pull request 7, a minute apart, by who set or took away the label. */
function given(...events: Partial<LabelEvent>[]): void {
  setting.github.state.labelEvents = events.map((each, minute) => ({
    issue: 7,
    event: 'labeled',
    label,
    actor: 'octocat',
    created_at: at(minute),
    ...each,
  }))
}

function labels(...names: string[]): void {
  for (const pull of setting.github.state.pulls) pull.labels = names
}

const ask = () => {
  const octokit = setting.octokit({ ...everything, issues: 'read' })
  return whoSetLabel({ ...jobContext(), octokit }, { number: 7, label })
}

describe('who set a label', () => {
  it('is the last one who did, of many events', async () => {
    labels('other', label)
    given(
      { actor: 'first' },
      { event: 'unlabeled', actor: 'second' },
      ...Array.from({ length: 150 }, () => ({ label: 'other' })),
      { actor: 'third' },
      { label: 'other', actor: 'fourth' },
      { issue: 8, actor: 'fifth' },
    )
    expect(await ask()).toMatchObject({ by: 'third', at: at(152), pull: { number: 7 } })
  })

  it('is known whatever the case in which somebody has made the label', async () => {
    labels('Bench: Accepted')
    given({ label: 'Bench: Accepted', actor: 'maintainer' })
    expect(await ask()).toMatchObject({ by: 'maintainer' })
  })

  it('is nobody where the pull request does not have it', async () => {
    given({})
    expect(await ask()).toBeNull()
    labels('other')
    expect(await ask()).toBeNull()
  })

  it('is not known where there are too many events', async () => {
    labels(label)
    given({}, ...Array.from({ length: 1000 }, () => ({ label: 'other' })))
    await expect(ask()).rejects.toThrow('#7 has more than the 1000 events that are read')
  })

  it('cannot be asked without the permission', async () => {
    labels(label)
    await expect(
      whoSetLabel({ ...jobContext(), octokit: setting.octokit() }, { number: 7, label }),
    ).rejects.toThrow(/issues: read/)
  })
})
