import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { declaredCopies } from '../scripts/declared-copies.ts'

describe('what is declared once', () => {
  it.each(Object.entries(declaredCopies()))(
    'is shown as declared in %s (npm run update rewrites it)',
    (path, content) => {
      expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(content)
    },
  )
})
