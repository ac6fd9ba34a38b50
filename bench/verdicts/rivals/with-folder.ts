import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In memory where the system has such a place: tens of thousands of small files take a disk minutes. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Calls `use` with a temporary folder and removes it afterwards. */
export function withFolder<T>(use: (dir: string) => T): T {
  const dir = mkdtempSync(join(parent, 'stable-bench-verdicts-'))
  try {
    return use(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
