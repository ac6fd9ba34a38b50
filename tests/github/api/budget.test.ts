import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  allowMore,
  BudgetUsedUp,
  leaving,
  newBudget,
  onTop,
  sharing,
} from '../../../src/github/api/budget.ts'
import { connect } from '../../../src/github/api/connect.ts'
import { everything, jobContext, patient, type Setting, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const { owner, repo } = jobContext()
const ask = (octokit: ReturnType<Setting['octokit']>) => octokit.rest.repos.listTags({ owner, repo })

describe('the requests of a job', () => {
  it('are counted by all of its clients together, each once however often it is repeated', async () => {
    const budget = newBudget()
    const client = () =>
      connect(setting.github.token(everything), { baseUrl: setting.github.url, retries: patient, budget })
    const { left } = budget
    setting.github.interrupt('repos/list-tags', { status: 502 })
    await ask(client())
    await ask(client())
    expect(setting.github.requests).toHaveLength(3)
    expect(left - budget.left).toBe(2)
  })

  it('are refused to a search that would use up what comes after it, and to nothing else', async () => {
    const client = setting.octokit()
    client.budget.left = 3
    const search = leaving(client, 2, async () => {
      await ask(client)
      await ask(client)
    })
    await expect(search).rejects.toThrow(BudgetUsedUp)
    for (let i = 0; i < 4; i++) await ask(client)
    expect(setting.github.requests).toHaveLength(1 + 4)
  })

  it('take nothing from the others where they are made on top', async () => {
    const client = setting.octokit()
    const { left } = client.budget
    const read = onTop(client, 2, async () => {
      for (let i = 0; i < 3; i++) await ask(client)
    })
    await expect(read).rejects.toThrow('this job has used up its own limit of requests')
    expect(setting.github.requests).toHaveLength(2)
    expect(client.budget.left).toBe(left)
  })

  it('are shared alike by searches that wait for each other, which leave the reserved ones', async () => {
    const client = setting.octokit()
    client.budget.left = 7
    allowMore(client, 3)
    const askUntilRefused = async () => {
      for (let asked = 0; ; asked++) {
        const refused = await ask(client).catch((error: Error) => error)
        if (refused instanceof BudgetUsedUp) return asked
      }
    }
    const share = (waiting: number) => sharing(client, { waiting, reserved: 4 }, askUntilRefused)
    expect([await share(2), await share(1)]).toEqual([3, 3])
    expect(client.budget.left).toBe(4)
  })
})
