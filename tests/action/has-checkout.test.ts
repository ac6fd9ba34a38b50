// A job that has checked something out is to measure it; one that publishes has not.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { hasCheckout } from '../../src/action/has-checkout.ts'

const workspace = (...paths: string[]) => {
  const directory = mkdtempSync(join(tmpdir(), 'stable-bench-workspace-'))
  for (const path of paths) mkdirSync(join(directory, path), { recursive: true })
  return directory
}

it('a checkout is seen in the workspace and in a directory of it, and nothing else is one', () => {
  expect(hasCheckout(workspace('.git'))).toBe(true)
  expect(hasCheckout(workspace('src/.git', 'results'))).toBe(true)
  expect(hasCheckout(workspace('results'))).toBe(false)
  expect(hasCheckout(workspace())).toBe(false)
  expect(hasCheckout('/nowhere')).toBe(false)
})
