import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { fileTree } from '../../src/kernel-files.ts'
import { frequencyFacts } from '../../src/testbed/facts/frequency.ts'
import { kernelFacts } from '../../src/testbed/facts/kernel.ts'
import { platformFacts, runtimeFacts } from '../../src/testbed/facts/platform.ts'
import { processorFacts } from '../../src/testbed/facts/processor.ts'
import { fingerprintsOf, readFacts } from '../../src/testbed/facts/read.ts'
import { type Files, fakeMachine, removeMachine } from './fake-machine.ts'

const cpu = 'sys/devices/system/cpu'
const roots: string[] = []

function machine(files: Files): string {
  const root = fakeMachine(files)
  roots.push(root)
  return root
}

afterEach(() => roots.splice(0).forEach(removeMachine))

function policy(number: number, driver: string, governor: string, more: Files = {}): Files {
  const files = { scaling_driver: driver, scaling_governor: governor, affected_cpus: `${number}`, ...more }
  return Object.fromEntries(
    Object.entries(files).map(([name, value]) => [`${cpu}/cpufreq/policy${number}/${name}`, `${value}\n`]),
  )
}

const frequency = (files: Files, pinned: string | null = null) =>
  frequencyFacts(fileTree(machine(files)), pinned)

describe('turbo', () => {
  const twoPolicies = (driver: string, more: Files[] = [{}, {}]) => ({
    ...policy(0, driver, 'performance', more[0]),
    ...policy(1, driver, 'performance', more[1]),
  })

  it.each([
    ['intel_pstate', `${cpu}/intel_pstate/no_turbo`, '1', 'off'],
    ['intel_cpufreq', `${cpu}/intel_pstate/no_turbo`, '0', 'on'],
    ['acpi-cpufreq', `${cpu}/cpufreq/boost`, '0', 'off'],
    ['amd-pstate', `${cpu}/cpufreq/boost`, '1', 'on'],
  ])('of %s is what %s says', (driver, path, value, expected) => {
    expect(frequency({ ...twoPolicies(driver), [path]: `${value}\n` }).turbo).toBe(expected)
  })

  it('of amd-pstate since Linux 6.11 is that of the policies, not of the file for all', () => {
    const files = twoPolicies('amd-pstate-epp', [{ boost: '0' }, { boost: '0' }])
    expect(frequency({ ...files, [`${cpu}/cpufreq/boost`]: '1\n' }).turbo).toBe('off')
    expect(frequency(twoPolicies('amd-pstate-epp', [{ boost: '0' }, { boost: '1' }])).turbo).toBe(
      'mixed: off, on',
    )
  })

  it('is that of the pinned CPUs alone', () => {
    expect(frequency(twoPolicies('amd-pstate-epp', [{ boost: '1' }, { boost: '0' }]), '1').turbo).toBe('off')
  })

  it('without any control is capped if the limit is the base clock, else unknown', () => {
    const nominal = { [`${cpu}/cpu0/acpi_cppc/nominal_freq`]: '2400\n' }
    const limited = (max: string) => policy(0, 'cppc_cpufreq', 'performance', { scaling_max_freq: max })
    expect(frequency({ ...limited('2400000'), ...nominal }).turbo).toBe('capped')
    expect(frequency({ ...limited('3900000'), ...nominal }).turbo).toBe('')
    expect(frequency(policy(0, 'cppc_cpufreq', 'performance')).turbo).toBe('')
  })

  it('of a machine without cpufreq is unknown', () => {
    expect(frequency({})).toMatchObject({ turbo: '', governor: '', 'frequency-driver': '' })
  })
})

describe('the governor', () => {
  const files = {
    ...policy(0, 'acpi-cpufreq', 'ondemand', { affected_cpus: '0 1' }),
    ...policy(2, 'acpi-cpufreq', 'performance', { affected_cpus: '2 3' }),
  }

  it('is that of the pinned CPUs, even if several share a policy', () => {
    expect(frequency(files, '3').governor).toBe('performance')
    expect(frequency(files, '0-1').governor).toBe('ondemand')
  })

  it('is called mixed if the CPUs differ', () => {
    expect(frequency(files, '1,2').governor).toBe('mixed: ondemand, performance')
    expect(frequency(files).governor).toBe('mixed: ondemand, performance')
  })

  it('comes with the driver and its mode', () => {
    const intel = { ...policy(0, 'intel_pstate', 'powersave'), [`${cpu}/intel_pstate/status`]: 'active\n' }
    expect(frequency(intel)['frequency-driver']).toBe('intel_pstate (active)')
  })
})

