// The files that `init` writes: the examples, with the suite that was found in place of theirs.
import { readFileSync } from 'node:fs'
import type { FoundSuite } from './suite.ts'

export type WorkflowFile = { path: string; text: string }

/** Beside the bundle. */
const packaged = new URL('../examples/', import.meta.url)

const TEMPLATES = [
  {
    path: '.github/workflows/bench.yml',
    example: 'nightly/bench.yml',
    about:
      'Measures pull requests, the merge queue, the branch, and every night. Jobs that run code of a pull request\n# have a token that can only read; publish.yml comments.',
  },
  {
    path: '.github/workflows/publish.yml',
    example: 'pull-request/publish.yml',
    about:
      'Comments on what bench.yml and on-demand.yml measured, and sets a check run that a branch rule can require. It\n# checks nothing out and runs nothing.',
  },
  {
    path: '.github/workflows/on-demand.yml',
    example: 'on-demand/on-demand.yml',
    about:
      'Measures a pull request when somebody with write access asks for it: /bench in a comment, or by hand.',
  },
]

const CONFIGURATION = `# What decides, read from the base commit: a pull request cannot change it for itself. All keys:
# docs/configuration.md of stable-bench.
defaults:
  band: 2% # a change within it is no change
`

/** A YAML scalar: as it is where that cannot be misread, else in double quotes. */
const scalar = (text: string) =>
  /^[\w./][\w ./:=^$'*+,-]*$/.test(text) && !/: | #|:$|^(?:true|false|null|yes|no|on|off|[\d.]+)$/i.test(text)
    ? text
    : JSON.stringify(text)

const ABOUT_TIMED =
  '# the time of the whole process; leave this out if the command prints results that are read'

/** The inputs of a suite, a line each with this indentation. */
function inputsOf({ directory, setup, command, results, isTimed }: FoundSuite, indent: string): string {
  const given = { 'working-directory': directory === '.' ? '' : directory, setup, command, results }
  const lines = Object.entries(given).filter(([, value]) => value !== '')
  const timed = isTimed ? [`${indent}tool: process ${ABOUT_TIMED}`] : []
  return [...lines.map(([name, value]) => `${indent}${name}: ${scalar(value)}`), ...timed].join('\n')
}

type TemplateValues = { suite: FoundSuite; name: string; branch: string }

/** The example without the comment on top, which is about the examples. */
const withoutHead = (example: string) => example.replace(/^(?:#.*\n)+/, '')

const filled = (example: string, { suite, name, branch }: TemplateValues) =>
  withoutHead(example)
    .replaceAll('branches: [main]', `branches: [${scalar(branch)}]`)
    .replaceAll('access-log', name)
    .replace(/^( +)command: node bench\/benchmark\.mjs lib$/gm, (_, indent: string) =>
      inputsOf(suite, indent),
    )

/** A name for the suite, of the characters that need no quotes in a workflow. */
export const suiteName = (directory: string): string =>
  directory.replace(/[^\w.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '') || 'benchmark'

/** The workflows and the configuration for a suite. `examples` are the folder of the package. */
export function workflowsOf(filling: TemplateValues, examples: URL = packaged): WorkflowFile[] {
  const workflows = TEMPLATES.map(({ path, example, about }) => ({
    path,
    text: `# ${about}\n${filled(readFileSync(new URL(example, examples), 'utf8'), filling)}`,
  }))
  return [...workflows, { path: '.stable-bench.yml', text: CONFIGURATION }]
}
