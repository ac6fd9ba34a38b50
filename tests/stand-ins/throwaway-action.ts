// A small real action for the bed's own tests: stores a number as an artifact, or finds the newest one and comments on it.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const actionYaml = `
name: Throwaway
description: Stores a number, or compares with the stored one
inputs:
  mode: { description: store or compare, required: true }
  token: { description: for the REST API, default: '\${{ github.token }}' }
outputs:
  digest: { description: of what was stored }
runs: { using: node24, main: dist/index.js }
`

const actionSource = `
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { DefaultArtifactClient } from '@actions/artifact'
import * as core from '@actions/core'
import { context, getOctokit } from '@actions/github'

const artifact = new DefaultArtifactClient()
const directory = process.env.RUNNER_TEMP
const { owner, repo } = context.repo

async function store() {
  writeFileSync(directory + '/number.txt', '42')
  const { digest } = await artifact.uploadArtifact('numbers', [directory + '/number.txt'], directory)
  core.setOutput('digest', digest)
}

async function compare() {
  const token = core.getInput('token')
  const { rest, paginate } = getOctokit(token)
  const [newest] = await paginate(rest.actions.listArtifactsForRepo, { owner, repo, name: 'numbers' })
  const findBy = { token, workflowRunId: newest.workflow_run.id, repositoryOwner: owner, repositoryName: repo }
  const { artifacts } = await artifact.listArtifacts({ findBy })
  const expectedHash = newest.digest
  const { digestMismatch } = await artifact.downloadArtifact(artifacts[0].id, { findBy, path: directory, expectedHash })
  const facts = {
    number: readFileSync(directory + '/number.txt', 'utf8'),
    mismatch: digestMismatch,
    sha: process.env.GITHUB_SHA,
    ref: process.env.GITHUB_REF,
    base: process.env.GITHUB_BASE_REF,
    head: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    commits: execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' }).trim(),
  }
  await core.summary.addHeading('Compared').addRaw(JSON.stringify(facts)).write()
  const body = JSON.stringify(facts)
  await rest.issues.createComment({ owner, repo, issue_number: context.payload.pull_request.number, body })
}

try {
  await (core.getInput('mode') === 'store' ? store() : compare())
} catch (error) {
  core.setFailed(error.message)
}
`

/** Bundles it with the real toolkit, in a new temporary directory. */
export async function makeThrowawayAction(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'stable-bench-throwaway-'))
  writeFileSync(join(root, 'action.yml'), actionYaml)
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  await build({
    stdin: { contents: actionSource, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    outfile: join(root, 'dist/index.js'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    banner: { js: "import{createRequire as __c}from'node:module';const require=__c(import.meta.url);" },
  })
  return root
}
