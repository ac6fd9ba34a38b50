// The ablation knows its knobs, asks before it tunes, and shows the kit another configuration without writing to /etc.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { ablationRows, steps } from '../../../bench/isolation/ablation-rows.ts'
import { missingKnobs, withFileInPlace } from '../../../bench/isolation/kit.ts'

const all = steps.flatMap(({ knobs }) => knobs)
const nothingMissing = Object.fromEntries(all.map(knob => [knob, null]))
const wanted = { ladder: false, missing: nothingMissing, noTuning: null }
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0

describe('the rows of the ablation', () => {
  it('have one knob each on top of the pin, at its default of the kit, and then the whole kit', () => {
    const { rows, untried } = ablationRows('3', wanted)
    expect(untried).toEqual([])
    expect(rows.map(({ name }) => name)).toEqual([
      'nothing',
      'pinned',
      'pinned, governor',
      'pinned, SMT off',
      'pinned, turbo off',
      'pinned, interrupts',
      'pinned, services',
      'the whole kit',
    ])
    expect(rows[3]).toEqual({
      name: 'pinned, SMT off',
      flags: ['--cpus', '3'],
      tuning: 'cpus = 3\npriority = 0\non-failure = degraded\nsmt = off',
      knobs: ['smt'],
    })
  })

  it('keep the knobs of those above them on a ladder', () => {
    const { rows } = ablationRows('3', { ...wanted, ladder: true })
    expect(rows.find(({ name }) => name === '+ turbo off')?.knobs).toEqual([
      'governor',
      'energy-preference',
      'smt',
      'turbo',
      'max-frequency',
    ])
  })

  it('leave out what the machine does not have, and say why', () => {
    const missing = { ...nothingMissing, smt: 'this processor has no SMT', turbo: 'no boost control' }
    const { rows, untried } = ablationRows('3', { ...wanted, missing })
    expect(untried).toEqual([{ name: 'SMT off', reason: 'this processor has no SMT' }])
    // The cap of the frequency stands in for turbo.
    expect(rows.find(({ name }) => name === 'pinned, turbo off')?.knobs).toEqual(['max-frequency'])
  })

  it('are the unpinned and the pinned one alone where nothing can be tuned', () => {
    const { rows, untried } = ablationRows('3', { ...wanted, noTuning: 'it needs root' })
    expect(rows.map(({ tuning }) => tuning)).toEqual([null, null])
    expect(untried.map(({ name, reason }) => `${name}: ${reason}`)).toContain('the whole kit: it needs root')
  })
})

describe('the kit in the hands of the ablation', () => {
  it('says of each knob whether this machine has it', () => {
    const missing = missingKnobs(all)
    expect(Object.keys(missing)).toEqual(all)
    for (const reason of Object.values(missing)) expect(reason).not.toBe('')
  })

  const onlyWithMounts = mayMount ? it : it.skip
  onlyWithMounts('sees another configuration in place of the installed one, which nobody else does', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stable-bench-test-'))
    const [ours, installed] = [join(folder, 'ours'), join(folder, 'installed')]
    writeFileSync(ours, 'smt = off\n')
    writeFileSync(installed, 'smt = keep\n')
    const { stdout, status } = withFileInPlace(ours, installed, [
      'sh',
      '-c',
      `cat "$1"; echo "$SUDO_UID"`,
      'sh',
      installed,
    ])
    expect([stdout, status]).toEqual(['smt = off\n\n', 0])
    expect(readFileSync(installed, 'utf8')).toBe('smt = keep\n')
    rmSync(folder, { recursive: true })
  })
})