describe('the processor', () => {
  const thread = (n: number, socket: number, core: number): Files => ({
    [`${cpu}/cpu${n}/topology/physical_package_id`]: `${socket}\n`,
    [`${cpu}/cpu${n}/topology/core_id`]: `${core}\n`,
  })
  const facts = (files: Files) => processorFacts(fileTree(machine(files)))

  it('has sockets, cores and threads', () => {
    const files = { [`${cpu}/online`]: '0-7\n' }
    for (let n = 0; n < 8; n++) Object.assign(files, thread(n, n >> 2, n & 1))
    expect(facts(files).topology).toBe('2 sockets × 2 cores × 2 threads')
  })

  it('counts only CPUs that are online', () => {
    const files = { [`${cpu}/online`]: '0-1\n', ...thread(0, 0, 0), ...thread(1, 0, 1), ...thread(2, 0, 0) }
    expect(facts(files).topology).toBe('1 socket × 2 cores × 1 thread')
  })

  it('with different cores has sums, and lists the CPUs of each kind', () => {
    const hybrid = {
      [`${cpu}/online`]: '0-2\n',
      'sys/devices/cpu_core/cpus': '0-1\n',
      'sys/devices/cpu_atom/cpus': '2\n',
    }
    const found = facts({ ...hybrid, ...thread(0, 0, 0), ...thread(1, 0, 0), ...thread(2, 0, 1) })
    expect(found.topology).toBe('1 socket, 2 cores, 3 threads')
    expect(found['core-types']).toBe('performance 0-1, efficient 2')
  })

  it('is read from /proc/cpuinfo if the kernel hides the topology', () => {
    const block = (n: number) =>
      `processor\t: ${n}\nmodel name\t: Some CPU\nmicrocode\t: 0x2b\nphysical id\t: 0\ncore id\t\t: ${n}\n`
    const found = facts({ 'proc/cpuinfo': `${block(0)}\n${block(1)}\n` })
    expect(found).toMatchObject({
      topology: '1 socket × 2 cores × 1 thread',
      'cpu-model': 'Some CPU',
      microcode: '0x2b',
    })
  })

  it('on ARM is named by all of its parts', () => {
    const block = (part: string) => `CPU implementer\t: 0x41\nCPU part\t: ${part}\n`
    expect(facts({ 'proc/cpuinfo': `${block('0xd03')}\n${block('0xd09')}\n` })['cpu-model']).toBe(
      '0x41 part 0xd03 + 0xd09',
    )
  })

  it.each([
    ['the second threads run', { [`${cpu}/smt/active`]: '1\n', [`${cpu}/smt/control`]: 'on\n' }, 'on'],
    ['they were taken offline', { [`${cpu}/smt/active`]: '0\n', [`${cpu}/smt/control`]: 'off\n' }, 'off'],
    [
      'they were taken offline one by one',
      { [`${cpu}/smt/active`]: '0\n', [`${cpu}/smt/control`]: 'on\n' },
      'off',
    ],
    [
      'the kernel has no control and a core has two threads',
      {
        [`${cpu}/online`]: '0-1\n',
        [`${cpu}/smt/active`]: '0\n',
        [`${cpu}/smt/control`]: 'notimplemented\n',
        [`${cpu}/cpu0/topology/thread_siblings_list`]: '0-1\n',
      },
      'on',
    ],
  ])('has SMT when %s: %#', (_, files, expected) => {
    expect(facts(files as Files).smt).toBe(expected)
  })

  it('has NUMA nodes in numeric order', () => {
    const node = (n: number, list: string) => ({ [`sys/devices/system/node/node${n}/cpulist`]: `${list}\n` })
    expect(facts({ ...node(10, '4-5'), ...node(2, '2-3'), ...node(0, '0-1') })['numa-nodes']).toBe(
      '3: 0-1 | 2-3 | 4-5',
    )
    expect(facts(node(0, '0-1'))['numa-nodes']).toBe('1')
  })
})

