// Environment variables that tell runtimes how many CPUs they have. Most runtimes read their CPU affinity, but not all,
// and a container's CPU quota or a wrapper of the user may say something else.

const libuvDefault = 4

const openmpAffinity = ['OMP_PROC_BIND', 'OMP_PLACES', 'GOMP_CPU_AFFINITY', 'KMP_AFFINITY']

/**
 * The variables to add to `env` for a benchmark that is pinned to `cpus`; none when it is not pinned. Variables that
 * the user has set stay.
 *
 * - OMP_NUM_THREADS also holds for MKL, OpenBLAS, BLIS and NumExpr. Their own variables take precedence, so the user's
 *   settings keep their meaning.
 * - OpenMP threads are bound to one CPU each only when the kernel does not spread them (`balanced` is false). Otherwise
 *   binding does harm: the runtime binds the first thread when it is loaded, and every thread and process started from
 *   there inherits that single CPU. GOMP_CPU_AFFINITY and KMP_AFFINITY are older variables for the same purpose.
 * - libuv is never given less than the four threads it has by itself: its operations may wait for one another.
 * - The JVM needs nothing: availableProcessors() is the affinity. JAVA_TOOL_OPTIONS and JDK_JAVA_OPTIONS would
 *   print a line on the standard error of every JVM.
 */
export function threadCounts(
  cpus: number[],
  env: NodeJS.ProcessEnv,
  balanced: boolean,
): Record<string, string> {
  if (cpus.length === 0) return {}
  const count = String(cpus.length)
  const bind = !balanced && cpus.length > 1 && openmpAffinity.every(name => env[name] === undefined)
  const wanted: Record<string, string> = {
    GOMAXPROCS: count,
    OMP_NUM_THREADS: count,
    ...(bind ? { OMP_PROC_BIND: 'close', OMP_PLACES: cpus.map(cpu => `{${cpu}}`).join(',') } : {}),
    RAYON_NUM_THREADS: count,
    ...(cpus.length > libuvDefault ? { UV_THREADPOOL_SIZE: count } : {}),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => env[name] === undefined))
}
