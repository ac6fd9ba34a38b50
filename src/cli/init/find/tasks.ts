// Benchmarks that a task runner or another service knows: targets of Make and Just, and codspeed.yml.
import { posix } from 'node:path'
import { parse } from 'yaml'
import { calledAfter, directoryOfFile, filesWith, type Repository } from '../repository.ts'
import { type FoundSuite, nothingElse, plainName, type SuiteProposal } from '../suite.ts'
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
  const directory = directoryOfFile(found)
  const { name, needs } = target
  const covers = needs
    .map(each => posix.join(directory, each))
    .filter(each => repository.files.includes(each))
  const isPhony = new RegExp(`^\\.PHONY\\s*:.*\\b${name}\\b`, 'm').test(repository.text(found))
  if (tool !== 'make' || isPhony || covers.length === 0) return { tool, command: `${command} ${name}` }
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
    const directory = directoryOfFile(found)
    const common = {
      ...nothingElse,
      called: calledAfter(repository, directory),
      found,
      covers: [],
      directory,
      command: '',
    }
    return targetsIn(repository.text(found), runnerOf(found).before).map(target => ({
      ...common,
      ...proposed(repository, found, target),
    }))
  })

/** The programs that `codspeed run` times, one suite each. https://codspeed.io/docs/cli */
export function findCodspeed(repository: Repository): SuiteProposal[] {
  return filesWith(repository, /^\.?codspeed\.ya?ml$/).flatMap(found => {
    const benchmarks = codspeedBenchmarks(repository.text(found))
    return benchmarks.map(({ name, exec }) => ({
      ...nothingElse,
      called: plainName(typeof name === 'string' ? name : exec),
      found,
      covers: [],
      directory: directoryOfFile(found),
      command: exec,
      read: 'process' as const,
    }))
  })
}

function codspeedBenchmarks(text: string): { name?: unknown; exec: string }[] {
  try {
    const { benchmarks } = (parse(text) ?? {}) as { benchmarks?: unknown }
    return (Array.isArray(benchmarks) ? benchmarks : []).filter(each => typeof each?.exec === 'string')
  } catch {
    return []
  }
}
