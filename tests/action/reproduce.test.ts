import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { reproduceText } from '../../src/action/reproduce.ts'
import type { SideSummary } from '../../src/model.ts'

const side = (commit: string | null): SideSummary => ({
  sources: [],
  sessions: 1,
  revision: { commit, ref: null, dirty: false },
  testbed: null,
})

describe('the commands that repeat a comparison', () => {
  it('build and run both commits, whatever quotes the command has', () => {
    const directory = mkdtempSync(join(tmpdir(), 'reproduce-'))
    const [repository, bin] = [join(directory, 'repository'), join(directory, 'bin')]
    mkdirSync(repository)
    mkdirSync(bin)
    // Stands in for the program: shows what it was given, and what the baseline command prints.
    writeFileSync(join(bin, 'stable-bench'), '#!/bin/bash\necho "$1 $2 $4"; bash -c "$3"; bash -c "$5"\n', {
      mode: 0o755,
    })
    const run = (file: string, ...args: string[]) =>
      execFileSync(file, args, {
        cwd: repository,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
      })
    const commit = (text: string) => {
      writeFileSync(join(repository, 'version'), text)
      run('git', 'add', '.')
      run('git', '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', 'commit', '-qm', text)
      return run('git', 'rev-parse', 'HEAD').trim()
    }
    try {
      run('git', 'init', '-q')
      const [base, head] = [commit('old'), commit('new')]
      const values = {
        command: `echo "it's $(cat version built)"`,
        setup: 'echo built > built',
        'working-directory': '.',
      }
      const text = reproduceText(
        values,
        { pullRequest: null },
        { baseline: side(base), candidate: side(head) },
      )
      expect(run('bash', '-c', text ?? '')).toMatch(/^ab --base --head\nit's oldbuilt\nit's newbuilt\n$/m)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('are not given where a commit is not known', () => {
    const values = { command: 'true', setup: '', 'working-directory': '.' }
    expect(
      reproduceText(values, { pullRequest: null }, { baseline: side(null), candidate: side('a'.repeat(40)) }),
    ).toBeUndefined()
  })
})
