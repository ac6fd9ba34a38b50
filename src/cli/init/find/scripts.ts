// Benchmarks of JavaScript and TypeScript.
import { posix } from 'node:path'
import { grouped } from '../../../grouped.ts'
import { shellWord } from '../../../phrases.ts'
import { above, calledAfterFile, filesWith, isWithin, type Repository } from '../repository.ts'
import { proposal, type SuiteProposal } from '../suite.ts'
import { installCommand, needsOthers, runners, scriptsOf } from './workspaces.ts'

const SCRIPT = /\.[cm]?[jt]s$/

/** How the results of a harness can be read; where that is not known, '' for nothing to do. */
const HARNESSES: Record<string, { runs: RegExp; hint: string }> = {
  mitata: {
    runs: /\brun\s*\(/,
    hint: "call run({ format: 'json' }) in it, before mitata 1 run({ json: true })",
  },
  tinybench: {
    runs: /\.run\s*\(/,
    hint: 'print JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result }))) at its end',
  },
  benchmark: { runs: /\.run\s*\(/, hint: 'print String(event.target) in its cycle' },
}

const imports = (harness: string) => new RegExp(`(?:from|require\\(|import\\()\\s*['"]${harness}['"]`)

/** Whether a file starts what it holds. A worker waits for its program. */
const isProgram = (text: string, runs: RegExp) => runs.test(text) && !/\bparentPort\b/.test(text)

const packageOf = (repository: Repository, path: string) => above(repository, path, 'package.json') ?? '.'

const BENCH = /^bench(?:mark)?(?:s|ing)?(?:[:._-].+)?$/
/** Scripts that do something else than measure, or all at once what others do one by one. */
const ELSE =
  /compare|\bcmp\b|upload|publish|report|clean|deploy|watch|update|baseline|build|setup|install|prepare/
const CALLS_ALL =
  /\b(?:npm|pnpm|yarn|bun)\b[^&|;]* (?:-w|-ws|-r|-C|-F|--workspaces?|--recursive|--filter|--prefix|--cwd|workspaces?)\b[^&|;]*bench|\b(?:run-[sp]|npm-run-all|turbo|lerna|nx|wireit)\b.*bench/
const CALLED = /\b(?:npm|pnpm|yarn|bun) (?:-\S+ )*(?:run(?:-script)? )?(?:-\S+ )*([^\s;&|]+)/g

/** Whether a script runs some of the scripts `names`, or benchmarks of other packages. */
const callsOthers = (text: string, names: string[]) =>
  CALLS_ALL.test(text) || [...text.matchAll(CALLED)].some(([, name = '']) => names.includes(name))

/** A script that runs a tool whose own finder knows more. */
const RUNS_TOOL = /\bvitest bench\b|\bdeno bench\b/

/** The scripts of a package.json called bench, benchmark, bench:…. */
export const findPackageScripts = (repository: Repository): SuiteProposal[] =>
  filesWith(repository, /^package\.json$/).flatMap(manifest => {
    const directory = posix.dirname(manifest)
    const scripts = scriptsOf(repository, manifest)
    const own = scripts.filter(
      ([name, text]) => BENCH.test(name) && !ELSE.test(name) && !RUNS_TOOL.test(text),
    )
    const names = own.map(([name]) => name)
    const single = own.filter(([, text]) => !callsOthers(text, names))
    const { run } = runners(repository, directory)
    return single.map(([name, text]): SuiteProposal => {
      const covers = repository.files.filter(
        path =>
          isWithin(path, directory) && SCRIPT.test(path) && mentions(text, posix.relative(directory, path)),
      )
      const harness = Object.keys(HARNESSES).find(each =>
        covers.some(path => imports(each).test(repository.text(path))),
      )
      const place = { found: manifest, covers, directory }
      return proposal(repository, place, {
        ...(single.length > 1 && { called: name }),
        setup: installCommand(repository, directory, { build: true }),
        command: `${run} ${shellWord(name)}`,
        hint: harness === undefined ? '' : (HARNESSES[harness]?.hint ?? ''),
      })
    })
  })

/** Whether a script names the file: with or without its ending, or by the directory whose index it is. */
const mentions = (script: string, file: string) =>
  script.split(/[\s"'=]+/).some(word => {
    const path = posix.normalize(word.replace(/^\.\//, '')).replace(/\/$/, '')
    const bare = file.replace(SCRIPT, '')
    return path === file || (path.length > 1 && [path, `${path}/index`].includes(bare))
  })

/** Files that import a harness and start it, but those that a script of the package runs. */
export function findHarnesses(repository: Repository): SuiteProposal[] {
  const covered = new Set(findPackageScripts(repository).flatMap(({ covers }) => covers))
  return Object.entries(HARNESSES).flatMap(([harness, { runs, hint }]) =>
    filesWith(repository, SCRIPT, imports(harness))
      .filter(path => isProgram(repository.text(path), runs) && !covered.has(path))
      .map(found => {
        const directory = packageOf(repository, found)
        const usesTsx = /"tsx"\s*:/.test(repository.text(posix.join(directory, 'package.json')))
        const { bin, node } = runners(repository, directory)
        const program = /ts$/.test(found) && usesTsx ? `${bin} tsx` : node
        const place = { found, covers: [found], directory }
        return proposal(repository, place, {
          called: calledAfterFile(repository, found),
          setup: installCommand(repository, directory),
          command: `${program} ${shellWord(posix.relative(directory, found))}`,
          hint,
        })
      }),
  )
}

export function findVitest(repository: Repository): SuiteProposal[] {
  const files = filesWith(repository, /\.(?:bench|benchmark)\.[cm]?[jt]sx?$/)
  const usesVitest = (directory: string) =>
    /"vitest"/.test(repository.text(posix.join(directory, 'package.json')))
  const ownerOf = (path: string) => {
    const own = packageOf(repository, path)
    return usesVitest(own) ? own : usesVitest('.') ? '.' : ''
  }
  return [...grouped(files, ownerOf)]
    .filter(([directory]) => directory !== '')
    .map(([directory, covers]) => {
      const place = { found: covers[0] as string, covers, directory }
      const owners = covers.map(path => posix.join(packageOf(repository, path), 'package.json'))
      return proposal(repository, place, {
        setup: installCommand(repository, directory, {
          build: owners.some(each => needsOthers(repository, each)),
        }),
        command: `${runners(repository, directory).bin} vitest bench --run --outputJson out.json`,
        results: 'out.json',
        shorter: 'name some files in the command, or some benchmarks with -t',
      })
    })
}

export function findDeno(repository: Repository): SuiteProposal[] {
  const covers = filesWith(repository, SCRIPT, /\bDeno\.bench\(/)
  const [found] = covers
  if (found === undefined) return []
  const command = `deno bench --json ${covers.map(shellWord).join(' ')}`
  const place = { found, covers, directory: '.' }
  return [proposal(repository, place, { command, shorter: 'name some with --filter' })]
}
