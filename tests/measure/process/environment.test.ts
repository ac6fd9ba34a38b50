import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import {
  environmentBytes,
  paddedEnvironment,
  scrubbedEnvironment,
  withheldNote,
  withheldVariables,
} from '../../../src/measure/process/environment.ts'

describe('the environment of a benchmark', () => {
  it('holds neither credentials nor command files of the runner', () => {
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
      NPMTOKEN: 'secret',
      NPM_TOKEN: 'secret',
    })
    expect(seen).toEqual({ GITHUB_SHA: 'abc', GITHUB_WORKSPACE: '/w', PATH: '/usr/bin' })
  })

  it('lists the names of withheld variables', () => {
    const env = {
      NPM_TOKEN: 'a',
      GITHUB_TOKEN: 'b',
      ACTIONS_RUNTIME_TOKEN: 'c',
      INPUT_TOKEN: 'd',
      TOKENS: 'e',
    }
    expect(withheldVariables(env)).toEqual(['GITHUB_TOKEN', 'NPM_TOKEN'])
    expect(withheldNote(withheldVariables(env))).toContain('GITHUB_TOKEN, NPM_TOKEN withheld')
    expect(withheldNote([])).toBe('')
  })
})

describe('the size of the environment', () => {
  it('is that of the strings with their ends, and of the pointers to them', () => {
    expect(environmentBytes({ A: 'b', LANG: 'ä' })).toBe('A=b'.length + 1 + 8 + 'LANG=ae'.length + 1 + 8)
  })

  it('is a multiple of the page size, however long the branch name is', () => {
    for (let length = 0; length < 4200; length += 7) {
      const padded = paddedEnvironment({ GITHUB_REF: 'x'.repeat(length), PATH: '/usr/bin' })
      expect(environmentBytes(padded) % 4096).toBe(0)
      expect(padded.PATH).toBe('/usr/bin')
    }
  })

  it('leaves the stack of a process at the same position within a page', () => {
    const stackPointer = (env: NodeJS.ProcessEnv) => {
      // startstack is the 28th field, see proc(5).
      const argv = ['-R', 'bash', '-c', 'echo $(cut -d " " -f 28 /proc/$$/stat)']
      return BigInt(spawnSync('setarch', argv, { encoding: 'utf8', env }).stdout) & 0xfffn
    }
    const places = [1, 17, 120, 999].map(length => {
      const env = { PATH: process.env.PATH, GITHUB_REF: 'x'.repeat(length) }
      return { padded: stackPointer(paddedEnvironment(env)), plain: stackPointer(env) }
    })
    expect(new Set(places.map(place => place.padded)).size).toBe(1)
    expect(new Set(places.map(place => place.plain)).size).toBeGreaterThan(1)
  })
})
