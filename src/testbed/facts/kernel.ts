// The kernel and its settings: release, command line, mitigations, clock source, memory policies.
import type { FileTree } from '../../kernel-files.ts'
import { shortDigest } from '../../model/digest.ts'

/** Parameters that affect timing. Only these are shown, because a command line can hold addresses and passwords. */
const ABOUT_TIMING = new RegExp(
  `^(?:${[
    'isolcpus|nohz(?:_full)?|rcu_nocbs?(?:_poll)?|rcupdate\\..*|rcutree\\..*|irqaffinity|kthread_cpus|managed_irq',
    'mitigations|spec[a-z_]+|nospec[a-z_0-9]*|retbleed|l1tf|mds|tsx.*|srbds|mmio_stale_data|no?pti|pti|kpti',
    'gather_data_sampling|reg_file_data_sampling|indirect_target_selection|tsa|vmscape|kvm[-_.].*',
    'nosmt|maxcpus|nr_cpus|intel_pstate|amd_pstate.*|cpufreq\\..*|cpuidle.*|intel_idle\\..*|processor\\..*|idle',
    'tsc|clocksource|no?hpet|hpet|skew_tick|highres|preempt|threadirqs|nowatchdog|nmi_watchdog|nosoftlockup|mce',
    'transparent_hugepage|(?:default_)?hugepage.*|numa.*|zswap\\..*|swapaccount|psi|sched_.*|workqueue\\..*',
    'audit|selinux|apparmor|lsm|security|page_poison|init_on_(?:alloc|free)|sl[au]b_.*|kasan.*|nokaslr|norandmaps',
    'i?ommu.*|(?:intel|amd)_iommu|pcie_aspm.*|split_lock_detect|mem|memhp.*|cgroup.*',
    'systemd\\.unified_cgroup_hierarchy',
  ].join('|')})$`,
)

function commandLine(text: string): string {
  const parameters = text.split(/\s+/).filter(Boolean)
  const shown = parameters.filter(parameter => ABOUT_TIMING.test(parameter.split('=')[0] ?? ''))
  const others = parameters.length - shown.length
  return [...shown, ...(others === 0 ? [] : [`(${others} not about timing)`])].join(' ')
}

/** Names grouped by state, and a digest of the exact states: another method of mitigation has another timing. */
function mitigations({ read, names }: FileTree): string {
  const place = 'sys/devices/system/cpu/vulnerabilities'
  const states = names(place).map(name => [name, read(`${place}/${name}`)] as const)
  if (states.length === 0) return ''
  const having = (pattern: RegExp) => states.filter(([, state]) => pattern.test(state)).map(([name]) => name)
  const groups: [string, string[]][] = [
    ['mitigated', having(/^Mitigation/)],
    ['vulnerable', having(/^(?:Processor v|V)ulnerable/)],
    ['unknown', having(/^(?!Mitigation|Processor vulnerable|Vulnerable|Not affected)/)],
  ]
  const digest = shortDigest(JSON.stringify(states), 8)
  const parts = groups
    .filter(([, list]) => list.length > 0)
    .map(([what, list]) => `${what}: ${list.join(' ')}`)
  return `${parts.join('; ') || 'none needed'} (${digest})`
}

/** The selected value in a file that lists all values: `always [madvise] never`. */
const chosen = (text: string) => /\[([^\]]+)\]/.exec(text)?.[1] ?? ''

const RANDOMISATION: Record<string, string> = { 0: 'off', 1: 'without the heap', 2: 'on' }

function gibibytes(meminfo: string, field: string): string {
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(meminfo)?.[1]
  return kib === undefined ? '' : `${Number((Number(kib) / 2 ** 20).toPrecision(3))} GiB`
}

/** Empty strings for facts that are not known. */
export function kernelFacts(tree: FileTree): Record<string, string> {
  const { read } = tree
  const meminfo = read('proc/meminfo')
  const hugePages = chosen(read('sys/kernel/mm/transparent_hugepage/enabled'))
  const defrag = chosen(read('sys/kernel/mm/transparent_hugepage/defrag'))
  return {
    kernel: read('proc/sys/kernel/osrelease'),
    'kernel-build': read('proc/sys/kernel/version'),
    'kernel-parameters': commandLine(read('proc/cmdline')),
    mitigations: mitigations(tree),
    'clock-source': read('sys/devices/system/clocksource/clocksource0/current_clocksource'),
    'address-randomisation': RANDOMISATION[read('proc/sys/kernel/randomize_va_space')] ?? '',
    'transparent-hugepages': hugePages === '' || defrag === '' ? hugePages : `${hugePages}, defrag ${defrag}`,
    memory: gibibytes(meminfo, 'MemTotal'),
    swap: gibibytes(meminfo, 'SwapTotal'),
  }
}
