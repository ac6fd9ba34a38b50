// Golden files: rendered reports that people read in review. UPDATE_GOLDEN=1 rewrites them instead of comparing.

import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from '@jest/globals'

/** Expects the text to equal tests/report/golden/<name>. */
export function expectGolden(name: string, text: string): void {
  const file = new URL(`golden/${name}`, import.meta.url)
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}
