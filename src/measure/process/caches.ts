// What makes a run cold: the page cache is dropped, through the runner hooks or directly, and the caches of the benchmark's
// CPUs are emptied.
import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileTree } from '../../kernel-files.ts'
import { InputError } from '../../model/index.ts'
import { type HeldMachine, kitCommand } from '../pin/attach.ts'
import { lastLevelCache } from '../pin/topology.ts'

const run = promisify(execFile)

const howToAllow =
  'install the runner hooks, which let a job drop the caches of its machine, run as root, or set cache to warm'

async function dropThroughKit(kit: HeldMachine, env: NodeJS.ProcessEnv): Promise<void> {
  const [file = '', ...args] = kitCommand(kit, 'drop-caches')
  await run(file, args, { env }).catch((error: Error & { stderr?: string }) => {
    const why = (error.stderr || error.message).trim().split('\n')[0]
    throw new InputError(`cache=cold: ${[file, ...args].join(' ')} does not work here: ${why}; ${howToAllow}`)
  })
}

/**
 * Writes dirty pages back and drops the page cache, dentries and inodes. Throws an InputError that says how to allow it
 * when neither the kit nor root does. The files of the wrappers are in memory again when the command starts.
 */
export async function dropCaches(
  kit: HeldMachine | null,
  { root = '/', env = process.env }: { root?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  if (kit !== null) return dropThroughKit(kit, env)
  const path = join(root, 'proc/sys/vm/drop_caches')
  const file = await open(path, 'w').catch((error: Error) => {
    throw new InputError(`cache=cold: ${error.message}; ${howToAllow}`)
  })
  try {
    // Dirty pages cannot be dropped.
    await run('sync')
    await file.writeFile('3')
  } finally {
    await file.close()
  }
}

/** Where the kernel does not show the size of a cache (virtual machines). */
const UNKNOWN_CACHE_BYTES = 32 * 2 ** 20

/** Twice the largest last-level cache of `cpus`, in bytes. A cache keeps hardly anything over a read of that much. */
export function evictBytesFor(cpus: number[], root = '/'): number {
  const tree = fileTree(root)
  const sizes = cpus.map(cpu => {
    const [, count, unit] = /^(\d+)([KM])$/.exec(tree.read(`${lastLevelCache(tree, cpu)}/size`)) ?? []
    return Number(count ?? 0) * (unit === 'M' ? 2 ** 20 : 2 ** 10)
  })
  return 2 * (Math.max(0, ...sizes) || UNKNOWN_CACHE_BYTES)
}

/**
 * The part of the bracket that empties caches, in Perl: `evict(BYTES, NUMBER OF sched_getaffinity, OF sched_setaffinity)`. It
 * binds itself to one of its CPUs after the other, since each has caches of its own, and reads the buffer there. The command's
 * process has been forked before, so neither its CPUs nor its memory change.
 */
export const EVICT = `sub evict { my ($bytes, $get, $set) = @_; my ($buffer, $mask) = ("\\1" x $bytes, "\\0" x 1024);
  my $size = syscall $get, 0, 1024, $mask;
  for my $cpu (grep vec($mask, $_, 1), 0 .. 8 * $size - 1) { my $one = "\\0" x 1024; vec($one, $cpu, 1) = 1;
    my $sum = unpack '%64Q*', $buffer if syscall($set, 0, 1024, $one) == 0; }
  syscall $set, 0, $size, $mask }
`
