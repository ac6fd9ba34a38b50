// Scores are joined and looked up by the keys of cells: two cells with the same key would be one.
import { describe, expect, it } from '@jest/globals'
import * as cells from '../../../bench/trend/cells.ts'
import { tasksOf } from '../../../bench/trend/tasks.ts'

const isCell = (value: unknown): value is cells.Cell =>
  typeof value === 'object' && value !== null && 'key' in value && 'nights' in value

const all = Object.values(cells).flatMap((value): cells.Cell[] =>
  Array.isArray(value) ? value.filter(isCell) : [],
)

describe('the cells of the trend benchmark', () => {
  it('never share a key', () => {
    expect(all.length).toBeGreaterThan(40)
    const keys = all.map(({ key }) => key)
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  })

  it('get each history once by each method', () => {
    const effort = { cleanLooks: 3, looks: 3, cleanYears: 3, hardYears: 3, waits: 3, afterwards: 3 }
    const rivals = { rivalLooks: 3, rivalYears: 3, rivalWaits: 3 }
    const pieces = tasksOf({ ...effort, ...rivals }, 1, 'somewhere').map(({ kind, piece }) => {
      const method = kind.startsWith('rival') ? 'rival' : kind === 'ideal' ? 'ideal' : 'ours'
      return `${method}, ${piece.cell.key}, ${piece.from}`
    })
    expect(pieces.filter((piece, i) => pieces.indexOf(piece) !== i)).toEqual([])
    for (const { key } of all) expect(pieces).toContain(`ours, ${key}, 0`)
  })
})
