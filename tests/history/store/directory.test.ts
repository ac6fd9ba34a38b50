import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { renderResultDocument } from '../../../src/formats/documents/result.ts'
import {
  appendToDirectory,
  piecesIn,
  rememberInDirectory,
  takeOver,
} from '../../../src/history/store/directory.ts'
import { renderTrendDocument } from '../../../src/history/store/document.ts'
import { pieceOf } from '../../../src/history/store/pieces.ts'
import { readHistories } from '../../../src/history/store/read.ts'
import type { TrendHistory } from '../../../src/model/index.ts'
import { commitOf, night, sessionOfNight } from '../example-history.ts'

const scratch = () => mkdtempSync(join(tmpdir(), 'stable-bench-history-'))

const commits = ({ nights }: TrendHistory) => nights.map(({ commit }) => commit)
const firstCommits = (count: number) => Array.from({ length: count }, (_, i) => commitOf(i))

const toldOf = (benchmark: string): TrendHistory['told'][number] => ({
  benchmark,
  metric: 'time',
  machine: 'bench-1',
  direction: 'worse',
  nights: [night(0).nights[0]?.id ?? ''],
  told: '',
  before: 1,
  ratio: 2,
  recovered: null,
})

describe('a history in a directory', () => {
  it('has every night once after forty of them, one of them twice, in a few files', () => {
    const directory = join(scratch(), 'made/by/itself')
    for (let i = 0; i < 40; i++) appendToDirectory(directory, night(i))
    const history = appendToDirectory(directory, night(39))
    expect(commits(history)).toEqual(firstCommits(40))
    expect(readdirSync(directory).length).toBeLessThan(20)
  })

  it('loses nothing when another job removes what it has rolled up in between', () => {
    const directory = scratch()
    for (let i = 0; i < 20; i++) appendToDirectory(directory, night(i))
    const stale = piecesIn(directory, 'suite')
    for (let i = 20; i < 40; i++) appendToDirectory(directory, night(i))
    // A job that read before them writes its own piece now.
    writeFileSync(join(directory, pieceOf(night(40)).name), pieceOf(night(40)).bytes)
    expect(stale.some(({ name }) => !existsSync(join(directory, name)))).toBe(true)
    expect(commits(appendToDirectory(directory, night(41)))).toEqual(firstCommits(42))
  })

  it('keeps suites apart, and what was told', () => {
    const directory = scratch()
    const told = toldOf('parse')
    const own = appendToDirectory(directory, night(0))
    rememberInDirectory(directory, { ...own, told: [told] })
    expect(appendToDirectory(directory, night(1, { suite: 'other' })).told).toEqual([])
    const history = appendToDirectory(directory, night(1))
    expect(history.told).toEqual([told])
    expect(commits(history)).toEqual(firstCommits(2))
  })

  it('keeps what two jobs told at once', () => {
    const directory = scratch()
    const [one, other] = [0, 1].map(i => appendToDirectory(directory, night(i)))
    rememberInDirectory(directory, { ...(other as TrendHistory), told: [toldOf('parse')] })
    rememberInDirectory(directory, { ...(one as TrendHistory), told: [toldOf('format')] })
    const { told } = appendToDirectory(directory, night(2))
    expect(told.map(({ benchmark }) => benchmark).sort()).toEqual(['format', 'parse'])
  })

  it('gets a night although another file is no good, which is named and then missing', () => {
    const directory = scratch()
    appendToDirectory(directory, night(0))
    const bad = join(directory, 'nights-20261001-1-0123456789ab.json.gz')
    writeFileSync(bad, 'no gzip')
    expect(() => appendToDirectory(directory, night(1))).toThrow(
      /nights-20261001-1-0123456789ab\.json\.gz: .*move it/,
    )
    rmSync(bad)
    expect(commits(appendToDirectory(directory, night(2)))).toEqual(firstCommits(3))
  })

  it('goes on under another name of its suite, once', () => {
    const [former, directory] = [scratch(), join(scratch(), 'renamed')]
    appendToDirectory(former, night(0))
    const formers = [
      { directory: join(former, 'none'), suite: 'suite' },
      { directory: former, suite: 'suite' },
    ]
    takeOver(directory, 'renamed', formers)
    const history = appendToDirectory(directory, night(1, { suite: 'renamed' }))
    expect(commits(history)).toEqual(firstCommits(2))
    appendToDirectory(former, night(2))
    takeOver(directory, 'renamed', formers)
    expect(commits(appendToDirectory(directory, night(1, { suite: 'renamed' })))).toEqual(firstCommits(2))
  })

  it('takes in what it had under a name that the configuration tells later, and none that went on beside it', () => {
    const [former, directory] = [scratch(), scratch()]
    appendToDirectory(former, night(0))
    rememberInDirectory(former, { ...night(0), told: [toldOf('parse')] })
    appendToDirectory(directory, night(1, { suite: 'renamed' }))
    rememberInDirectory(directory, { ...night(1, { suite: 'renamed' }), told: [toldOf('format')] })
    takeOver(directory, 'renamed', [{ directory: former, suite: 'suite' }])
    const { told, ...history } = appendToDirectory(directory, night(2, { suite: 'renamed' }))
    expect(commits({ ...history, told })).toEqual(firstCommits(3))
    expect(told.map(({ benchmark }) => benchmark).sort()).toEqual(['format', 'parse'])
    const beside = scratch()
    appendToDirectory(beside, night(1, { suite: 'renamed' }))
    appendToDirectory(former, night(3))
    takeOver(beside, 'renamed', [{ directory: former, suite: 'suite' }])
    expect(commits(appendToDirectory(beside, night(2, { suite: 'renamed' })))).toEqual([
      commitOf(1),
      commitOf(2),
    ])
  })

  it('is refused where there is a file, or something else under the name of a piece', () => {
    const directory = scratch()
    writeFileSync(join(directory, 'file'), '')
    expect(() => appendToDirectory(join(directory, 'file'), night(0))).toThrow(/file cannot be made/)
    writeFileSync(join(directory, 'nights-20261001-1-0123456789ab.json.gz'), 'no gzip')
    expect(() => appendToDirectory(directory, night(0))).toThrow(/cannot be read: /)
  })
})

