// The workflows that `init` writes: the examples as they are, with the repository's default branch and the steps that set
// its toolchain up. No suite is named in them.
import { readFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { prefixed } from './suites-file.ts'

/** A file to write. `replaces`: also where there is one. */
export type WorkflowFile = { path: string; text: string; replaces?: true }

/** Beside the bundle. */
const packaged = new URL('../examples/', import.meta.url)

/** By the name of the workflow, its example. */
const EXAMPLES: Record<string, string> = {
  'bench.yml': 'on-demand/bench.yml',
  'publish.yml': 'pull-request/publish.yml',
}

/** The line of an example in whose place the steps that set a toolchain up go. */
export const setUpMarker = "# Your toolchain's set-up steps go here."

const usualBranches = 'branches: [main, master]'

/** What differs between repositories. `steps` is a list in YAML; '' leaves the marker as it is. */
export type WorkflowValues = { branch: string; steps: string; runsOn?: unknown; cron?: string | undefined }

const inline = (value: unknown) =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false }).trim()

function filled(example: string, { branch, steps, runsOn, cron }: WorkflowValues): string {
  const marker = new RegExp(`^( *)${setUpMarker.replace('.', '\\.')}\\n`, 'gm')
  const isUsual = ['main', 'master'].includes(branch)
  const text = example
    .replaceAll(usualBranches, () => (isUsual ? usualBranches : `branches: ${inline([branch])}`))
    .replace(marker, (line, indent: string) => (steps === '' ? line : `${prefixed(steps, indent)}\n`))
  const placed =
    runsOn === undefined
      ? text
      : text.replaceAll('runs-on: [self-hosted, bench]', () => `runs-on: ${inline(runsOn)}`)
  return cron === undefined
    ? placed
    : placed.replace(/\[cron: "[^"]*"\]/, () => `[cron: ${JSON.stringify(cron)}]`)
}

/** The workflows of a repository. `examples` are the folder of the package. */
export const workflowsOf = (values: WorkflowValues, examples: URL = packaged): WorkflowFile[] =>
  Object.entries(EXAMPLES).map(([name, example]) => ({
    path: `.github/workflows/${name}`,
    text: filled(readFileSync(new URL(example, examples), 'utf8'), values),
  }))
