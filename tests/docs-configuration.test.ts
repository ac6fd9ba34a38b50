// The examples in docs/configuration.md are configuration that the program takes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import * as z from 'zod'
import { type Pattern, patternFormat, patternOf } from '../src/formats/pattern/read.ts'
import { comparisonSchema, type FailOn, type NotEstablished, waiverLabel } from '../src/model/index.ts'
import { parseConfig } from '../src/policy/config-file.ts'
import { configSchema } from '../src/policy/config-schema.ts'
import { exitCodeOf } from '../src/policy/exit-codes.ts'
import { blocksOf } from './examples/docs-project.ts'

const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(match => match[1] as string)

describe('every page', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.md'),
  )
  const shown = ['README.md', ...pages.map(name => join('docs', name))].flatMap(path =>
    [...blocksOf(path, 'yaml'), ...blocksOf(path, 'yml')].map(text => ({ path, text })),
  )
  const keys = Object.keys(configSchema.shape)
  const isConfig = (content: object) => Object.keys(content).every(key => keys.includes(key))

  it('shows a configuration that is accepted', () => {
    const found = shown.filter(({ text }) => isConfig(parse(text) as object))
    expect(found.length).toBeGreaterThan(6)
    for (const { path, text } of found) expect(() => parseConfig(text, path)).not.toThrow()
  })
})

describe('the page about the configuration file', () => {
  it('shows a file that is accepted and sets everything there is', () => {
    const config = parseConfig(blocks[0] as string, 'docs/configuration.md')
    expect(config.rows).toHaveLength(3)
    expect(config.waivers).toHaveLength(2)
    expect(config.renamed).toHaveLength(1)
    expect(config.budgets).toHaveLength(1)
    expect(Object.keys(config.suites)).toEqual(['parse', 'http'])
    expect(Object.keys(config).filter(key => !blocks[0]?.includes(`${key}:`))).toEqual([])
  })

  it('shows files that the schema for editors takes, and names that schema', () => {
    const written = JSON.parse(readFileSync('docs/schema/config.json', 'utf8'))
    const schema = z.fromJSONSchema(written)
    expect(blocks).toHaveLength(2)
    for (const block of blocks) expect(schema.safeParse(parse(block))).toMatchObject({ success: true })
    const { baseline } = written.properties.defaults.properties
    expect(baseline).toMatchObject({
      description: 'The input of that name, without files.',
      enum: ['auto', 'artifact', 'interleave'],
    })
    expect(schema.safeParse(parse('suites: { parse: { comand: make } }')).success).toBe(false)
    expect(schema.safeParse(parse('suites: { parse: { tool: gotest } }')).success).toBe(false)
    expect(blocks[0]).toMatch(/^# yaml-language-server: \$schema=https:\S+\/v1\/docs\/schema\/config\.json\n/)
  })

  it('shows patterns that read the output in the comment above them', () => {
    const { suites } = parseConfig(blocks[1] as string, 'docs/configuration.md')
    const outputs = [...(blocks[1] as string).matchAll(/^ {2}(\w+): # (.*)$/gm)]
    expect(outputs.map(([, suite]) => suite)).toEqual(Object.keys(suites))
    const read = outputs.map(([, suite = '', output = '']) => {
      const inputs = { pattern: '', 'pattern-unit': '', 'pattern-better': 'auto', ...suites[suite] } as const
      const { samples } = patternFormat(patternOf(inputs).pattern as Pattern).parse(output, suite)
      return samples.map(({ name, metric, unit, better, runs }) => [name, metric, unit, better, runs.flat()])
    })
    expect(read).toEqual([
      [['parse users', 'time', 'ns', 'lower', [1234.5e6]]],
      [['benchmark', 'rate', 'frames/s', 'higher', [60.2]]],
      [['small', 'score', '', 'higher', [17]]],
      [['join', 'time', 'ns', 'lower', [1.2e6, 1.3e6]]],
      [['sort', 'latency', 'ns', 'lower', [1.2e6]]],
    ])
  })

  it('says of each reason under which fail-on it fails, as it does', () => {
    const [, table = ''] = /\n\| reason \| when \| exit code \|\n([\s\S]*?)\n\n/.exec(page) ?? []
    const said = [...table.matchAll(/^\| `([\w-]+)` \|.*\| ([^|]+) \|$/gm)].map(([, reason, code]) => [
      reason,
      code,
    ])
    const codeOf = (reason: NotEstablished, failOn: FailOn) =>
      exitCodeOf({ outcome: 'not-established', reason, policy: { shadow: false, failOn } })
    const codeText = (reason: NotEstablished) => {
      if (codeOf(reason, 'regression') === 3) return '3, also with `fail-on: regression`'
      if (codeOf(reason, 'not-established') === 3) return '3'
      return codeOf(reason, 'inconclusive') === 3 ? '3, with `fail-on: inconclusive` only' : '0'
    }
    const reasons = comparisonSchema.shape.reason.unwrap().options
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(reasons.map(each => [each, codeText(each)])))
  })

  it('names the label that lets waivers count', () => {
    expect(page).toContain(`\`${waiverLabel}\``)
  })
})
