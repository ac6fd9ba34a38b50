import { describe, expect, it } from '@jest/globals'
import { type HeldMachine, refusedAttach } from '../../../src/measure/pin/attach.ts'
import { choosePinning } from '../../../src/measure/pin/pinning.ts'
import { readTopology } from '../../../src/measure/pin/topology.ts'
import { formatCpuList } from '../../../src/model/index.ts'
import { standInKit } from '../stand-in-kit.ts'

const benchmarkCpus = formatCpuList(readTopology().allowed)

/** Whether require-tuned lets a job measure behind the pinning that it gets with this root program. */
function refusal(body: string, cpus = 'auto', kept = benchmarkCpus): string | null {
  const { program, env } = standInKit(body)
  const kit: HeldMachine = { benchmarkCpus: kept, program }
  const pinning = choosePinning(
    { cpus, numaNode: 'none', aslr: 'on', priority: 'auto', lockMemory: false, kit },
    env,
  )
  return refusedAttach(kit, cpus, pinning)
}

const refuses = 'echo "stable-bench-host: the slice is gone" >&2; exit 1'

describe('require-tuned on a machine that was tuned', () => {
  it('refuses runs that the hooks do not let onto their CPUs, and says why and what to do', () => {
    const message = refusal(refuses)
    expect(message).toContain(`require-tuned: the runner hooks keep CPUs ${benchmarkCpus} for benchmarks`)
    expect(message).toContain('measured outside of the isolated CPUs')
    expect(message).toContain('the slice is gone')
    expect(message).toMatch(/install\.sh --check.*or set cpus to none, or set require-tuned to false$/)
  })

  it('accepts attached runs', () => {
    expect(refusal('exit 0')).toBeNull()
  })

  it('accepts runs when the hooks reserve no CPUs, and with cpus: none', () => {
    expect(refusal(refuses, 'auto', '')).toBeNull()
    expect(refusal(refuses, 'none')).toBeNull()
    expect(refusedAttach(null, 'auto', { attached: false, warnings: [] })).toBeNull()
  })
})
