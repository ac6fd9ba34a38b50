// Where the runner hooks are installed: install.sh notes another place than the usual one in a file of root's.
import { fileTree } from './kernel-files.ts'

/** The directory of the kit on the machine below `root`, such as `/usr/lib/stable-bench`, whether or not it is there. */
export const kitPlace = (root = '/'): string =>
  /^(\/[\w.-]+){2,}$/.exec(fileTree(root).read('etc/stable-bench/place'))?.[0] ?? '/usr/lib/stable-bench'

/** Its root program on this machine, as sudoers has it. */
export const kitProgram = (): string => `${kitPlace()}/stable-bench-host`
