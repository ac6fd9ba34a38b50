// Boot parameters: those in force that change measurements, and those worth setting, with the lines that set them. The
// recommendations are those of runner-hooks/lib/machine/boot-line.sh.
import type { FileTree } from '../kernel-files.ts'
import type { Boot, Hardware } from '../model/index.ts'

// biome-ignore format: a table, which reads best compact
const NOTES: [name: string, note: string][] = [
  ['isolcpus', 'the kernel does not spread threads over these CPUs: a benchmark with several stacks them on one'],
  ['nohz_full', 'no timer ticks on these CPUs, but slower system calls: measure before you keep it'],
  ['rcu_nocbs', 'keeps callbacks of RCU off these CPUs'],
  ['irqaffinity', 'interrupts begin on these CPUs'],
  ['mitigations', 'changes results by several percent: keep it equal on machines that are compared'],
  ['nosmt', 'no second threads at all, also between jobs'],
  ['idle', 'heats the whole machine, and takes thermal room from the cores that measure'],
  ['intel_idle.max_cstate', 'no deep idle states at all: single cores reach less turbo'],
  ['processor.max_cstate', 'no deep idle states at all: single cores reach less turbo'],
  ['intel_pstate', 'changes the frequency driver'],
  ['amd_pstate', 'changes the frequency driver'],
]

/** The parameters that are worth setting, with what setting them costs. */
// biome-ignore format: a table, which reads best compact
const wantedFor = ({ benchmark, others }: Hardware): { name: string; value: string; why: string; cost: string }[] => [
  { name: 'isolcpus', value: `managed_irq,${benchmark}`, cost: 'their queues share the other CPUs',
    why: 'interrupts of NVMe and network queues that nobody can move later stay off the benchmark CPUs' },
  { name: 'irqaffinity', value: others, cost: 'the other CPUs take all interrupts',
    why: 'interrupts of drivers that load early begin on the other CPUs' },
  { name: 'rcu_nocbs', value: benchmark, cost: 'a little more work for the other CPUs',
    why: 'threads on the other CPUs run the callbacks of RCU' },
]

const wordsOf = (commandLine: string) => commandLine.split(/\s+/)

/** `managed_irq` is harmless: it isolates nothing but interrupts. */
const presentIn = (commandLine: string): Boot['present'] =>
  NOTES.flatMap(([name, note]) => {
    const parameter = wordsOf(commandLine).find(word => word === name || word.startsWith(`${name}=`))
    if (parameter === undefined) return []
    const isHarmless = /^isolcpus=managed_irq,\d/.test(parameter)
    return [{ parameter, note: isHarmless ? 'keeps managed interrupts off these CPUs' : note }]
  })

/** Fedora and RHEL boot entries with a line of their own, which GRUB's configuration does not change. */
const hasGrubby = ({ names }: FileTree) => ['usr/sbin', 'usr/bin'].some(dir => names(dir).includes('grubby'))

/** The line of /etc/default/grub with the parameters added, and the command that applies it. */
function grubLines(tree: FileTree, wanted: string): string[] {
  const { read, names } = tree
  if (hasGrubby(tree)) return [`sudo grubby --update-kernel=ALL --args="${wanted}"`, 'sudo reboot']
  const text = read('etc/default/grub')
  const old = [...text.matchAll(/^GRUB_CMDLINE_LINUX=(["']?)(.*)\1$/gm)].at(-1)?.[2] ?? ''
  const isRpm = names('boot').includes('grub2')
  const update = isRpm ? 'sudo grub2-mkconfig -o /boot/grub2/grub.cfg' : 'sudo update-grub'
  return [
    '# in /etc/default/grub',
    `GRUB_CMDLINE_LINUX="${old}${old === '' ? '' : ' '}${wanted}"`,
    `${update} && sudo reboot`,
  ]
}

/** The line of /etc/kernel/cmdline. It has to hold all parameters, also those of the running kernel. */
function systemdBootLines({ read }: FileTree, wanted: string): string[] {
  const running = wordsOf(read('proc/cmdline'))
    .filter(word => !/^(initrd|BOOT_IMAGE)=/.test(word))
    .join(' ')
  const old = read('etc/kernel/cmdline') || running
  return [
    '# all of /etc/kernel/cmdline',
    `${old}${old === '' ? '' : ' '}${wanted}`,
    'sudo kernel-install add "$(uname -r)" "/lib/modules/$(uname -r)/vmlinuz" && sudo reboot',
  ]
}

function loaderOf(tree: FileTree): Boot['loader'] {
  const { read, names } = tree
  if (hasGrubby(tree) || names('etc/default').includes('grub')) return 'grub'
  const isSystemd =
    read('etc/kernel/cmdline') !== '' ||
    names('boot/loader').includes('loader.conf') ||
    names('boot/efi/loader').length > 0
  return isSystemd ? 'systemd-boot' : 'unknown'
}

type BootSources = { hardware: Hardware; kind: string; container: string; facts: Record<string, string> }

function firmwareOf({ kind, container, facts }: BootSources): string[] {
  if (kind !== 'bare-metal' || container !== 'none' || facts['frequency-driver'] !== undefined) return []
  return [
    'the operating system has no control of the clock: set the power profile of the firmware to the one that leaves it to ' +
      'the operating system ("OS control", "OS DBPM"); without it neither governor nor turbo can be set',
  ]
}

/** Why no parameter is recommended; '' where some are. */
function whyNothing({ hardware, kind, container }: BootSources): string {
  if (container !== 'none') return 'a container shares the kernel of its machine: ask doctor there'
  if (kind === 'virtual') return 'a virtual machine: its CPUs are not its own, whatever its kernel does'
  return hardware.benchmark === '' ? 'there is no core to spare for benchmarks' : ''
}

/** The boot parameters in force, and those to set, with the lines that set them. */
export function bootOf(tree: FileTree, about: BootSources): Boot {
  const commandLine = tree.read('proc/cmdline')
  const reason = whyNothing(about)
  const isThere = (name: string) => wordsOf(commandLine).some(word => word.startsWith(`${name}=`))
  const wanted = wantedFor(about.hardware)
    .filter(({ name }) => reason === '' && !isThere(name))
    .map(({ name, value, why, cost }) => ({ parameter: `${name}=${value}`, why, cost }))
  const text = wanted.map(({ parameter }) => parameter).join(' ')
  return {
    present: presentIn(commandLine),
    wanted,
    reason: reason === '' && text === '' ? 'those that help are there' : reason,
    loader: loaderOf(tree),
    grub: text === '' ? [] : grubLines(tree, text),
    systemdBoot: text === '' ? [] : systemdBootLines(tree, text),
    firmware: firmwareOf(about),
  }
}
