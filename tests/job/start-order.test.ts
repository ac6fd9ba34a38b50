// What a command does before its first run goes on while the machine is looked at, by the order of events.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it } from '@jest/globals'
import { measureOne } from '../../src/job/measure-with-looks.ts'
import { whileMeasuring } from '../../src/job/until-stopped.ts'
import { allowedCpus } from '../../src/measure/pin/topology.ts'
import { jobRequest, pinnedTo } from './job-request.ts'

const path = process.env.PATH ?? ''
afterEach(() => {
  process.env.PATH = path
})

/** Programs in front of those of the PATH, each of which notes `event` where `when` holds, and becomes the real one. */
function noting(programs: Record<string, { when: string; event: string }>): () => string[] {
  const folder = mkdtempSync(join(tmpdir(), 'stable-bench-order-'))
  const log = join(folder, 'log')
  for (const [name, { when, event }] of Object.entries(programs)) {
    const real = path
      .split(delimiter)
      .map(directory => join(directory, name))
      .find(existsSync)
    const script = `#!/bin/sh\n${when} && echo "${event}" >> ${log}\nexec ${real} "$@"\n`
    writeFileSync(join(folder, name), script, { mode: 0o755 })
  }
  process.env.PATH = `${folder}${delimiter}${path}`
  return () => readFileSync(log, 'utf8').trim().split('\n')
}

const withSeveralCpus = allowedCpus().length > 1 ? it : it.skip

withSeveralCpus('git and the trial of the clock go on while the machine is looked at', async () => {
  const events = noting({
    // This process moves off the CPU of the benchmark when the look begins, and may go back when it ends.
    taskset: { when: 'test "$1" = -apc', event: 'moves to $2' },
    git: { when: ':', event: 'git' },
    // Behind the bracket, which is Perl.
    true: { when: 'test "$(cat /proc/$PPID/comm)" = perl', event: 'clock' },
    echo: { when: ':', event: 'run' },
  })
  const cpu = allowedCpus().at(-1) as number
  const pinning = pinnedTo(cpu)
  const request = jobRequest({ candidate: ['echo'] }, { env: process.env, pinning })
  await whileMeasuring(request, () => {}, measureOne)
  const all = events()
  const [begins, ends] = all.flatMap((event, i) => (event.startsWith('moves') ? [i] : []))
  const first = all.indexOf('run')
  expect(begins).toBe(0)
  expect(ends).toBeLessThan(first)
  const meanwhile = all.slice(1, ends)
  expect(new Set(meanwhile)).toEqual(new Set(['git', 'clock']))
  expect(all.slice(ends).filter(event => event === 'git' || event === 'clock')).toEqual([])
})
