// Adds the other platforms' optional packages to package-lock.json. `npm install` leaves out those that its registry
// does not have, and `npm ci` then refuses the whole file. Run it after `npm install` has changed the lock file.
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const { packages } = lock

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64']

/** Names end in SYSTEM-PROCESSOR or SYSTEM-PROCESSOR-LIBRARY: `@swc/core-linux-x64-gnu`. */
function platformOf(name) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const os = systems.find(each => words.includes(each))
  const cpu = processors.find(each => words.includes(each))
  if (os === undefined || cpu === undefined) throw new Error(`${name}: its platform is not in its name`)
  return { os: [os], cpu: [cpu] }
}

/** Where node looks from `parent`: in it, then in every directory around it. */
function isLocked(parent, name) {
  for (let at = parent; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true
    if (at === '') return false
  }
}

for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isLocked(parent, name)) continue
    const { os, cpu } = platformOf(name)
    packages[`node_modules/${name}`] = { version, cpu, ...(dev ? { dev } : {}), optional: true, os }
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
