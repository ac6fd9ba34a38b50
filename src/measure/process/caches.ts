// Drops the page cache before a run, through the runner hooks or directly.
import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { InputError } from '../../model/index.ts'
import { type HeldMachine, kitCommand } from '../pin/attach.ts'

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
