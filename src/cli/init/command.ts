// `stable-bench init`: proposes workflows for the benchmarks of a repository, and writes those that are not there yet.
import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { inertText } from '../../files/inert-text.ts'
import { writeWhole } from '../../files/write.ts'
import { loadGeneratorIn } from '../../measure/runs/started-programs.ts'
import { InputError } from '../../model/index.ts'
import { shellWord } from '../../phrases.ts'
import { exitCodes } from '../../policy/exit-codes.ts'
import { visibleText } from '../../report/words/visible-text.ts'
import type { Flags } from '../flags.ts'
import { printText } from '../print.ts'
import { findSuites, lookedFor } from './find-suites.ts'
import { defaultBranch, type Repository, readRepository } from './repository.ts'
import { type FoundSuite, nothingElse } from './suite.ts'
import { suiteName, type WorkflowFile, workflowsOf } from './workflows.ts'

/** Commands and flags that print results in a format that is read. */
const PRINTS_RESULTS =
  /\bgo test\b.* -(?:test\.)?bench\b|\bcargo (?:bench|criterion)\b|--benchmark_format=json|\bdeno bench\b.*--json|--reporter[= ]xml/

/** A command that the user gave: its words are put together as a shell would read them. */
function givenSuite(words: string[]): FoundSuite {
  const command = words.map(shellWord).join(' ')
  const given = { ...nothingElse, tool: 'your command', found: '', directory: '.', command }
  const generator = loadGeneratorIn(words.join(' '))
  if (generator !== null)
    return { ...given, hint: `say with pattern in .stable-bench.yml where ${generator} prints its results` }
  return PRINTS_RESULTS.test(command) ? given : { ...given, isTimed: true }
}

function suitesOf(repository: Repository, words: string[]): [FoundSuite, ...FoundSuite[]] {
  const [first, ...others] = words.length > 0 ? [givenSuite(words)] : findSuites(repository)
  if (first !== undefined) return [first, ...others]
  throw new InputError(
    `init: no benchmark was found; looked for ${lookedFor.join('; ')}. Give the command that runs yours: ` +
      'stable-bench init -- ./bench',
  )
}

const foundLine = ({ tool, found, command }: FoundSuite) =>
  visibleText(`${tool}${found === '' ? '' : ` (${found})`}: ${command}`)

const aboutTimed =
  'if your command prints results that are read (docs/formats), take tool: process out of the workflows'

function nextSteps({ hint, isTimed }: FoundSuite): string[] {
  const steps = [
    ...(hint === '' ? [] : [`${hint}, so that its results can be read`]),
    ...(isTimed ? [aboutTimed] : []),
    'read the workflows, and try the command: stable-bench run -- COMMAND',
    'give a self-hosted runner the label bench, and install the runner hooks on it: runner-hooks/README.md',
    'commit, and open a pull request',
  ]
  return ['next:', ...steps.map((step, i) => `  ${i + 1}. ${step}`)]
}

/** Writes `files` that are not there, or with `dryRun` none; a line for each. */
function writeMissing(root: string, files: WorkflowFile[], dryRun: boolean): string[] {
  return files.flatMap(({ path, text }) => {
    const target = join(root, path)
    if (existsSync(target)) return [`kept    ${path}, which is there already`]
    if (dryRun)
      return [
        `would write ${path}:`,
        ...text
          .trimEnd()
          .split('\n')
          .map(line => `  ${line}`),
      ]
    mkdirSync(dirname(target), { recursive: true })
    writeWhole(target, text)
    return [`wrote   ${path}`]
  })
}

/** Returns the exit code. Throws an InputError where there is no repository, or no benchmark in it. */
export async function initCommand({ values, words }: Flags<'init'>): Promise<number> {
  const directory = resolve(values['working-directory'])
  const repository = await readRepository(directory).catch(error => {
    throw new InputError(`init: ${directory} is in no git repository: ${error.message}`)
  })
  const [suite, ...others] = suitesOf(repository, words)
  const name = suiteName(basename(repository.root))
  const branch = await defaultBranch(repository.root)
  const lines = [
    `found   ${foundLine(suite)}`,
    ...others.map(other => `also    ${foundLine(other)}; for a second suite, add a step with another name`),
    ...writeMissing(repository.root, workflowsOf({ suite, name, branch }), values['dry-run']),
    ...nextSteps(suite),
  ]
  printText(inertText(`${lines.join('\n')}\n`))
  return exitCodes.pass
}
