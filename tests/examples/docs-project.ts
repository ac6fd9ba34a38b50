// Where the commands of the documentation run: a project of a user's, with what the pages assume, or a checkout of
// stable-bench itself.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cli, root, scratch } from '../e2e/command-line.ts'
import { dataJs, entryOf } from '../history/import/example-data-js.ts'
import { git } from '../measure/git-fixtures.ts'

const imports = join(root, 'tests/history/import')

/** A benchmark that states what it costs: `nanoseconds`, and up to 0.2 % more or less from one process to the next. */
const benchmark = (nanoseconds: number) => `#!/bin/sh
exec awk -v seed=$$ 'BEGIN {
  srand(seed)
  value = ${nanoseconds} * (0.998 + 0.004 * rand())
  printf "{\\"schema\\":\\"stable-bench/samples@1\\",\\"benchmarks\\":[{\\"name\\":\\"parse\\",\\"metric\\":\\"time\\","
  printf "\\"unit\\":\\"ns\\",\\"better\\":\\"lower\\",\\"runs\\":[[%.1f]]}]}\\n", value
}'
`

function executable(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

/** A directory for PATH in which `stable-bench` is the committed program. */
export function programs(): string {
  const directory = scratch()
  executable(join(directory, 'stable-bench'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`)
  return directory
}

/** What is there in a checkout of stable-bench. What a command writes stays outside of it. */
export function ownCheckout(): string {
  const directory = scratch()
  const names = execFileSync('git', ['ls-tree', '--name-only', 'HEAD'], { cwd: root, encoding: 'utf8' })
  for (const name of names.trim().split('\n')) symlinkSync(join(root, name), join(directory, name))
  return directory
}

/** A result document of each version, so that pages may compare them. */
function measured(project: string): void {
  for (const [name, command] of [
    ['before.json', './old'],
    ['after.json', './bench'],
  ] as const) {
    execFileSync(process.execPath, [cli, 'run', '-q', '--runs', '5', '-o', name, '--', command], {
      cwd: project,
    })
  }
}

/**
 * A repository with sixteen commits on `main`, checked out at a branch `feature`, and with an `origin`. Its benchmark is
 * `./bench`; `./old` costs the same and `./new` costs a tenth more. Other tools have left their results.
 */
export function userProject(): string {
  const parent = scratch()
  const project = join(parent, 'project')
  execFileSync('bash', [join(imports, 'make-repository.sh'), project])
  for (const [name, cost] of Object.entries({ bench: 1000, old: 1000, new: 1100 }))
    executable(join(project, name), benchmark(cost))
  writeFileSync(join(project, 'Makefile'), 'all:\n\t@true\nbench.%:\n\t@cp bench $@; echo "# $(SEED)" >>$@\n')
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '--message', 'Benchmarks')
  git(parent, 'clone', '--quiet', '--bare', 'project', 'origin.git')
  git(project, 'remote', 'add', 'origin', join(parent, 'origin.git'))
  git(project, 'fetch', '--quiet', 'origin')
  git(project, 'switch', '--quiet', '--create', 'feature')
  writeFileSync(join(project, 'note.txt'), 'A change that costs nothing\n')
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '--message', 'A change')
  leftByOthers(project)
  measured(project)
  return project
}

/** Results of github-action-benchmark, asv, pytest-benchmark and Go, which commit them or leave them beside the code. */
function leftByOthers(project: string): void {
  const entries = Array.from({ length: 16 }, (_, i) =>
    entryOf(i, [{ name: 'parse', value: 1000 + i, unit: 'ns/iter' }]),
  )
  git(project, 'switch', '--quiet', '--create', 'gh-pages')
  mkdirSync(join(project, 'dev/bench'), { recursive: true })
  writeFileSync(join(project, 'dev/bench/data.js'), dataJs({ parse: entries }))
  git(project, 'add', 'dev')
  git(project, 'commit', '--quiet', '--message', 'Results')
  git(project, 'switch', '--quiet', 'feature')
  for (const [tool, name] of [
    ['asv', 'results'],
    ['pytest-benchmark', '.benchmarks'],
  ] as const)
    cpSync(join(imports, 'fixtures', tool), join(project, name), { recursive: true })
  const go = join(root, 'tests/formats/fixtures/go/count-two-packages.txt')
  for (const name of ['old.txt', 'new.txt']) cpSync(go, join(project, name))
}

/** The texts of the blocks of a page that are marked as `language`, without the indentation that a list gives them. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  const fences = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\`$`, 'gm')
  return [...text.matchAll(fences)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}
