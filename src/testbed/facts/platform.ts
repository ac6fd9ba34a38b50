// The platform: hardware, hypervisor, container, operating system, C library, compilers and runtimes.

import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import type { FileTree } from '../../kernel-files.ts'

function container({ read, names }: FileTree): string {
  if (names('').includes('.dockerenv')) return 'docker'
  if (names('run').includes('.containerenv')) return 'podman'
  const told = read('run/systemd/container')
  if (told !== '') return told
  return /\b(docker|kubepods|lxc|containerd)\b/.exec(read('proc/1/cgroup'))?.[1] ?? 'none'
}

/** The GNU C library holds its version in plain text. For musl, Alpine's package list has it. */
function cLibrary({ read, names }: FileTree): string {
  const folders = ['lib', 'lib64', 'usr/lib', 'usr/lib64']
  const multiarch = names('lib').filter(name => name.endsWith('-linux-gnu'))
  for (const folder of [...multiarch.map(name => `lib/${name}`), ...folders]) {
    const library = read(`${folder}/libc.so.6`, 'latin1')
    const at = library.indexOf('GNU C Library')
    if (at < 0) continue
    const sentence = library.slice(at, at + 200)
    // The distribution's own version, if any, because it also identifies patches.
    const version = /^GNU C Library \((?:.*GLIBC (.*?)\)|.*?\) \w+ release version (\d[\d.]*\d))/.exec(
      sentence,
    )
    return ['glibc', version?.[1] ?? version?.[2] ?? ''].join(' ').trim()
  }
  const musl = /^P:musl\nV:(.*)$/m.exec(read('lib/apk/db/installed'))?.[1]
  return musl === undefined ? '' : `musl ${musl}`
}

const VIRTUAL_HARDWARE =
  /QEMU|KVM|VMware|VirtualBox|Virtual Machine|Xen|Bochs|Google Compute|Amazon EC2 (?!.*metal)/

/** By the CPU flag of x86 hypervisors, else the firmware's names and what hypervisors put into the device tree. Empty when not known. */
function virtual({ read, names }: FileTree, hardware: string): string {
  const flags = /^flags\s*:(.*)$/m.exec(read('proc/cpuinfo'))?.[1]
  const told = flags === undefined ? null : /\bhypervisor\b/.test(flags)
  const inTree = names('proc/device-tree').some(name => /^(hypervisor|fw-cfg@.*)$/.test(name))
  if (told ?? (inTree || VIRTUAL_HARDWARE.test(hardware))) return 'yes'
  return told === null && hardware === '' ? '' : 'no'
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')

/** Empty strings for facts that are not known. */
export function platformFacts(tree: FileTree): Record<string, string> {
  const dmi = (name: string) => tree.read(`sys/class/dmi/id/${name}`)
  const osRelease = tree.read('etc/os-release')
  const hardware = joined(dmi('sys_vendor'), dmi('product_name'))
  return {
    hardware,
    virtual: virtual(tree, hardware),
    firmware: joined(dmi('bios_version'), dmi('bios_date')),
    hypervisor: tree.read('sys/hypervisor/type'),
    container: container(tree),
    'operating-system': /^PRETTY_NAME="?(.*?)"?$/m.exec(osRelease)?.[1] ?? '',
    'c-library': cLibrary(tree),
  }
}

/** The real file of a command, with all links resolved; null when it is not on the PATH. */
function executable(name: string, path: string): string | null {
  const found = path
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(file => file.startsWith('/') && existsSync(file))
  return found === undefined ? null : realpathSync(found)
}

function captured(file: string, pattern: RegExp): string {
  return existsSync(file) ? (pattern.exec(readFileSync(file, 'utf8'))?.slice(1).join('.') ?? '') : ''
}

/** Distributions put the version into the name: `x86_64-linux-gnu-gcc-12`. */
const inName = (pattern: RegExp) => (file: string) => pattern.exec(basename(file))?.[1] ?? ''

const besides = (file: string, ...path: string[]) => join(dirname(dirname(file)), ...path)

const NODE_VERSION = /NODE_MAJOR_VERSION (\d+)[\s\S]*NODE_MINOR_VERSION (\d+)[\s\S]*NODE_PATCH_VERSION (\d+)/

const VERSION_OF: Record<string, (file: string) => string> = {
  node: file =>
    file === realpathSync(process.execPath)
      ? process.versions.node
      : captured(besides(file, 'include/node/node_version.h'), NODE_VERSION),
  python3: inName(/^python(\d+\.\d+)$/),
  go: file => captured(besides(file, 'VERSION'), /^go(\S+)/),
  java: file => captured(besides(file, 'release'), /^JAVA_VERSION="(.*)"$/m),
  gcc: inName(/-(\d+(?:\.\d+)*)$/),
  clang: inName(/-(\d+(?:\.\d+)*)$/),
}

/**
 * Versions of the compilers and runtimes on `path`, by command; empty when not known. Starts nothing: `--version` takes
 * time, and some tools then download another version of themselves. Only files beside the executable are read.
 */
export function runtimeFacts(path: string): Record<string, string> {
  const version = (name: string, of: (file: string) => string) => {
    try {
      const file = executable(name, path)
      return file === null ? '' : of(file)
    } catch {
      return '' // not for this user to read
    }
  }
  return Object.fromEntries(Object.entries(VERSION_OF).map(([name, of]) => [name, version(name, of)]))
}
