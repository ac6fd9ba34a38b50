// `stable-bench init`: writes the suites of a repository to its configuration, and the workflows that measure them.
import { realpathSync } from 'node:fs'
import { basename, join, posix, relative, resolve } from 'node:path'
import { inertText } from '../../files/workflow-commands.ts'
import { NoCheckout, NoGit } from '../../git.ts'
import { InputError } from '../../model/index.ts'
import { shellWord } from '../../phrases.ts'
import { configFileName } from '../../policy/config-file.ts'
import { exitCodes } from '../../policy/exit-codes.ts'
import { visibleText } from '../../report/words/visible-text.ts'
import type { Flags } from '../flags.ts'
import { printText } from '../print.ts'
import { type FoundBenchmarks, findSuites, lookedFor, notTaken } from './find/suites.ts'
import { migrate } from './migrate/command.ts'
import { defaultBranch, type Repository, readRepository } from './repository.ts'
import { type NamedSuite, named, nothingElse } from './suite.ts'
import { configurationWith, entryFields, hasSuites, type WrittenSuite } from './suites-file.ts'
import { setUpSteps } from './toolchain.ts'
import { type Tried, triedText, trySuites } from './try-suites.ts'
import { setUpMarker, type WorkflowFile, workflowsOf } from './workflows.ts'
import { assertPlaces, textIfThere, writeMissing } from './write-files.ts'

/** A command that the user gave: its words are put together as a shell would read them. */
function givenSuite({ root }: Repository, directory: string, words: string[]): FoundBenchmarks {
  const command = words.map(shellWord).join(' ')
  const within = relative(root, realpathSync(directory)) || '.'
  const place = { called: basename(root), found: '', covers: [], directory: posix.normalize(within) }
  return { suites: [{ ...nothingElse, ...place, tool: 'your command', command }], spareTargets: [] }
}

function findingsOf(repository: Repository, directory: string, words: string[]): FoundBenchmarks {
  if (words.length > 0) return givenSuite(repository, directory, words)
  const findings = findSuites(repository)
  if (findings.suites.length > 0) return findings
  const others = notTaken(repository, findings)
  const named =
    others.length === 0
      ? ''
      : `These look like benchmarks, and nothing says how they run: ${others.join(', ')}. `
  throw new InputError(
    `init: no benchmark was found; looked for ${lookedFor.join('; ')}. ${named}Give the command that runs yours: ` +
      'stable-bench init -- ./bench',
  )
}

function foundLines(suite: NamedSuite, tried?: Tried): string[] {
  const { name, tool, found, command, lacks } = suite
  const what = visibleText(`${tool}${found === '' ? '' : ` (${found})`}: ${command}`)
  const saw =
    lacks === undefined
      ? tried && triedText(tried, suite)
      : `cannot run, and is written as a comment: ${lacks}`
  return [`found   ${name}: ${what}`, ...(saw === undefined ? [] : [`        ${visibleText(saw)}`])]
}

/** A suite as the configuration gets it, after a run of it where there was one. */
function writtenSuite(suite: NamedSuite, tried?: Tried): WrittenSuite {
  const { name, lacks, layouts } = suite
  const fields = entryFields(suite)
  if (lacks !== undefined) return { name, fields, problem: lacks }
  if (tried === undefined) return { name, fields, layouts }
  if (tried.problem !== null) return { name, fields, problem: tried.problem }
  return { name, fields: tried.isTimed ? { ...fields, tool: 'process' } : fields, layouts }
}

