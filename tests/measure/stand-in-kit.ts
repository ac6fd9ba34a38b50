import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A `sudo` that just runs its command, and in place of the hooks' root program `body`, a bash script that gets the
 * verb as `$1` and the directory as `$here`. `$PPID` is the process that called sudo.
 */
export function standInKit(body: string): {
  program: string
  env: NodeJS.ProcessEnv
  written: (name: string) => string
} {
  const here = mkdtempSync(join(tmpdir(), 'stable-bench-kit-'))
  const script = (name: string, text: string) => {
    writeFileSync(join(here, name), text)
    chmodSync(join(here, name), 0o755)
  }
  script('sudo', '#!/bin/sh\n[ "$1" = -n ] && shift && exec "$@"\n')
  script('stable-bench-host', `#!/bin/bash\nhere=${here}\n${body}\n`)
  return {
    program: join(here, 'stable-bench-host'),
    env: { ...process.env, PATH: `${here}:${process.env.PATH}` },
    written: name => readFileSync(join(here, name), 'utf8').trim(),
  }
}
