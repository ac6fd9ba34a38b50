import { describe, expect, it } from '@jest/globals'
import {
  cpuTimes,
  deviceSoftirqs,
  interruptsOf,
  onlineCpus,
} from '../../../src/measure/evidence/proc-tables.ts'

// As two kernels wrote them: x86 in a virtual machine, and arm64 with per-CPU timer lines.
const X86 = `           CPU0       CPU1       
 26:          0         14  IO-APIC   4-edge      ttyS0
 36:          0    1328655 PCI-MSIX-0000:00:02.0   1-edge      virtio1-req.0
NMI:          0          0   Non-maskable interrupts
LOC:    2548537    2706681   Local timer interrupts
CAL:    1472498    1142597   Function call interrupts
ERR:         12
MIS:          0
`
const ARM = `           CPU0       CPU1       CPU2       CPU3       
  9:          0          0          0          0     GICv3  25 Level     vgic
 11:    4070518    3570614    3600881    3512377     GICv3  30 Level     arch_timer
 44:      61215          0          7          0     GICv3  65 Level     eth0
IPI0:      1000       2000       3000       4000       Rescheduling interrupts
Err:          0
`

describe('the tables of /proc', () => {
  it('count interrupts by CPU and kind', () => {
    expect(interruptsOf(X86, [1])).toEqual({ device: 1_328_669, timer: 2_706_681, other: 1_142_597 })
    expect(interruptsOf(X86, [0])).toEqual({ device: 0, timer: 2_548_537, other: 1_472_498 })
    expect(interruptsOf(X86, [0, 1])?.other).toBe(1_472_498 + 1_142_597)
  })

  it('contain the timer of arm64 as a numbered interrupt', () => {
    expect(interruptsOf(ARM, [2])).toEqual({ device: 7, timer: 3_600_881, other: 3000 })
  })

  it('can be read when columns are not at their usual positions', () => {
    const squeezed = X86.replace(/ +/g, ' ')
    expect(interruptsOf(squeezed, [0, 1])).toEqual(interruptsOf(X86, [0, 1]))
  })

  it('leave out the softirqs that come with every tick', () => {
    const table = `                    CPU0       CPU1       
          HI:          1          2
       TIMER:     302291     383500
      NET_RX:      51238      57063
       BLOCK:          0    1328578
       SCHED:     361878     344347
         RCU:    1255293    1435015
`
    expect(deviceSoftirqs(table, [1])).toBe(2 + 57_063 + 1_328_578)
  })

  it('are unknown for a CPU that is offline', () => {
    expect(interruptsOf(X86, [1, 5])).toBeNull()
    expect(cpuTimes('cpu  1 1\ncpu0 1 0 0 0 0 0 0 0 0 0\n', [0, 5])).toBeNull()
    expect(deviceSoftirqs('', [0])).toBeNull()
  })

  it('do not count guest time twice, nor waiting for I/O as work', () => {
    const stat = 'cpu  0\ncpu0 100 10 20 1000 50 1 2 7 90 9\ncpu1 1 0 0 5 0 0 0 0 0 0\n'
    const times = cpuTimes(stat, [0])
    expect(times?.own).toEqual({ busy: 1330e6, steal: 70e6, all: 11_900e6 })
    expect(times?.others).toEqual({ busy: 10e6, steal: 0, all: 60e6 })
    expect(onlineCpus(stat)).toEqual([0, 1])
  })
})
