// Reads everything that files tell about this machine. Changes nothing, starts nothing, needs no privilege.
import { fileTree } from '../kernel-files.ts'
import { readTopology } from '../measure/pin/topology.ts'
import { cpuNumbers, type DoctorFindings } from '../model/index.ts'
import type { Reader } from '../testbed/receipt/read.ts'
import { readTestbed } from '../testbed/testbed.ts'
import { bootOf } from './boot.ts'
import { hardwareOf } from './hardware.ts'
import { readKit } from './kit.ts'
import { readKnobs } from './knobs/read.ts'
import { counterAccess, machineMemory, machineOf, runnerDirectories } from './machine.ts'
import { readServices, runningDaemons } from './services.ts'

/** The root of a fake machine and its user, in tests. */
type MachineToExamine = { root?: string; env?: NodeJS.ProcessEnv; reader?: Reader }

/** The findings of `doctor` from the files below `root`; `noise` is still empty. */
export function examine({
  root = '/',
  env = process.env,
  reader = {},
}: MachineToExamine = {}): DoctorFindings {
  const tree = fileTree(root)
  const { facts, grade, gradeReason, tuning } = readTestbed(
    { machine: null, pinnedCpus: null, settings: {} },
    root,
    reader,
  )
  const machine = machineOf(tree, facts, env)
  const { container } = machine
  const hardware = hardwareOf(tree, readTopology(root), cpuNumbers(tuning?.benchmarkCpus ?? '') ?? [])
  const services = readServices(tree, container)
  const [benchmark, others] = [cpuNumbers(hardware.benchmark) ?? [], cpuNumbers(hardware.others) ?? []]
  return {
    grade,
    gradeReason,
    machine,
    facts,
    hardware,
    knobs: readKnobs({ tree, facts, services, benchmark, others }),
    daemons: runningDaemons(services),
    boot: bootOf(tree, { hardware, kind: machine.kind, container, facts }),
    kit: readKit(root, { env, runners: runnerDirectories(tree), rootUid: reader.trustedUid ?? 0 }),
    counters: counterAccess(tree, container),
    memory: machineMemory(tree, facts),
    noise: [],
  }
}
