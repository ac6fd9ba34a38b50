// Benchmarks of Go.
import { posix } from 'node:path'
import { grouped } from '../../../grouped.ts'
import { shellWord } from '../../../phrases.ts'
import { above, filesWith, type Repository } from '../repository.ts'
import { proposal, type SuiteProposal } from '../suite.ts'

/** More packages than this are not named one by one. */
const MOST_PACKAGES = 5

/** The one package is linked by itself, and its benchmarks run in its directory; from Go 1.22 on. */
const layoutsOf = (directory: string) => ({
  ...(directory !== '.' && { 'working-directory': directory, setup: "go test -run '^$' ." }),
  relink: 'go test -c -ldflags=-randlayout={layout} -o bench.{layout} .',
  command: "./bench.{layout} -test.run '^$' -test.bench . -test.benchmem",
})

/** One suite for each module. */
export function findGoTests(repository: Repository): SuiteProposal[] {
  const files = filesWith(repository, /_test\.go$/, /^func Benchmark\w*\(\w+ \*testing\.B\)/m)
  return [...grouped(files, path => above(repository, path, 'go.mod') ?? '.')].map(([module, covers]) => {
    const packages = new Set(covers.map(path => posix.relative(module, posix.dirname(path))))
    const named = [...packages].map(each => (each === '' ? '.' : shellWord(`./${each}`))).join(' ')
    const where = packages.size > MOST_PACKAGES ? './...' : named
    const place = { found: covers[0] as string, covers, directory: module }
    return proposal(repository, place, {
      setup: `go test -run '^$' ${where}`,
      command: `go test -run '^$' -bench . -benchmem ${where}`,
      shorter: 'name some with -bench, or add -benchtime 100ms',
      ...(packages.size === 1 && { layouts: layoutsOf(posix.join(module, [...packages][0] as string)) }),
    })
  })
}
