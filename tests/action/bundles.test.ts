// What people review of the action, and what each job loads: dist/, which the action is.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'

const dist = join(root, 'dist')
const texts = readdirSync(dist)
  .filter(name => /^action.*\.js$/.test(name))
  .map(name => readFileSync(join(dist, name), 'utf8'))

it('the bundles of the action are smaller than six million bytes, and have no copy of the streams of Node.js', () => {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(bytes).toBeLessThan(6_000_000)
  for (const text of texts) expect(text).not.toMatch(/^\/\/ node_modules\/.*readable-stream\//m)
})
