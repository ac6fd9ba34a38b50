// Whether a check run may pass where the server does not say which other pull requests have its head.
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { withSameHead } from '../../../src/action/publish/same-head.ts'
import { jobContext, type Setting, startSetting } from '../../github/setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const check = { name: 'stable-bench: parse', conclusion: 'success', title: '', summary: '' } as const
const weighed = () => withSameHead({ ...jobContext(), octokit: setting.octokit() }, check, [])
const asked = 'repos/list-pull-requests-associated-with-commit'

it('passes where the token may not ask for other pull requests, and not where a rate limit is used up', async () => {
  setting.github.interrupt(asked, { status: 403 })
  expect(await weighed()).toEqual(check)
  setting.github.interrupt(asked, { status: 403, headers: { 'retry-after': '3600' } })
  await expect(weighed()).rejects.toMatchObject({ status: 403 })
})
