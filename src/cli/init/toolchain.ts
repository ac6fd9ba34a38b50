// The steps by which the repository's own workflows install its toolchain: those that measure need them as well.
import { isMap, isSeq, parseDocument, stringify, visit, type YAMLMap } from 'yaml'
import { grouped } from '../../grouped.ts'
import { WORKFLOW_PATH } from '../../policy/config-schema.ts'
import type { Repository } from './repository.ts'
import type { FoundSuite } from './suite.ts'

/** Commands that only install a package manager: `npm i -g corepack && corepack enable`. */
const MANAGER =
  /^(?:(?:corepack|npm i(?:nstall)?(?: -\S+)* (?:corepack|pnpm|yarn)(?![\w-]))[^&|;\n]*(?:&&|\n|$)\s*)+$/

/** The actions or commands that set a toolchain up, by the words of the suites' commands that need it. */
const ACTIONS: [needs: RegExp, does: RegExp][] = [
  [/\bgo (?:test|build|run)\b/, /^actions\/setup-go@/],
  [
    /\bcargo\b/,
    /^(?:dtolnay\/rust-toolchain|actions-rs\/toolchain|actions-rust-lang\/setup-rust-toolchain|moonrepo\/setup-rust)@/,
  ],
  [/\bpython3?\b/, /^(?:actions\/setup-python|astral-sh\/setup-uv)@/],
  [/\b(?:java|mvn|gradlew?)\b/, /^(?:actions\/setup-java|graalvm\/setup-graalvm)@/],
  [/\bdotnet\b/, /^actions\/setup-dotnet@/],
  [/\b(?:pnpm|yarn)\b/, new RegExp(`^pnpm/(?:action-)?setup@|${MANAGER.source}`)],
  [/\bbun\b/, /^oven-sh\/setup-bun@/],
  [/\b(?:node|npm|npx|pnpm|yarn)\b/, /^actions\/setup-node@/],
  [/\bdeno\b/, /^denoland\/setup-deno@/],
  [/\bjust\b/, /^(?:extractions\/setup-just|taiki-e\/install-action)@/],
  [/\bcmake\b/, /^(?:lukka\/get-cmake|jwlawson\/actions-setup-cmake)@/],
]

/**
 * `does` is the action that it uses, or its commands. `at` is its place in the file; `rank` is lower where the job is more like one
 * that measures.
 */
type Step = {
  does: string
  node: YAMLMap
  matrix: Record<string, unknown>
  from: string
  at: number
  rank: number
}

/** A job that runs benchmarks has the toolchain that they need, one for the oldest version may not. */
function rankOf(name: string, job: YAMLMap, steps: unknown[]): number {
  const commands = steps.map(step => (isMap(step) ? step.get('run') : ''))
  if (commands.some(command => /\bbench/i.test(String(command)))) return 0
  return /msrv|minim|oldest/i.test(`${name} ${job.get('name')}`) ? 2 : 1
}

/** The steps of all jobs of a workflow; none where the file is no workflow. */
function stepsOf(text: string, from: string): Step[] {
  const document = parseDocument(text, { logLevel: 'silent' })
  const jobs = document.errors.length > 0 ? null : document.get('jobs')
  if (!isMap(jobs)) return []
  return jobs.items.flatMap(({ key, value: job }) => {
    const steps = isMap(job) ? job.get('steps') : null
    if (!isMap(job) || !isSeq(steps)) return []
    const matrix = job.getIn(['strategy', 'matrix'], true)
    const values = isMap(matrix) ? (matrix.toJS(document) as Record<string, unknown>) : {}
    const rank = rankOf(String(key), job, steps.items)
    return steps.items.flatMap((node): Step[] => {
      const does = isMap(node) ? (node.get('uses') ?? node.get('run')) : null
      if (!isMap(node) || typeof does !== 'string') return []
      return [{ does: does.trim(), node, matrix: values, from, at: node.range?.[0] ?? 0, rank }]
    })
  })
}

const MATRIX_VALUE = /\$\{\{\s*matrix\.([\w-]+)\s*\}\}/g

/** What a job takes of a list in its matrix: `stable` where the list has that, else the first; undefined where it is no version. */
function versionIn(matrix: Record<string, unknown>, name: string): string | number | undefined {
  const versions = [matrix[name]].flat()
  const version = versions.includes('stable') ? 'stable' : versions[0]
  return typeof version === 'string' || typeof version === 'number' ? version : undefined
}

/** A step as it is written, without its condition, as lines of a list, for one job of a matrix. Null where another expression is in it. */
function linesOf({ node, matrix }: Pick<Step, 'node' | 'matrix'>): string | null {
  const own = node.clone() as YAMLMap
  for (const key of ['if', 'id', 'continue-on-error']) own.delete(key)
  visit(own, {
    Scalar(_, scalar) {
      const text = String(scalar.value).trim()
      const [[whole, name = ''] = []] = text.matchAll(MATRIX_VALUE)
      const version = whole === text ? versionIn(matrix, name) : undefined
      if (version !== undefined) {
        scalar.value = version
        scalar.type = typeof version === 'string' ? 'QUOTE_DOUBLE' : 'PLAIN'
      } else if (whole !== undefined)
        scalar.value = text.replaceAll(MATRIX_VALUE, (said, each: string) =>
          String(versionIn(matrix, each) ?? said),
        )
    },
  })
  const text = stringify([own], { lineWidth: 0 })
  return text.includes('${{') ? null : text
}

/** `does` is the action, or the first line of the commands; `lines` is '' where the step cannot be taken as it is. */
type SetUpStep = { does: string; from: string; at: number; lines: string }

/**
 * The steps that set up what the suites need, as the repository's workflows have them: the most fitting of each kind. Those of
 * one workflow stand in its order: `cache: pnpm` wants pnpm before it.
 */
export function setUpSteps(
  repository: Repository,
  suites: Pick<FoundSuite, 'setup' | 'command'>[],
): SetUpStep[] {
  const workflows = repository.files.filter(path => WORKFLOW_PATH.test(path))
  const steps = workflows.flatMap(path => stepsOf(repository.text(path), path))
  const commands = suites.map(({ setup, command }) => `${setup}\n${command}`).join('\n')
  const taken = ACTIONS.filter(([needs]) => needs.test(commands)).flatMap(([, does]): SetUpStep[] => {
    const fitting = steps.filter(step => does.test(step.does))
    // Of one rank, steps without expressions come first.
    const hasExpression = ({ node }: Step) => Number(stringify(node).includes('${{'))
    const best = fitting.toSorted((a, b) => a.rank - b.rank || hasExpression(a) - hasExpression(b))
    const all = best.map(({ from, at, ...step }) => {
      const [first = ''] = step.does.split('\n')
      return { does: first, from, at, lines: linesOf(step) ?? '' }
    })
    const whole = all.filter(({ lines }) => lines !== '')
    return (whole.length > 0 ? whole : all).slice(0, 1)
  })
  return [...grouped(taken, ({ from }) => from).values()].flatMap(own => own.toSorted((a, b) => a.at - b.at))
}
