// Machines as their kernels would show them: a laptop with two kinds of cores, a server with two nodes, a hosted runner,
// and a container that hides /sys.
import { type FakeCpus, fakeCpus } from '../measure/fake-cpus.ts'
import { fakeTree } from '../measure/fake-tree.ts'

type Files = Record<string, string>

const cpuTree = 'sys/devices/system/cpu'

const each = (count: number, files: (id: number) => Files): Files =>
  Object.assign({}, ...Array.from({ length: count }, (_, id) => files(id)))

const cpuinfo = (count: number, model: string, flags: string, socketOf = (_: number) => 0) =>
  Array.from(
    { length: count },
    (_, id) =>
      `processor\t: ${id}\nphysical id\t: ${socketOf(id)}\nmodel name\t: ${model}\nflags\t\t: ${flags}\n`,
  ).join('\n')

const cacheFiles = (count: number, size: string): Files =>
  each(count, id => ({
    [`${cpuTree}/cpu${id}/cache/index3/level`]: '3\n',
    [`${cpuTree}/cpu${id}/cache/index3/size`]: `${size}\n`,
  }))

const policies = (count: number, files: (id: number) => Files): Files =>
  each(count, id =>
    Object.fromEntries(
      Object.entries(files(id)).map(([name, value]) => [`${cpuTree}/cpufreq/policy${id}/${name}`, value]),
    ),
  )

const common: Files = {
  'proc/loadavg': '0.10 0.20 0.30 1/200 4321\n',
  'proc/meminfo':
    'MemTotal: 32768000 kB\nMemAvailable: 24576000 kB\nSwapTotal: 0 kB\nHugePages_Total: 0\nHugePages_Free: 0\nHugepagesize: 2048 kB\n',
  'proc/sys/kernel/osrelease': '6.8.0-45-generic\n',
  'proc/sys/kernel/perf_event_paranoid': '4\n',
  'proc/cmdline': 'BOOT_IMAGE=/vmlinuz root=/dev/nvme0n1p2 ro quiet\n',
  'etc/os-release': 'PRETTY_NAME="Ubuntu 24.04.1 LTS"\n',
  'sys/kernel/mm/transparent_hugepage/enabled': 'always [madvise] never\n',
  'sys/kernel/mm/transparent_hugepage/defrag': 'always [madvise] never\n',
}

/** 4 fast cores of two threads (0-7) and 4 slow ones (8-11) that share a cache; intel_pstate, on its default policy. */
export const laptop = (extra: Files = {}): string =>
  fakeCpus({
    threads: 12,
    core: id => (id < 8 ? id >> 1 : id - 4),
    cache: () => 0,
    files: {
      ...common,
      ...cacheFiles(12, '12288K'),
      'proc/cpuinfo': cpuinfo(12, '13th Gen Intel(R) Core(TM) i5-1340P', 'fpu vme'),
      'sys/devices/cpu_core/cpus': '0-7\n',
      'sys/devices/cpu_atom/cpus': '8-11\n',
      [`${cpuTree}/smt/active`]: '1\n',
      [`${cpuTree}/smt/control`]: 'on\n',
      [`${cpuTree}/intel_pstate/status`]: 'active\n',
      [`${cpuTree}/intel_pstate/no_turbo`]: '0\n',
      ...policies(12, id => ({
        scaling_driver: 'intel_pstate\n',
        scaling_governor: 'powersave\n',
        scaling_min_freq: '400000\n',
        scaling_max_freq: id < 8 ? '4600000\n' : '3400000\n',
        energy_performance_preference: 'balance_performance\n',
      })),
      'sys/class/dmi/id/sys_vendor': 'LENOVO\n',
      'sys/class/dmi/id/product_name': '21HQ\n',
      'sys/fs/cgroup/cgroup.controllers': 'cpuset cpu io memory pids\n',
      'sys/fs/cgroup/system.slice/power-profiles-daemon.service/cgroup.procs': '',
      'sys/fs/cgroup/system.slice/cron.service/cgroup.procs': '',
      'sys/fs/cgroup/system.slice/dbus.service/cgroup.procs': '',
      'run/systemd/system/marker': '',
      'etc/kernel/cmdline': 'root=/dev/nvme0n1p2 ro quiet\n',
      ...extra,
    },
  })

/** Two sockets of 16 cores, two threads each, a node per socket and two caches per node; acpi-cpufreq. */
export const server = (extra: Files = {}): string =>
  fakeCpus({
    threads: 64,
    core: id => id % 32,
    node: id => (id % 32) >> 4,
    cache: id => (id % 32) >> 3,
    online: '0-62',
    files: {
      ...common,
      ...cacheFiles(64, '32768K'),
      ...each(64, id => ({ [`${cpuTree}/cpu${id}/topology/physical_package_id`]: `${(id % 32) >> 4}\n` })),
      'proc/cpuinfo': cpuinfo(64, 'AMD EPYC 7313 16-Core Processor', 'fpu vme', id => (id % 32) >> 4),
      'sys/devices/system/node/node0/meminfo': 'Node 0 MemTotal:       65536000 kB\n',
      'sys/devices/system/node/node1/meminfo': 'Node 1 MemTotal:       65536000 kB\n',
      [`${cpuTree}/smt/active`]: '1\n',
      [`${cpuTree}/smt/control`]: 'on\n',
      [`${cpuTree}/cpufreq/boost`]: '1\n',
      ...policies(63, () => ({
        scaling_driver: 'acpi-cpufreq\n',
        scaling_governor: 'schedutil\n',
        scaling_min_freq: '1500000\n',
        scaling_max_freq: '3000000\n',
      })),
      'proc/77/cmdline': '/opt/actions-runner/bin/Runner.Listener\0run\0',
      'proc/77/comm': 'Runner.Listener\n',
      'etc/default/grub': 'GRUB_DEFAULT=0\nGRUB_CMDLINE_LINUX="console=ttyS0"\n',
      ...extra,
    },
  })

/** A virtual machine of four CPUs without SMT. */
export const hosted = (extra: Files = {}, more: Partial<FakeCpus> = {}): string =>
  fakeCpus({
    threads: 4,
    cache: () => 0,
    ...more,
    files: {
      ...common,
      ...cacheFiles(4, '16384K'),
      'proc/cpuinfo': cpuinfo(4, 'AMD EPYC 7763 64-Core Processor', 'fpu vme hypervisor'),
      [`${cpuTree}/smt/control`]: 'notsupported\n',
      'sys/class/dmi/id/sys_vendor': 'Microsoft Corporation\n',
      'sys/class/dmi/id/product_name': 'Virtual Machine\n',
      ...extra,
    },
  })

/** A container that shows three CPUs and nothing of /sys. */
export const hidden = (extra: Files = {}): string =>
  fakeTree({
    '.dockerenv': '',
    'proc/self/status': 'Name:\tnode\nCpus_allowed_list:\t1-3\n',
    'proc/cpuinfo': cpuinfo(4, 'Intel(R) Xeon(R) Gold 6130', 'fpu vme'),
    ...extra,
  })
