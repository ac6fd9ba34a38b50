// Every file that cannot be read gets one clear message that names it, and says what is wrong and where.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { readSessions } from '../../src/files/session-file.ts'
import { InputError } from '../../src/model/index.ts'
import { type Entry, entry } from './sample-entry.ts'

const capture = (name: string) =>
  fileURLToPath(new URL(`../formats/fixtures/unread/${name}`, import.meta.url))

describe('a file that is in no known format', () => {
  it('is refused with what to do instead, where it is known which tool wrote it', () => {
    expect(() => readSessions([capture('hand-jmh-table.txt')], 'auto')).toThrow(
      /hand-jmh-table\.txt: looks like the output of JMH, which stable-bench cannot use as it is: run it with -rf json/,
    )
  })
})

const good = [[101, 99]]

const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-files-'))

function file(name: string, content: unknown): string {
  const path = join(cwd, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

function directory(name: string): string {
  mkdirSync(join(cwd, name))
  return join(cwd, name)
}

const samples = (name: string, ...benchmarks: Entry[]) =>
  file(name, { schema: 'stable-bench/samples@1', benchmarks })

const cut = JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [entry(good)] }).slice(0, -20)

describe('a file that cannot be read', () => {
  it.each<[string, () => string, RegExp]>([
    [
      'that is missing',
      () => join(cwd, 'nowhere.json'),
      /nowhere\.json: there is no such file; a relative path counts from the working directory$/,
    ],
    ['that is a directory', () => directory('d'), /\/d: is a directory; name the file/],
    [
      'in no known format',
      () => file('x.txt', 'hello'),
      /x\.txt: is in no known format; it begins with\n.* {2}hello\n.*give its format as tool \(--tool\)/,
    ],
    [
      'that is empty',
      () => file('empty.json', ''),
      /empty\.json: is empty; did the command write its results\?/,
    ],
    [
      'that breaks off',
      () => file('cut.json', '{"results": [{"command": "sle'),
      /cut\.json: looks truncated: the JSON breaks off at line 1, column 30/,
    ],
    ['of ours that breaks off', () => file('own.json', cut), /own\.json: .*(truncated|breaks off)/],
    ['with no benchmarks', () => samples('none.json'), /none\.json: no benchmarks in it/],
    [
      'with the same entry twice',
      () => samples('twice.json', entry(good), entry(good)),
      /twice\.json.*parse.*twice/s,
    ],
    ['with a negative value', () => samples('minus.json', entry([[-3, 4]])), /minus\.json.*parse.*-3/s],
    [
      'with a value that is no number',
      () => samples('text.json', entry([['1']])),
      /text\.json: benchmarks\[0\]\.runs\[0\]\[0\].*number/,
    ],
    [
      'with an infinite value',
      () =>
        file(
          'inf.json',
          '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"b","unit":"ns","better":"lower","runs":[[1e999]]}]}',
        ),
      /inf\.json.*(Infinity|infinite|finite|number)/s,
    ],
    [
      'with an empty run',
      () => samples('hole.json', entry([[1], []])),
      /hole\.json: benchmarks\[0\]\.runs\[1\]/,
    ],
    [
      'with no direction',
      () => samples('way.json', entry(good, { better: 'both' })),
      /way\.json: benchmarks\[0\]\.better/,
    ],
    [
      'of another schema version',
      () => file('v2.json', { schema: 'stable-bench/samples@2', benchmarks: [] }),
      /v2\.json: schema/,
    ],
    [
      'that is no gzip by its content',
      () => file('broken.json.gz', 'not gzip'),
      /broken\.json\.gz: cannot be read: incorrect header check/,
    ],
  ])('%s is refused', (_, make, message) => {
    const path = make()
    const read = () => readSessions([path], 'auto')
    expect(read).toThrow(message)
    expect(read).toThrow(InputError)
  })
})
