// Which CPUs of a service are kept from idling: keeper-program.ts says why and how.
import { dirname, join } from 'node:path'
import { cpuTree, type FileTree, fileTree } from '../kernel-files.ts'

/** The paths of this process's cgroup and of those above it, as `/a/b`, `/a` and `/`, in the hierarchy that has `controller`. */
function cgroupPaths(text: string, controller: string): string[] {
  const own = text.split('\n').map(line => line.split(':'))
  const [, , ...rest] = own.find(([, names = '']) => names.split(',').includes(controller)) ?? []
  const paths: string[] = []
  for (let path = rest.join(':'); path.startsWith('/'); path = dirname(path)) {
    paths.push(path)
    if (path === '/') break
  }
  return paths
}

/** Whether this process may use less CPU time than its CPUs have (cgroup-v2.rst `cpu.max`, sched-bwc.rst `cpu.cfs_quota_us`). */
function hasQuota({ read }: FileTree): boolean {
  const own = read('proc/self/cgroup')
  const quota = (path: string) => /^\d+/.test(read(path))
  return (
    cgroupPaths(own, '').some(path => quota(join('sys/fs/cgroup', path, 'cpu.max'))) ||
    cgroupPaths(own, 'cpu').some(path => quota(join('sys/fs/cgroup/cpu', path, 'cpu.cfs_quota_us')))
  )
}

/** Whether this kernel can keep a CPU from idle states (cpuidle.rst): a virtual machine mostly has none but to halt. */
const choosesIdleStates = ({ read }: FileTree) =>
  !['', 'none'].includes(read(`${cpuTree}/cpuidle/current_driver`))

/**
 * Those of the CPUs of a service, given in `cpus`, that are kept awake: none under a quota, which that would use up, and none where
 * the machine `isHeld` by the runner hooks, whose knob `idle` then decides, if it can do anything.
 */
export function awakeCpus(cpus: number[], isHeld: boolean, tree = fileTree('/')): number[] {
  return (isHeld && choosesIdleStates(tree)) || hasQuota(tree) ? [] : cpus
}
