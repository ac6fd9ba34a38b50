import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A directory with these files, standing in for the root of a file system with `/sys` and `/proc`. */
export function fakeTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'stable-bench-tree-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}
