import { describe, expect, it } from '@jest/globals'
import { unpackArchive } from '../../../src/github/artifacts/unpack.ts'
import { growthOf } from '../../cpu-time.ts'
import { type HostileEntry, hostileZip } from '../hostile-zip.ts'
import { zip } from '../setting.ts'

const limits = { maxEntries: 10, maxBytes: 1_000_000 }
const unpack = (archive: Uint8Array) => unpackArchive(archive, name => name.startsWith('result'), limits)
const text = (files: Map<string, Uint8Array>) =>
  [...files].map(([name, content]) => `${name}: ${Buffer.from(content).toString()}`)

describe('unpackArchive', () => {
  it('reads what other programs packed, and of that only what is wanted', () => {
    expect(text(unpack(zip({ 'result.json': 'a', 'report.html': 'b' })))).toEqual(['result.json: a'])
    const ours = hostileZip([
      { name: 'result.json', content: Buffer.from('c'), method: 0 },
      { name: 'result-attempt-1.json', content: Buffer.alloc(0) },
    ])
    expect(text(unpack(ours))).toEqual(['result.json: c', 'result-attempt-1.json: '])
  })

  it.each<[string, HostileEntry[], RegExp]>([
    ['a way up', [{ name: '../result.json' }], /"\.\.\/result\.json", which is not a plain file name/],
    ['an absolute name', [{ name: '/etc/passwd' }], /not a plain file name/],
    ['a Windows path', [{ name: 'C:\\result.json' }], /not a plain file name/],
    ['a directory', [{ name: 'result/' }], /not a plain file name/],
    ['a dot', [{ name: '..' }], /not a plain file name/],
    ['an empty name', [{ name: '' }], /not a plain file name/],
    ['a line break in a name', [{ name: 'result\n::error::x' }], /not a plain file name/],
    ['a NUL in a name', [{ name: 'result\0.json' }], /not a plain file name/],
    ['a prototype', [{ name: '__proto__' }], /not a plain file name/],
    ['a link', [{ name: 'result.json', unixMode: 0o120777 }], /which is a link/],
    ['a name twice', [{ name: 'result.json' }, { name: 'result.json' }], /"result\.json" twice/],
    ['a claim of 1 GB', [{ name: 'result.json', size: 2 ** 30 }], /claims 1073741824 bytes/],
    [
      'a bomb that claims to be small',
      [{ name: 'result.json', content: Buffer.alloc(50_000_000), size: 1000 }],
      /a file in it is larger than the archive's directory says/,
    ],
    ['a claim of too much', [{ name: 'result.json', size: 500 }], /is damaged/],
    ['a wrong checksum', [{ name: 'result.json', crc: 1 }], /is damaged/],
    ['an unknown method', [{ name: 'result.json', method: 14 }], /packed by method 14/],
    ['an entry outside', [{ name: 'result.json', at: 2 ** 31 }], /is cut off/],
    ['an entry elsewhere', [{ name: 'result.json', at: 3 }], /not where the directory says/],
    ['11 entries', Array.from({ length: 11 }, (_, i) => ({ name: `f${i}` })), /holds 11 files, at most 10/],
  ])('refuses %s', (_, entries, reason) => {
    expect(() => unpack(hostileZip(entries))).toThrow(reason)
  })

  it('counts all entries together against the limit', () => {
    const half = { content: Buffer.alloc(600_000) }
    const archive = hostileZip([
      { name: 'result.json', ...half },
      { name: 'result-attempt-1.json', ...half },
    ])
    expect(() => unpack(archive)).toThrow(/claims 600000 bytes, at most 400000/)
  })

  it('takes no longer for a bomb that is eight times as large', () => {
    const bomb = (size: number) =>
      hostileZip([{ name: 'result.json', content: Buffer.alloc(size), size: 999_999 }])
    const bombs = new Map([1, 8].map(times => [times, bomb(times * 50_000_000)]))
    const refuse = (times: number) =>
      expect(() => unpack(bombs.get(times) as Buffer)).toThrow(/larger than the archive's directory says/)
    expect(growthOf(refuse, 1, 4)).toBeLessThan(4)
  })

  it('refuses what is no archive, or a part of one', () => {
    const archive = hostileZip([{ name: 'result.json', content: Buffer.from('{"a":1}') }])
    for (const length of [0, 10, 21, 22, 60, archive.length - 1]) {
      expect(() => unpack(archive.subarray(0, length))).toThrow(/not a zip archive|cut off|broken/)
    }
    expect(() => unpack(Buffer.alloc(100_000))).toThrow(/not a zip archive/)
    expect(() => unpack(hostileZip([{ name: 'result.json' }], 2))).toThrow(/broken/)
  })
})
