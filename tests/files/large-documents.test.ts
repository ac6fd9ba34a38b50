// Documents of more than 8 MiB are read benchmark by benchmark, packed or not, and say the same as small ones.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { simulatedSession } from '../../bench/simulated-session.ts'
import { readSessions, readStoredSession, writeSession } from '../../src/files/session-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'stable-bench-large-documents-'))
const at = (name: string) => join(dir, name)
const run = Array.from({ length: 45_000 }, (_, i) => 100 + i / 7)
const session = simulatedSession(Array.from({ length: 6 }, () => [run, run]))
const samples = { schema: 'stable-bench/samples@1', benchmarks: session.benchmarks }

const written = (name: string, content: string | Uint8Array) => {
  writeFileSync(at(name), content)
  return at(name)
}

describe('a large document', () => {
  it.each(['result.json', 'result.json.gz'])('holds what was written: %s', name => {
    writeSession(at(name), session)
    expect(readSessions([at(name)], 'auto')).toEqual([{ ...session, source: at(name) }])
  })

  it('holds what was written, where an artifact held it', () => {
    const bytes = gzipSync(JSON.stringify({ ...session, schema: 'stable-bench/result@1' }))
    expect(readStoredSession('result.json.gz', bytes, 'leg')).toEqual({ ...session, source: 'leg' })
  })

  it('of samples is one', () => {
    const [read] = readSessions([written('samples.json', JSON.stringify(samples))], 'auto')
    expect([read?.tool, read?.benchmarks]).toEqual(['samples', session.benchmarks])
  })

  it('with a mistake is refused with its place', () => {
    const text = JSON.stringify({ ...samples, benchmarks: [...samples.benchmarks, { name: 'b', runs: [] }] })
    expect(() => readSessions([written('wrong.json', text)], 'auto')).toThrow(/benchmarks\[6\]\.metric/)
  })

  it('that follows other output is read as well', () => {
    const file = written('log.txt', `warming up\n${JSON.stringify(samples)}\n`)
    expect(readSessions([file], 'auto')[0]?.benchmarks).toEqual(session.benchmarks)
  })
})