describe('histories in files', () => {
  it('are made of trend and result documents together, each session once', () => {
    const directory = scratch()
    mkdirSync(join(directory, 'run-7'))
    writeFileSync(join(directory, 'run-7/result.json.gz'), gzipSync(renderResultDocument(sessionOfNight(1))))
    writeFileSync(join(directory, 'again.json'), renderResultDocument(sessionOfNight(1)))
    writeFileSync(join(directory, 'nights.json'), renderTrendDocument(night(0)))
    writeFileSync(join(directory, 'other.json'), renderTrendDocument(night(5, { suite: 'other' })))
    writeFileSync(join(directory, 'package.json'), '{}')
    // Nobody writes into it: who opened it would wait.
    execFileSync('mkfifo', [join(directory, 'pipe.json')])
    const { histories, skipped } = readHistories([directory])
    expect([...histories].map(([suite, history]) => [suite, commits(history)])).toEqual([
      ['suite', firstCommits(2)],
      ['other', [commitOf(5)]],
    ])
    expect(skipped).toEqual([join(directory, 'package.json')])
  })

  it('are refused by name where they are none', () => {
    const file = join(scratch(), 'package.json')
    writeFileSync(file, '{}')
    expect(() => readHistories([file])).toThrow(/package\.json: is neither a trend document nor/)
    expect(() => readHistories([`${file}x`])).toThrow(/package\.jsonx: there is no such file/)
    const closed = scratch()
    chmodSync(closed, 0)
    if (process.getuid?.() === 0) process.seteuid?.(65534)
    try {
      expect(() => readHistories([closed])).toThrow(`${closed}: this user may not read it`)
    } finally {
      if (process.getuid?.() === 0) process.seteuid?.(0)
    }
  })
})