describe('the kernel', () => {
  const facts = (files: Files) => kernelFacts(fileTree(machine(files)))

  it('shows the parameters that affect timing, and only counts the others', () => {
    const line =
      'BOOT_IMAGE=/vmlinuz root=UUID=1 netroot=iscsi:user:secret@host isolcpus=2-3 nohz_full=2-3 mitigations=off'
    const shown = facts({ 'proc/cmdline': `${line}\n` })['kernel-parameters']
    expect(shown).toBe('isolcpus=2-3 nohz_full=2-3 mitigations=off (3 not about timing)')
  })

  it('summarises mitigations, and changes when one of them changes its method', () => {
    const place = `${cpu}/vulnerabilities`
    const having = (how: string) =>
      facts({
        [`${place}/spectre_v2`]: `Mitigation: ${how}\n`,
        [`${place}/retbleed`]: 'Vulnerable\n',
        [`${place}/l1tf`]: 'Not affected\n',
      }).mitigations
    expect(having('Retpolines')).toMatch(/^mitigated: spectre_v2; vulnerable: retbleed \([0-9a-f]{8}\)$/)
    expect(having('Retpolines')).not.toBe(having('Enhanced IBRS'))
  })

  it('has its release, clock source, randomisation and huge pages', () => {
    const found = facts({
      'proc/sys/kernel/osrelease': '6.1.0-25-amd64\n',
      'sys/devices/system/clocksource/clocksource0/current_clocksource': 'tsc\n',
      'proc/sys/kernel/randomize_va_space': '2\n',
      'sys/kernel/mm/transparent_hugepage/enabled': 'always [madvise] never\n',
      'sys/kernel/mm/transparent_hugepage/defrag': 'always defer defer+madvise [madvise] never\n',
      'proc/meminfo': 'MemTotal:       65679512 kB\nSwapTotal:             0 kB\n',
    })
    expect(found).toMatchObject({
      kernel: '6.1.0-25-amd64',
      'clock-source': 'tsc',
      'address-randomisation': 'on',
      'transparent-hugepages': 'madvise, defrag madvise',
      memory: '62.6 GiB',
      swap: '0 GiB',
    })
  })
})

describe('the platform', () => {
  const facts = (files: Files) => platformFacts(fileTree(machine(files)))

  it.each([
    ['docker', { '.dockerenv': '' }],
    ['podman', { 'run/.containerenv': '' }],
    ['lxc', { 'run/systemd/container': 'lxc\n' }],
    ['kubepods', { 'proc/1/cgroup': '0::/kubepods/pod1\n' }],
    ['none', { 'proc/1/cgroup': '0::/init.scope\n' }],
  ])('recognises a container: %s', (expected, files) => {
    expect(facts(files as Files).container).toBe(expected)
  })

  it.each([
    ['yes', { 'proc/cpuinfo': 'flags\t\t: fpu hypervisor lahf_lm\n' }],
    ['no', { 'proc/cpuinfo': 'flags\t\t: fpu lahf_lm\n', 'sys/class/dmi/id/sys_vendor': 'Amazon EC2\n' }],
    ['yes', { 'sys/class/dmi/id/sys_vendor': 'QEMU\n' }],
    ['yes', { 'proc/device-tree/hypervisor/compatible': 'linux,kvm\0' }],
    ['yes', { 'proc/device-tree/fw-cfg@9020000/compatible': 'qemu,fw-cfg-mmio\0' }],
    ['', { 'proc/device-tree/model': 'Raspberry Pi 5\0' }],
    ['no', { 'sys/class/dmi/id/sys_vendor': 'Amazon EC2\n', 'sys/class/dmi/id/product_name': 'm6g.metal\n' }],
    ['', {}],
  ])('recognises a virtual machine: %s (%#)', (expected, files) => {
    expect(facts(files as Files).virtual).toBe(expected)
  })

  it('names the C library, with distribution and version', () => {
    const glibc = 'GNU C Library (Debian GLIBC 2.36-9+deb12u13) stable release version 2.36.\n'
    const found = facts({
      'lib/x86_64-linux-gnu/libc.so.6': `\0\0${glibc}\0`,
      'etc/os-release': 'PRETTY_NAME="Debian 12"\n',
    })
    expect(found).toMatchObject({ 'c-library': 'glibc 2.36-9+deb12u13', 'operating-system': 'Debian 12' })
    const vanilla = 'GNU C Library (GNU libc) stable release version 2.39.\n'
    expect(facts({ 'usr/lib64/libc.so.6': vanilla })['c-library']).toBe('glibc 2.39')
    expect(facts({ 'lib/apk/db/installed': 'C:Q1\nP:musl\nV:1.2.4-r2\n' })['c-library']).toBe('musl 1.2.4-r2')
  })
})

