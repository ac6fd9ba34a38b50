// A folder of examples for tests of what init writes.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder, in which all examples that init writes are this text. */
export function examplesOf(text: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'stable-bench-test-'))
  for (const path of ['on-demand/bench.yml', 'pull-request/publish.yml']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return pathToFileURL(`${folder}/`)
}
