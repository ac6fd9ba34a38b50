// Benchmarks that a task runner or another service knows: targets of Make and Just, and codspeed.yml.
import { posix } from 'node:path'
import { parse } from 'yaml'
import { filesWith, type Repository } from '../repository.ts'
import { type FoundSuite, plainName, proposal, type SuiteProposal } from '../suite.ts'
import { INCLUDES } from './cpp.ts'

/** The rule of a target called bench, with what it depends on: at the left margin, and no variable of that name. */
const TARGET = '(bench(?:mark)?s?|benches)\\b(?!\\s*[:?+]*=)[^\\n:]*:(?!=)([^\\n]*)'

/** `before` a target's name in its line, make has others, and Just `@`: a word behind the first is a parameter. */
const RUNNERS: { file: RegExp; tool: string; command: string; before: string }[] = [
  {
    file: /^(?:GNUm|[Mm])akefile$/,
    tool: 'make',
    command: 'make --silent',
    before: '(?:[\\w./%-]+[ \\t]+)*?',
  },
  { file: /^\.?[Jj]ustfile$/, tool: 'just', command: 'just', before: '@?' },
]

type Target = { name: string; needs: string[] }

const runnerOf = (path: string) =>
  RUNNERS.find(({ file }) => file.test(posix.basename(path))) as (typeof RUNNERS)[number]

const targetsIn = (text: string, before: string): Target[] => [
  ...new Map(
    [...text.matchAll(new RegExp(`^${before}${TARGET}`, 'gm'))].map(([, name = '', needs = '']) => [
      name,
      { name, needs: needs.split(/\s+/) },
    ]),
  ).values(),
]

/** A target that runs benchmarks, or a program that make builds of files and that is then to be run. */
function proposed(
  repository: Repository,
  found: string,
  target: Target,
): Partial<SuiteProposal> & { tool: string } {
  const { tool, command } = runnerOf(found)
  const directory = posix.dirname(found)
  const { name, needs } = target
  const covers = needs
    .map(each => posix.join(directory, each))
    .filter(each => repository.files.includes(each))
  const isPhony = new RegExp(`^\\.PHONY\\s*:.*\\b${name}\\b`, 'm').test(repository.text(found))
  if (tool !== 'make' || isPhony) return { tool, command: `${command} ${name}` }
  // Where a file or a directory has the target's name, make says that there is nothing to do, unless it is to be silent.
  const place = posix.join(directory, name)
  const isThere = repository.files.some(path => path === place || path.startsWith(`${place}/`))
  if (covers.length === 0) return { tool, command: isThere ? `make ${name}` : `${command} ${name}` }
  const isGoogle = covers.some(path => INCLUDES.test(repository.text(path)))
  const flag = isGoogle ? ' --benchmark_format=json' : ''
  return {
    tool: isGoogle ? 'google-benchmark' : tool,
    covers,
    setup: `${command} ${name}`,
    command: `./${name}${flag}`,
  }
}

export const findTargets = (repository: Repository): FoundSuite[] =>
  filesWith(repository, new RegExp(RUNNERS.map(({ file }) => file.source).join('|'))).flatMap(found => {
    const directory = posix.dirname(found)
    const common = proposal(repository, { found, covers: [], directory }, { command: '' })
    return targetsIn(repository.text(found), runnerOf(found).before).map(target => ({
      ...common,
      ...proposed(repository, found, target),
    }))
  })

/** A program that `codspeed run` times (`exec`), or a harness that it starts (`entrypoint`). */
type CodspeedTarget = { name?: unknown; id?: unknown; exec?: unknown; entrypoint?: unknown }

type CodspeedFile = { benchmarks?: unknown; options?: { 'working-directory'?: unknown } | null }

/** Its schema: https://github.com/CodSpeedHQ/codspeed/blob/main/schemas/codspeed.schema.json */
function codspeedFile(text: string): CodspeedFile {
  try {
    return (parse(text) ?? {}) as CodspeedFile
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const NOT_FOR_CODSPEED =
  'give the command that its harness has without CodSpeed: cargo bench, pytest --benchmark-json=out.json'

/** What `codspeed run` runs, one suite each. https://codspeed.io/docs/cli */
export function findCodspeed(repository: Repository): SuiteProposal[] {
  return filesWith(repository, /^\.?codspeed\.ya?ml$/).flatMap(found => {
    const { benchmarks, options } = codspeedFile(repository.text(found))
    const within = options?.['working-directory']
    const directory = posix.join(posix.dirname(found), isText(within) ? within : '.').replace(/(?<=.)\/$/, '')
    // Outside of the repository nothing is measured.
    const isOutside = directory.split('/')[0] === '..' || posix.isAbsolute(isText(within) ? within : '')
    const targets: CodspeedTarget[] = Array.isArray(benchmarks) && !isOutside ? benchmarks : []
    return targets.flatMap(target => {
      const { name, id, exec, entrypoint } = target ?? {}
      const command = [exec, entrypoint].find(isText)
      if (command === undefined) return []
      const called = plainName([name, id].find(isText) ?? command)
      const how = isText(exec) ? { read: 'process' as const } : { hint: NOT_FOR_CODSPEED }
      return [proposal(repository, { found, covers: [], directory }, { called, command, ...how })]
    })
  })
}