describe('runtimes', () => {
  it('are read from files beside the executable, through links, without starting anything', () => {
    const root = machine({
      'go/bin/go': 'exit 1',
      'go/VERSION': 'go1.26.8\ntime x\n',
      'jdk/bin/java': '',
      'jdk/release': 'IMPLEMENTOR="x"\nJAVA_VERSION="17.0.15"\n',
      'usr/x86_64-linux-gnu-gcc-12': '',
      'usr/python3.11': '',
      'node/bin/node': '',
      'node/include/node/node_version.h':
        '#define NODE_MAJOR_VERSION 22\n#define NODE_MINOR_VERSION 3\n#define NODE_PATCH_VERSION 4\n',
    })
    const bin = join(root, 'bin')
    mkdirSync(bin)
    const links = {
      go: 'go/bin/go',
      java: 'jdk/bin/java',
      gcc: 'usr/x86_64-linux-gnu-gcc-12',
      python3: 'usr/python3.11',
      node: 'node/bin/node',
    }
    for (const [name, to] of Object.entries(links)) symlinkSync(join(root, to), join(bin, name))
    expect(runtimeFacts(`/nowhere:${bin}`)).toEqual({
      go: '1.26.8',
      java: '17.0.15',
      gcc: '12',
      python3: '3.11',
      node: '22.3.4',
      clang: '',
    })
  })

  it('without a known version, or behind a broken link, are left out', () => {
    const root = machine({ python3: 'a shim' })
    symlinkSync('/nowhere/go', join(root, 'go'))
    writeFileSync(join(root, 'java'), '')
    expect(Object.values(runtimeFacts(root)).join('')).toBe('')
  })
})

describe('all facts', () => {
  it('of this machine are printable lines, and are the same when read again', () => {
    const facts = readFacts('/', '0')
    expect(facts).toMatchObject({
      'pinned-cpus': '0',
      kernel: expect.any(String),
      memory: expect.stringMatching(/GiB$/),
    })
    expect(Object.values(facts).filter(value => /\p{C}/u.test(value) || value === '')).toEqual([])
    expect(readFacts('/', '0')).toEqual(facts)
  })

  it('cannot bring control characters into a report', () => {
    const root = machine({ 'sys/class/dmi/id/sys_vendor': 'Evil\u001b[2J\u202e\n::error::x\n' })
    expect(readFacts(root, null, '').hardware).toBe('Evil [2J ::error::x')
  })

  it('make two fingerprints: one of those that must match, one of all others', () => {
    const base = fingerprintsOf({ kernel: '6.1', memory: '16 GiB' })
    const shown = fingerprintsOf({ kernel: '6.1', memory: '32 GiB' })
    const compared = fingerprintsOf({ kernel: '6.2', memory: '16 GiB' })
    expect(shown.fingerprint).toBe(base.fingerprint)
    expect(shown.shownFingerprint).not.toBe(base.shownFingerprint)
    expect(compared.fingerprint).not.toBe(base.fingerprint)
    expect(compared.shownFingerprint).toBe(base.shownFingerprint)
  })
})
