import { describe, expect, it } from '@jest/globals'
import { adviceOn } from '../../../src/doctor/advice/ordered-advice.ts'
import { examine } from '../../../src/doctor/examine.ts'
import { type DoctorDocument, doctorSchemaName, type NoiseRow } from '../../../src/model/index.ts'
import { noiseAnswer, noiseLines } from '../../../src/report/doctor/noise.ts'
import { renderDoctor } from '../../../src/report/doctor/text.ts'
import { topologyLines } from '../../../src/report/doctor/topology.ts'
import { hidden, hosted, laptop, server } from '../../doctor/machines.ts'
import { expectGolden } from '../golden.ts'

const rows: NoiseRow[] = [
  { design: 'as-it-is', runs: 10, spread: 0.041, detectable: 0.08, seconds: 6.1, doubts: [], reason: '' },
  {
    design: 'pinned',
    runs: 10,
    spread: 0.025,
    detectable: 0.05,
    seconds: 6,
    doubts: ['2 runs were disturbed'],
    reason: '',
  },
  { design: 'duet', runs: 20, spread: 0.012, detectable: 0.02, seconds: 6.3, doubts: [], reason: '' },
]

const documentOf = (root: string, noise: NoiseRow[]): DoctorDocument => {
  const findings = { ...examine({ root, env: {} }), noise }
  return { schema: doctorSchemaName, ...adviceOn({ findings, kit: 'runner-hooks' }), ...findings }
}

describe('doctor on a terminal', () => {
  it.each([
    ['laptop', laptop, rows],
    ['server', server, []],
    ['hosted', hosted, rows],
    ['container', hidden, []],
  ])('begins with the answer on a machine like this: %s', (name, machine, noise) => {
    expectGolden(`doctor-${name}.txt`, renderDoctor(documentOf(machine(), noise)))
  })

  it.each([
    ['laptop', laptop, rows],
    ['server', server, []],
    ['hosted', hosted, rows],
    ['container', hidden, []],
  ])('needs no more than 80 columns on such a machine, but for lines to paste: %s', (_, machine, noise) => {
    const found = documentOf(machine(), noise)
    const { first, later, boot } = found
    const pasted = [
      ...first.flatMap(({ lines, undo }) => [...lines, `undo: ${undo}`]),
      ...later.flatMap(({ lines }) => lines),
    ]
    const whole = new Set([...pasted, ...boot.grub, ...boot.systemdBoot])
    const wide = renderDoctor(found)
      .split('\n')
      .filter(line => line.length > 80 && !whole.has(line.trim()))
    expect(wide).toEqual([])
  })

  it('names knobs that are not there once for each reason', () => {
    const text = renderDoctor(documentOf(hosted(), []))
    expect(text.match(/this kernel does not have it/g)).toHaveLength(1)
    expect(text.replace(/\n +/g, ' ')).toMatch(
      /not here: watchdogs, (?:[a-z-]+, )+timer-migration: this kernel/,
    )
  })

  it('shows a hostile name of a machine without its control characters', () => {
    const text = renderDoctor(
      documentOf(hosted({ 'sys/class/dmi/id/product_name': 'a\u001b[31m\u202eb\n' }), []),
    )
    expect(text).not.toMatch(/\p{Cf}/u)
    expect(text).not.toContain('\u001b')
  })
})

describe('the drawing', () => {
  it('stays within its width on a machine with hundreds of CPUs', () => {
    const lines = topologyLines(documentOf(server(), []).hardware)
    expect(Math.max(...lines.slice(0, -1).map(line => line.length))).toBeLessThanOrEqual(72)
  })
})

describe('the noise test in a sentence', () => {
  it('says what each way to measure sees', () => {
    expect(noiseAnswer(rows)).toBe(
      'This machine sees changes of 8 % with 10 runs per side; pinned 5 %; as a duet 2 % in the same time.',
    )
    const short = rows.map(row => ({ ...row, runs: row.design === 'as-it-is' ? 10 : 7 }))
    expect(noiseAnswer(short)).toMatch(/pinned 5 % \(7 runs\); as a duet 2 % in the same time \(7 runs\)\./)
  })

  it('leaves out what could not be measured, and gives the reason below', () => {
    const without = rows.map(row =>
      row.design === 'duet' ? { ...row, detectable: null, reason: 'duet: one core' } : row,
    )
    expect(noiseAnswer(without)).toBe('This machine sees changes of 8 % with 10 runs per side; pinned 5 %.')
    expect(noiseLines(without)).toContain('duet: duet: one core')
    expect(noiseAnswer([])).toBeNull()
    const none = rows.map(row => ({
      ...row,
      spread: null,
      detectable: null,
      reason: 'held by another',
      doubts: [],
    }))
    expect(noiseLines(none)).toEqual(['as it is, pinned and duet: held by another'])
  })
})
