// Directories of our own in the directory for temporary files. It may be missing, full, or not ours to write.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WriteFailure } from '../../model/index.ts'

export const ANOTHER_TMPDIR = 'make room there, or set TMPDIR to another place'

/** Calls `make`, which writes below `parent`. Throws a WriteFailure that says where, and what to do. */
export function inTemporaryPlace<Made>(parent: string, make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    const { message, errno, code } = error as NodeJS.ErrnoException
    const why = message.replace(/, \w+(?: '.*)?$/s, '')
    const failure = new WriteFailure(
      `${parent}, the directory for temporary files, cannot be written: ${why}; ${ANOTHER_TMPDIR}`,
    )
    // A missing directory is no missing program, which is what this errno says of a process that could not be started.
    throw code === 'ENOENT' ? failure : Object.assign(failure, { errno })
  }
}

/** A new directory whose name begins with `prefix`. Throws as `inTemporaryPlace`. */
export const temporaryDirectory = (prefix: string): string =>
  inTemporaryPlace(tmpdir(), () => mkdtempSync(join(tmpdir(), prefix)))