/** The configuration with the suites, and what was seen of them. */
async function configured(
  repository: Repository,
  suites: NamedSuite[],
  values: Flags<'init'>['values'],
): Promise<{ file: WorkflowFile | null; lines: string[]; works: boolean }> {
  const present = textIfThere(join(repository.root, configFileName))
  if (present !== null && hasSuites(present)) {
    const kept = `kept    ${configFileName}, which has suites already: init adds none to it`
    return { file: null, lines: [...suites.flatMap(suite => foundLines(suite)), kept], works: true }
  }
  const untried = suites.map(suite => writtenSuite(suite))
  // Before minutes of tries.
  configurationWith(untried, present)
  const tried = values['no-try']
    ? new Map<string, Tried>()
    : await trySuites(repository.root, suites, values['try-time'])
  const written = suites.map(suite => writtenSuite(suite, tried.get(suite.name)))
  return {
    file: { path: configFileName, text: configurationWith(written, present), replaces: true },
    lines: suites.flatMap(suite => foundLines(suite, tried.get(suite.name))),
    works: written.some(({ problem }) => problem === undefined),
  }
}

/** The workflows, with the steps that set the toolchain up, and a line about each of these. */
function writtenWorkflows(
  repository: Repository,
  { suites, branch }: { suites: NamedSuite[]; branch: string },
): { files: WorkflowFile[]; lines: string[] } {
  const steps = setUpSteps(repository, suites)
  const files = workflowsOf({ branch, steps: steps.map(({ lines }) => lines).join('') })
  // A file that is there stays as it is.
  const isIn = (line: string) =>
    files.some(({ path, text }) => (repository.text(path) || text).includes(line))
  const lines = steps.map(({ does, from }) => {
    const what = visibleText(`${does}, as ${from} does`)
    return isIn(does) ? `set up  ${what}` : `set up  by hand: ${what}`
  })
  const nothing = 'set up  by hand: what the suites need, as no workflow here has a step for it'
  return { files, lines: lines.length === 0 && isIn(setUpMarker) ? [nothing] : lines }
}

const nextSteps = (works: boolean, branch: string) => [
  'next:',
  ...[
    works
      ? `read ${configFileName}, commit, and measure a change: stable-bench ab --base-ref ${shellWord(branch)}`
      : `no suite could be run: mend them in ${configFileName}, and try them: stable-bench run`,
    'give a self-hosted runner the label bench, and install the runner hooks on it: runner-hooks/README.md of stable-bench',
    'open a pull request',
  ].map((step, i) => `  ${i + 1}. ${step}`),
]

/** Returns the exit code. Throws an InputError where there is no repository, or no benchmark in it. */
export async function initCommand({ values, given, words }: Flags<'init'>): Promise<number> {
  const untried = (['no-try', 'migrate'] as const).find(name => values[name])
  if (untried !== undefined && given['try-time'] !== undefined)
    throw new InputError(`init: --max-time is of a try, and --${untried} makes none; leave out one of them`)
  const directory = resolve(values['working-directory'])
  const repository = await readRepository(directory).catch(error => {
    const isSaid = error instanceof NoGit || error instanceof NoCheckout
    const problem = isSaid ? '' : `${directory} is in no git repository: `
    throw new InputError(`init: ${problem}${error.message}`)
  })
  if (values.migrate) return migrate(repository, { values, words })
  const findings = findingsOf(repository, directory, words)
  const suites = named(findings.suites)
  const branch = await defaultBranch(repository.root)
  const workflows = writtenWorkflows(repository, { suites, branch })
  const paths = [configFileName, ...workflows.files.map(({ path }) => path)]
  if (!values['dry-run']) assertPlaces(repository.root, paths)
  const { file, lines, works } = await configured(repository, suites, values)
  const others = words.length > 0 ? [] : notTaken(repository, findings)
  const files = [...(file === null ? [] : [file]), ...workflows.files]
  const text = [
    ...lines,
    ...(others.length === 0 ? [] : ['left    these look like benchmarks, and no suite runs them:']),
    ...others.map(path => `          ${visibleText(path)}`),
    ...workflows.lines,
    ...writeMissing(repository.root, files, values['dry-run']),
    ...nextSteps(works, branch),
  ]
  printText(inertText(`${text.join('\n')}\n`))
  return works ? exitCodes.pass : exitCodes.measuringFailed
}
