// The suites that `init` proposes to measure.
import { calledAfter, type Repository } from './repository.ts'

/** A command to measure, as an entry of `suites` in the configuration has it. Paths are from the root of the repository. */
export type FoundSuite = {
  /** What its name is made of. */
  called: string
  tool: string
  /** The file that gave it away, and all files whose benchmarks it measures. */
  found: string
  covers: string[]
  directory: string
  setup: string
  command: string
  results: string
  /** The input `tool`, where it is not `auto`. */
  read?: 'process'
  /** What makes its results readable if they are not; '' for nothing. */
  hint: string
  /** How it measures less in a run; '' where that is not known. */
  shorter: string
  /** The keys by which each run gets a build of its own, where a linker can be told to; they stand as a comment. */
  layouts?: { setup?: string; relink: string; command: string; 'working-directory'?: string }
  /** What has to be added before it can be measured at all. */
  lacks?: string
}

/** The finding of one finder, which has a tool of its own where the finding names none. */
export type SuiteProposal = Omit<FoundSuite, 'tool'> & { tool?: string }

/** Empty values of the fields that most proposals do not need. */
export const nothingElse = { setup: '', results: '', hint: '', shorter: '' }

type Place = Pick<SuiteProposal, 'found' | 'covers' | 'directory'>

/** A suite that is called after its directory unless `own` has a name. */
export const proposal = (
  repository: Repository,
  place: Place,
  own: Partial<SuiteProposal> & { command: string },
): SuiteProposal => ({ ...nothingElse, called: calledAfter(repository, place.directory), ...place, ...own })

/** A suite under the name that it has in the configuration. */
export type NamedSuite = FoundSuite & { name: string }

const mostCharacters = 60

/** `text` as the name of a suite, of the characters that names of artifacts may have. */
export const plainName = (text: string): string =>
  text
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-._]+|[-.]+$/g, '')
    .slice(0, mostCharacters) || 'benchmark'

/** The suites under names that differ: where two would have the same, the tool comes behind it, then a number. */
export function named(suites: FoundSuite[]): NamedSuite[] {
  const taken = new Set<string>()
  return suites.map(suite => {
    const own = plainName(suite.called)
    const numbered = Array.from({ length: suites.length }, (_, i) => `${own}-${i + 2}`)
    const free = [own, plainName(`${own}-${suite.tool}`), ...numbered].find(name => !taken.has(name)) ?? own
    taken.add(free)
    return { ...suite, name: free }
  })
}
