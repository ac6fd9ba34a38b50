// cloud-init.mjs FILE ROOT: what cloud-init makes of write_files and runcmd, below ROOT. All of runcmd is one script of sh,
// ROOT/runcmd: a list is a line with every word quoted, a string is a line as it is. Only the status of the script counts.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse } from 'yaml'

const [file, root] = process.argv.slice(2)
const config = parse(readFileSync(file, 'utf8'))
for (const { path, permissions, content } of config.write_files) {
  mkdirSync(dirname(root + path), { recursive: true })
  writeFileSync(root + path, content)
  chmodSync(root + path, Number.parseInt(permissions, 8))
}
const quoted = word => `'${String(word).replaceAll("'", String.raw`'\''`)}'`
const lines = config.runcmd.map(line => (Array.isArray(line) ? line.map(quoted).join(' ') : line))
writeFileSync(`${root}/runcmd`, `#!/bin/sh\n${lines.join('\n')}\n`)
chmodSync(`${root}/runcmd`, 0o700)
