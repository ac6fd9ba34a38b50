// A machine of three CPUs in files, at a moment that the test chooses.
import { fakeTree } from '../fake-tree.ts'

export type Moment = {
  /** Ticks of CPU 1: user, system, idle, softirq, steal. */
  user: number
  system: number
  idle: number
  softirq: number
  steal: number
  /** Ticks in which the other two CPUs were busy, and idle, in all. */
  othersBusy: number
  othersIdle: number
  nic: number
  timer: number
  netRx: number
  throttled: number
  kilohertz: number
  millidegrees: number
  swappedIn: number
  memoryFull: number
}

export const start: Moment = {
  user: 5000,
  system: 700,
  idle: 90_000,
  softirq: 12,
  steal: 40,
  othersBusy: 8000,
  othersIdle: 150_000,
  nic: 4000,
  timer: 800_000,
  netRx: 9000,
  throttled: 7,
  kilohertz: 3_400_000,
  millidegrees: 51_000,
  swappedIn: 30,
  memoryFull: 1_500_000,
}

/** Its /proc/stat at that moment. */
export const stat = (at: Moment) => `cpu  1 2 3 4 5 6 7 8 0 0
cpu0 ${at.othersBusy} 0 0 ${at.othersIdle} 0 0 0 3 0 0
cpu1 ${at.user} 0 ${at.system} ${at.idle} 0 0 ${at.softirq} ${at.steal} 0 0
cpu2 0 0 0 0 0 0 0 0 0 0
intr 123456 0 9
ctxt 1000
`

const row = (label: string, counts: number[], rest = '') =>
  `${label.padStart(4)}:${counts.map(count => ` ${String(count).padStart(10)}`).join('')} ${rest}\n`

const interrupts = (at: Moment) =>
  `            CPU0       CPU1       CPU2       \n${row('24', [1, at.nic, 5], ' PCI-MSIX-0000:00:03.0   1-edge      eth0-rx')}${row('LOC', [900_000, at.timer, 7], '  Local timer interrupts')}${row('RES', [10, 20, 30], '  Rescheduling interrupts')} ERR:          3\n`

const softirqs = (at: Moment) =>
  `                    CPU0       CPU1       CPU2       \n${row('HI', [1, 0, 0])}${row('TIMER', [1, at.timer, 1])}${row('NET_RX', [5, at.netRx, 6])}${row('RCU', [1, 77_777, 1])}`

const pressure = (full: number) =>
  `some avg10=0.00 avg60=0.00 avg300=0.00 total=2500000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=${full}\n`

/** The root of that machine. */
export function fakeMachine(changes: Partial<Moment> = {}): string {
  const at = { ...start, ...changes }
  const cpu = 'sys/devices/system/cpu/cpu1'
  return fakeTree({
    'proc/stat': stat(at),
    'proc/interrupts': interrupts(at),
    'proc/softirqs': softirqs(at),
    'proc/vmstat': `nr_free_pages 1000\npswpin ${at.swappedIn}\npswpout 5\n`,
    'proc/pressure/cpu': pressure(0),
    'proc/pressure/memory': pressure(at.memoryFull),
    [`${cpu}/thermal_throttle/core_throttle_count`]: `${at.throttled}\n`,
    [`${cpu}/thermal_throttle/package_throttle_count`]: '100\n',
    [`${cpu}/cpufreq/scaling_cur_freq`]: `${at.kilohertz}\n`,
    'sys/class/hwmon/hwmon0/name': 'nvme\n',
    'sys/class/hwmon/hwmon0/temp1_input': '99000\n',
    'sys/class/hwmon/hwmon1/name': 'coretemp\n',
    'sys/class/hwmon/hwmon1/temp1_input': `${at.millidegrees}\n`,
  })
}
