import { fakeTree } from './fake-tree.ts'

export type FakeCpus = {
  /** How many threads there are, and the number of each one's core, node and last-level cache. */
  threads: number
  core?: ((cpu: number) => number) | undefined
  node?: ((cpu: number) => number) | undefined
  cache?: ((cpu: number) => number) | undefined
  online?: string | undefined
  allowed?: string
  /** Further files, by path. */
  files?: Record<string, string>
}

const cpuTree = 'sys/devices/system/cpu'

/** The root of a tree in which `/sys` and `/proc` describe these CPUs, as a kernel would. */
export function fakeCpus({ threads, core, node, cache, online, allowed, files }: FakeCpus): string {
  const ids = Array.from({ length: threads }, (_, id) => id)
  const everything = `0-${threads - 1}`
  const like = (id: number, of: (cpu: number) => number) => ids.filter(each => of(each) === of(id)).join(',')
  const nodes = node ? [...new Set(ids.map(node))] : []
  return fakeTree({
    'proc/self/status': `Name:\tnode\nCpus_allowed_list:\t${allowed ?? online ?? everything}\n`,
    [`${cpuTree}/present`]: `${everything}\n`,
    [`${cpuTree}/online`]: `${online ?? everything}\n`,
    ...Object.fromEntries(
      ids.flatMap(id => [
        [`${cpuTree}/cpu${id}/topology/thread_siblings_list`, `${like(id, core ?? (each => each))}\n`],
        [`${cpuTree}/cpu${id}/cache/index2/shared_cpu_list`, `${id}\n`],
        ...(cache ? [[`${cpuTree}/cpu${id}/cache/index3/shared_cpu_list`, `${like(id, cache)}\n`]] : []),
      ]),
    ),
    ...Object.fromEntries(
      nodes.map(each => [
        `sys/devices/system/node/node${each}/cpulist`,
        `${ids.filter(id => node?.(id) === each).join(',')}\n`,
      ]),
    ),
    ...files,
  })
}

/** Two threads a core: CPUs 0+4, 1+5, 2+6, 3+7. */
export const eightThreads = (extra: Partial<FakeCpus> = {}) =>
  fakeCpus({ threads: 8, core: cpu => cpu % 4, cache: () => 0, ...extra })
