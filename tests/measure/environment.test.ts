import { describe, expect, it } from '@jest/globals'
import { scrubbedEnvironment } from '../../src/measure/environment.ts'

describe('the environment of a benchmark', () => {
  it('holds no credentials and no command files of the runner', () => {
    const seen = scrubbedEnvironment({
      PATH: '/usr/bin',
      GITHUB_SHA: 'abc',
      GITHUB_WORKSPACE: '/w',
      GITHUB_TOKEN: 'secret',
      GITHUB_ENV: '/f',
      GITHUB_PATH: '/f',
      GITHUB_OUTPUT: '/f',
      GITHUB_STATE: '/f',
      GITHUB_STEP_SUMMARY: '/f',
      ACTIONS_RUNTIME_TOKEN: 'secret',
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
      INPUT_TOKEN: 'secret',
      'INPUT_WORKING-DIRECTORY': '.',
      GH_TOKEN: 'secret',
      NPM_TOKEN: 'secret',
    })
    expect(seen).toEqual({ GITHUB_SHA: 'abc', GITHUB_WORKSPACE: '/w', PATH: '/usr/bin' })
  })
})
