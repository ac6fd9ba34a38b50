// Finds the kind of this machine, and the runners that work on it.
import type { FileTree } from '../kernel-files.ts'
import type { DoctorFindings } from '../model/index.ts'

type Machine = DoctorFindings['machine']

/** The directories of the runners on this machine. The command line of each runner shows its program. */
export function runnerDirectories({ read, names }: FileTree): string[] {
  const lines = names('proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => read(`proc/${pid}/cmdline`).split('\0')[0] ?? '')
  const found = lines.flatMap(
    line => /^(\/.*)\/bin(?:\.[\d.]+)?\/Runner\.(?:Listener|Worker)$/.exec(line)?.[1] ?? [],
  )
  return [...new Set(found)]
}

function runnerOf(tree: FileTree, env: NodeJS.ProcessEnv): string {
  if (env.RUNNER_ENVIRONMENT === 'github-hosted') return 'a hosted runner of GitHub'
  if (env.GITHUB_ACTIONS === 'true') return `the self-hosted runner ${env.RUNNER_NAME ?? ''}`.trim()
  const [directory] = runnerDirectories(tree)
  if (directory !== undefined) return `a runner of GitHub Actions in ${directory}`
  return env.CI ? 'a CI system' : ''
}

function kindOf({ virtual, hypervisor, hardware }: Record<string, string>): Pick<Machine, 'kind' | 'reason'> {
  if (virtual === 'yes') {
    const named = [hypervisor, hardware].filter(Boolean).join(', ')
    return {
      kind: 'virtual',
      reason: `its processor reports a hypervisor${named === '' ? '' : ` (${named})`}`,
    }
  }
  if (virtual === 'no')
    return { kind: 'bare-metal', reason: `no hypervisor is reported${hardware ? ` (${hardware})` : ''}` }
  return { kind: 'unknown', reason: 'neither processor nor firmware say whether it is virtual' }
}

/** `facts` are those of the testbed. */
export function machineOf(tree: FileTree, facts: Record<string, string>, env: NodeJS.ProcessEnv): Machine {
  const load = Number.parseFloat(tree.read('proc/loadavg'))
  return {
    ...kindOf(facts),
    container: facts.container ?? 'none',
    runner: runnerOf(tree, env),
    load: Number.isFinite(load) ? load : null,
  }
}
