// Stand-in for actions/checkout: makes the same work tree (depth, refs, detached or on a branch) from a local remote.
// Refuses inputs that it does not model, and other repositories.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Target = { fetch: string[]; checkout: string[] }

const everything = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']

const modelled = [
  'REF',
  'REPOSITORY',
  'PATH',
  'FETCH-DEPTH',
  'TOKEN',
  'PERSIST-CREDENTIALS',
  'ALLOW-UNSAFE-PR-CHECKOUT',
]

function checkOut(env: NodeJS.ProcessEnv): void {
  const unknown = Object.keys(env).filter(
    name => name.startsWith('INPUT_') && !modelled.includes(name.slice(6)),
  )
  if (unknown.length > 0)
    throw new Error(`the stand-in for actions/checkout does not model ${unknown.join()}`)
  if (env.INPUT_REPOSITORY !== env.GITHUB_REPOSITORY)
    throw new Error(`cannot check out ${env.INPUT_REPOSITORY}`)
  refuseForks(env)
  if (!env.STAND_IN_ORIGIN) throw new Error('STAND_IN_ORIGIN does not name a repository')
  const directory = resolve(env.GITHUB_WORKSPACE ?? '.', env.INPUT_PATH || '.')
  mkdirSync(directory, { recursive: true })
  // The action switches automatic maintenance off, too: each fetch would start a process for it.
  const settings = ['-c', 'maintenance.auto=false']
  const git = (...args: string[]) =>
    execFileSync('git', [...settings, ...args], { cwd: directory, stdio: 'inherit' })
  const depth = Number(env['INPUT_FETCH-DEPTH'])
  const target = env.INPUT_REF
    ? targetOf(env.INPUT_REF)
    : eventTarget(env.GITHUB_REF ?? '', env.GITHUB_SHA ?? '')
  if (existsSync(join(directory, '.git'))) {
    git('clean', '--quiet', '-ffdx')
  } else {
    git('init', '--quiet')
    git('remote', 'add', 'origin', env.STAND_IN_ORIGIN)
  }
  if (depth === 0) git('fetch', '--quiet', 'origin', ...everything)
  const amount = depth > 0 ? ['--no-tags', `--depth=${depth}`] : []
  git('fetch', '--quiet', ...amount, 'origin', ...target.fetch)
  git('checkout', '--quiet', '--force', ...target.checkout)
}

/** Since 6.1 a job with the rights of the base branch has to say that it wants a fork's commit. */
function refuseForks(env: NodeJS.ProcessEnv): void {
  if (env.GITHUB_EVENT_NAME !== 'pull_request_target' || env['INPUT_ALLOW-UNSAFE-PR-CHECKOUT'] === 'true')
    return
  const { pull_request: pull } = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? '', 'utf8'))
  const isOfFork = pull.head.repo.id !== pull.base.repo.id
  if (isOfFork && [pull.head.sha, pull.merge_commit_sha].includes(env.INPUT_REF))
    throw new Error('refusing to check out code of a fork; allow-unsafe-pr-checkout: true allows it')
}

/** The commit of the event, as the branch or pull request it belongs to, even if that has moved on. */
function eventTarget(ref: string, sha: string): Target {
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1]
  if (branch !== undefined) return onBranch(branch, sha)
  const remote = ref.replace(/^refs\//, 'refs/remotes/')
  return { fetch: [`+${sha}:${remote}`], checkout: [remote] }
}

function targetOf(ref: string): Target {
  if (/^[0-9a-f]{40}$/.test(ref)) return { fetch: [ref], checkout: ['--detach', ref] }
  if (ref.startsWith('refs/pull/')) {
    const remote = ref.replace(/^refs\//, 'refs/remotes/')
    return { fetch: [`+${ref}:${remote}`], checkout: [remote] }
  }
  const branch = ref.replace(/^refs\/heads\//, '')
  return onBranch(branch, `refs/heads/${branch}`)
}

const onBranch = (branch: string, source: string): Target => ({
  fetch: [`+${source}:refs/remotes/origin/${branch}`],
  checkout: ['-B', branch, `refs/remotes/origin/${branch}`],
})

checkOut(process.env)
