// Real processes, measured in different ways: `compare` must not take the difference for one of the code.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { parseResultDocument } from '../../src/formats/documents/result.ts'
import { comparisonSchema, type Session } from '../../src/model/index.ts'
import { scratch, stableBench } from './command-line.ts'

const cwd = scratch()

async function measure(file: string, ...settings: string[]): Promise<Session> {
  const args = ['run', '--runs', '5', ...settings, '--out', file, '--', '/bin/true']
  const { code, stderr } = await stableBench(args, { cwd })
  if (code !== 0) throw new Error(stderr)
  return parseResultDocument(readFileSync(join(cwd, file), 'utf8'), file)
}

async function compare(baseline: string, candidate: string, ...more: string[]) {
  const args = ['compare', '--baseline', baseline, '--candidate', candidate, '--output', 'json', ...more]
  const { code, stdout } = await stableBench(args, { cwd })
  return { code, ...comparisonSchema.parse(JSON.parse(stdout)) }
}

beforeAll(async () => {
  await measure('off.json', '--aslr', 'off')
  await measure('again.json', '--aslr', 'off')
  await measure('on.json', '--aslr', 'on', '--warmup-runs', '0')
  const document = JSON.parse(readFileSync(join(cwd, 'off.json'), 'utf8'))
  // The page cache cannot be dropped here: as a machine would store it that could.
  const facts = { ...document.testbed.facts, cache: 'cold' }
  const cold = { ...document, testbed: { ...document.testbed, facts } }
  writeFileSync(join(cwd, 'cold.json'), JSON.stringify(cold))
})

describe('two sessions', () => {
  it('measured with and without address space randomisation are not compared, and every difference is named', async () => {
    const { code, outcome, reason, explanation, rows } = await compare('off.json', 'on.json')
    expect([code, outcome, reason]).toEqual([3, 'not-established', 'testbed-changed'])
    expect(explanation).toBe('off.json was measured on another testbed: aslr (off → on), warmup-runs (1 → 0)')
    expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(['not-comparable']))
    expect((await compare('off.json', 'on.json', '--fail-on', 'regression')).code).toBe(0)
    expect((await compare('on.json', 'off.json', '--order', 'interleaved')).reason).toBe('testbed-changed')
  })

  it('measured warm and cold are not compared', async () => {
    const { reason, explanation } = await compare('off.json', 'cold.json')
    expect([reason, explanation]).toEqual([
      'testbed-changed',
      'off.json was measured on another testbed: cache (warm → cold)',
    ])
  })

  it('measured in the same way are compared, and the report says how that was', async () => {
    const { reason, rows } = await compare('off.json', 'again.json')
    expect(reason).toBeNull()
    expect(rows[0]).toMatchObject({ benchmark: 'benchmark', metric: 'wall-time', ratio: expect.any(Number) })
    const args = ['compare', '--baseline', 'off.json', '--candidate', 'again.json']
    const { stdout } = await stableBench(args, { cwd })
    expect(stdout).toMatch(/^settings {3}warm page cache, ASLR off, 1 warm-up run/m)
  })
})

describe('both sides in one job', () => {
  it('are measured alike, whatever the settings are', async () => {
    const settings = ['--aslr', 'on', '--warmup-runs', '0', '--runs', '5', '--max-runs', '5']
    const args = [
      'ab',
      ...settings,
      '--output',
      'json',
      '--baseline',
      '/bin/true',
      '--candidate',
      '/bin/true',
    ]
    const { stdout } = await stableBench(args, { cwd })
    expect(comparisonSchema.parse(JSON.parse(stdout)).reason).toBeNull()
  })
})

describe('the settings of a configuration file', () => {
  it('hold for every command that measures, but those that fill in the command; flags win', async () => {
    const where = scratch()
    const text =
      'defaults: { warmup-runs: 3, aslr: on, delta: 9 }\nsuites: { parse: { warmup-runs: 2 }, api: { command: ./load, service: { command: ./api, warm-up: 5s } } }\n'
    writeFileSync(join(where, '.stable-bench.yml'), text)
    const planOf = (text: string) => parseResultDocument(text, 'a result').plan
    const run = async (...flags: string[]) => {
      const args = ['run', '--runs', '5', ...flags, '--out', 'r.json', '--', '/bin/true']
      const { code, stderr } = await stableBench(args, { cwd: where })
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
      return planOf(readFileSync(join(where, 'r.json'), 'utf8'))
    }
    expect(await run()).toMatchObject({ warmupRuns: 3, aslr: 'on' })
    expect(await run('--name', 'parse')).toMatchObject({ warmupRuns: 2 })
    // The command on the line has no service.
    expect(await run('--name', 'api')).toMatchObject({ warmupRuns: 3 })
    expect(await run('--name', 'parse', '--warmup-runs', '0')).toMatchObject({ warmupRuns: 0, aslr: 'on' })
    const sides = ['/bin/true', '/bin/true', '--fail-on', 'never', '--save', 'kept']
    const { code, stderr } = await stableBench(['ab', '--runs', '5', '--max-runs', '5', ...sides], {
      cwd: where,
    })
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    const kept = gunzipSync(readFileSync(join(where, 'kept/candidate.json.gz')))
    expect(planOf(kept.toString())).toMatchObject({ warmupRuns: 3, aslr: 'on' })
  })
})
