import { describe, expect, it } from '@jest/globals'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import {
  compactPieces,
  memoryPiece,
  type Piece,
  pieceName,
  pieceOf,
  pieceReader,
  usualLimits,
} from '../../../src/history/store/pieces.ts'
import type { TrendHistory } from '../../../src/model/index.ts'
import { dateOf, night } from '../example-history.ts'

const readPiece = pieceReader()

const piece = (number: number, machine = 'bench-1') => pieceOf(night(number, { machine }))

const union = (pieces: Piece[]) => mergeHistories(pieces.map(({ history }) => history))

/** The days of October whose nights are in it. */
const days = ({ nights }: TrendHistory) =>
  nights.map(({ date }) => (Date.parse(date) - Date.parse(dateOf(0))) / 864e5)

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('the pieces of a history', () => {
  it('hold every night once after a hundred nights, in few files', () => {
    let pieces: Piece[] = []
    for (const i of upTo(100)) pieces = compactPieces([...pieces, piece(i)])
    expect(days(union(pieces))).toEqual(upTo(100))
    expect(pieces.length).toBeLessThan(40)
    expect(pieces.every(({ name }) => pieceName.test(name))).toBe(true)
    expect(pieces.map(({ name, bytes }) => readPiece(name, bytes).history)).toEqual(
      pieces.map(({ history }) => history),
    )
  })

  it('are not written again when a night is added', () => {
    const before = compactPieces(upTo(20).map(i => piece(i)))
    const after = compactPieces([...before, piece(20)])
    expect(after.filter(each => before.includes(each))).toHaveLength(20)
  })

  it('lose and double nothing when two nights were added at once, one upload failed, and one was made twice', () => {
    const common = upTo(40).map(i => piece(i))
    const base = compactPieces(common)
    const [one, other] = [compactPieces([...base, piece(40)]), compactPieces([...base, piece(41, 'bench-2')])]
    const next = compactPieces([...one, ...other, piece(42), piece(40), piece(42)])
    expect(days(union(next))).toEqual(upTo(43))
    expect(new Set(union(next).nights.map(({ id }) => id)).size).toBe(43)
  })

  it('come together where each rolled up other nights', () => {
    const [one, other] = [upTo(32), upTo(33).slice(1)].map(numbers =>
      compactPieces(numbers.map(i => piece(i))),
    )
    expect([one, other].map(each => each?.length)).toEqual([1, 1])
    const both = compactPieces([...(one ?? []), ...(other ?? [])])
    expect(days(union(both))).toEqual(upTo(33))
    expect(union(both).series[0]?.nights).toHaveLength(33)
  })

  it('let go of the oldest runs first, and of the oldest nights last, where they must be small', () => {
    const pieces = upTo(10).map(i => piece(i))
    const all = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const runsOf = (kept: Piece[]) => union(kept).series[0]?.runs.map(run => run.length)
    const tight = compactPieces(pieces, { ...usualLimits, maxBytes: all - 1 })
    expect(runsOf(tight)).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    expect(union(tight).series[0]?.runs[0]).toEqual([15.5])
    const tightest = compactPieces(pieces, { ...usualLimits, maxBytes: all / 2 })
    expect(runsOf(tightest)?.at(-1)).toBe(2)
    expect(days(union(tightest)).at(-1)).toBe(9)
    expect(days(union(compactPieces(pieces, { ...usualLimits, maxNights: 3 })))).toEqual([7, 8, 9])
  })

  it('can be read, and are few enough for an artifact, though every night has a thousand benchmarks with new names', () => {
    const named = (i: number) =>
      pieceOf(night(i, { values: Object.fromEntries(upTo(1000).map(k => [`${i}-${k}`, [[1]]])) }))
    let pieces: Piece[] = []
    for (const i of upTo(34)) pieces = compactPieces([...pieces, named(i)])
    const read = pieces.map(({ name, bytes }) => pieceReader()(name, bytes).history)
    expect(days(mergeHistories(read))).toEqual(upTo(34))
    expect(pieces.length).toBeLessThan(10)
    const most = { ...usualLimits, maxAlike: 1000, maxPieces: 3 }
    const five = upTo(5).map(i => piece(i))
    expect(days(union(compactPieces(five, most)))).toEqual([2, 3, 4])
  }, 60_000)

  it('remember what was told in a file of their own', () => {
    const told = [
      {
        benchmark: 'parse',
        metric: 'time',
        machine: 'bench-1',
        direction: 'worse' as const,
        nights: ['0123456789abcdef'],
        told: '0123456789abcdef',
        before: 1,
        ratio: 1.1,
        recovered: null,
      },
    ]
    const memory = memoryPiece({ ...night(0), told })
    const over = memoryPiece({
      ...night(0),
      told: told.map(each => ({ ...each, recovered: 'ffffffffffffffff' })),
    })
    expect(readPiece(memory.name, memory.bytes).history).toMatchObject({ nights: [], series: [], told })
    expect(pieceOf({ ...night(0), told }).history.told).toEqual([])
    expect(union([memory, over, piece(1)]).told).toMatchObject([{ recovered: 'ffffffffffffffff' }])
    expect(union([over, memory]).told).toHaveLength(1)
  })

  it('are refused when one is larger than any that was ever written, and when it is none', () => {
    expect(() => readPiece('nights', Buffer.from('no gzip'))).toThrow()
    expect(() => union([pieceOf(night(0)), pieceOf(night(0, { suite: 'other' }))])).toThrow(
      /different suites/,
    )
  })
})

describe('the union of histories', () => {
  it('takes unit and direction into account, and keeps machines apart', () => {
    const merged = mergeHistories([night(0), night(1, { machine: 'bench-2' }), night(2)])
    expect(merged.series.map(({ machine, nights }) => [machine, nights])).toEqual([
      ['bench-1', [0, 2]],
      ['bench-2', [1]],
    ])
  })

  it('names the first night of a release on each machine, and of none from before the history', () => {
    const release = (tag: string, at: number | null, hours: number) => {
      const date = at === null ? null : new Date(Date.parse(dateOf(at)) + hours * 3600_000).toISOString()
      return { tag, commit: 'a'.repeat(40), date }
    }
    const releases = [
      release('v1.0', 0, -50),
      release('v1.1', 1, 2),
      release('v1.2', null, 0),
      release('v2.0', 9, 0),
    ]
    const histories = [night(0), night(1), night(2), night(3, { machine: 'bench-2' })]
    const merged = mergeHistories([...histories, { ...night(0), releases }])
    expect(merged.nights.map(({ tags }) => tags)).toEqual([[], [], ['v1.1'], []])
    expect(
      mergeHistories([...histories, { ...night(0), releases: [release('v0.9', 0, 0)] }]).nights[0]?.tags,
    ).toEqual([])
    const exact = [{ tag: 'v0.9', commit: night(0).nights[0]?.commit ?? '', date: dateOf(0) }]
    expect(mergeHistories([...histories, { ...night(0), releases: exact }]).nights[0]?.tags).toEqual(['v0.9'])
  })
})
