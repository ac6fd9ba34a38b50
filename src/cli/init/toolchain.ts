// The steps by which the repository's own workflows install its toolchain: those that measure need them as well.
import { isMap, isSeq, parseDocument, stringify, visit, type YAMLMap } from 'yaml'
import type { Repository } from './repository.ts'
import type { FoundSuite } from './suite.ts'

/** The actions that set a toolchain up, by the words of the suites' commands that need it. */
const ACTIONS: [needs: RegExp, uses: RegExp][] = [
  [/\bgo (?:test|build|run)\b/, /^actions\/setup-go@/],
  [
    /\bcargo\b/,
    /^(?:dtolnay\/rust-toolchain|actions-rs\/toolchain|actions-rust-lang\/setup-rust-toolchain|moonrepo\/setup-rust)@/,
  ],
  [/\bpython3?\b/, /^(?:actions\/setup-python|astral-sh\/setup-uv)@/],
  [/\b(?:java|mvn|gradlew?)\b/, /^(?:actions\/setup-java|graalvm\/setup-graalvm)@/],
  [/\bdotnet\b/, /^actions\/setup-dotnet@/],
  [/\bpnpm\b/, /^pnpm\/action-setup@/],
  [/\bbun\b/, /^oven-sh\/setup-bun@/],
  [/\b(?:node|npm|npx|pnpm|yarn)\b/, /^actions\/setup-node@/],
  [/\bdeno\b/, /^denoland\/setup-deno@/],
  [/\bjust\b/, /^(?:extractions\/setup-just|taiki-e\/install-action)@/],
  [/\bcmake\b/, /^(?:lukka\/get-cmake|jwlawson\/actions-setup-cmake)@/],
]

type Step = { uses: string; node: YAMLMap; matrix: Record<string, unknown>; from: string }

/** The steps of all jobs of a workflow that use an action; none where the file is no workflow. */
function stepsOf(text: string, from: string): Step[] {
  const document = parseDocument(text, { logLevel: 'silent' })
  const jobs = document.errors.length > 0 ? null : document.get('jobs')
  if (!isMap(jobs)) return []
  return jobs.items.flatMap(({ value: job }) => {
    const steps = isMap(job) ? job.get('steps') : null
    if (!isMap(job) || !isSeq(steps)) return []
    const matrix = job.getIn(['strategy', 'matrix'], true)
    const values = isMap(matrix) ? (matrix.toJS(document) as Record<string, unknown>) : {}
    return steps.items.flatMap((node): Step[] => {
      const uses = isMap(node) ? node.get('uses') : null
      return isMap(node) && typeof uses === 'string' ? [{ uses, node, matrix: values, from }] : []
    })
  })
}

/**
 * A step as it is written, without its condition, as lines of a list. `${{ matrix.go }}` is the first value of the matrix. Null
 * where another expression is in it.
 */
function linesOf({ node, matrix }: Step): string | null {
  const own = node.clone() as YAMLMap
  for (const key of ['if', 'id', 'continue-on-error']) own.delete(key)
  visit(own, {
    Scalar(_, scalar) {
      const name = /^\$\{\{\s*matrix\.([\w-]+)\s*\}\}$/.exec(String(scalar.value).trim())?.[1]
      const [first] = [name === undefined ? undefined : matrix[name]].flat()
      if (typeof first !== 'string' && typeof first !== 'number') return
      scalar.value = first
      scalar.type = typeof first === 'string' ? 'QUOTE_DOUBLE' : 'PLAIN'
    },
  })
  const text = stringify([own], { lineWidth: 0 })
  return text.includes('${{') ? null : text
}

export type SetUpStep = { uses: string; from: string; lines: string }

/** The steps that set up what the suites need, as the repository's workflows have them: the first of each kind. */
export function setUpSteps(
  repository: Repository,
  suites: Pick<FoundSuite, 'setup' | 'command'>[],
): SetUpStep[] {
  const workflows = repository.files.filter(path =>
    /^\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/.test(path),
  )
  const steps = workflows.flatMap(path => stepsOf(repository.text(path), path))
  const commands = suites.map(({ setup, command }) => `${setup}\n${command}`).join('\n')
  return ACTIONS.filter(([needs]) => needs.test(commands)).flatMap(([, uses]): SetUpStep[] => {
    const fitting = steps.filter(step => uses.test(step.uses))
    // Steps without expressions come first.
    const plain = fitting.toSorted(
      (a, b) => Number(stringify(a.node).includes('${{')) - Number(stringify(b.node).includes('${{')),
    )
    for (const step of plain) {
      const lines = linesOf(step)
      if (lines !== null) return [{ uses: step.uses, from: step.from, lines }]
    }
    return []
  })
}
