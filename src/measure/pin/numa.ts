// Chooses the NUMA nodes of the benchmark's CPUs and memory, with numactl.
import { formatCpuList, InputError, parseCpuList, type Warning } from '../../model/index.ts'
import type { Topology } from './topology.ts'
import { addWrapper, type Chain } from './wrappers.ts'

type NumaRequest = { kind: 'none' | 'auto' | 'interleave' } | { kind: 'nodes'; nodes: number[] }

/** Reads `auto`, `none`, `interleave` or a list of nodes. Throws an InputError. */
export function parseNumaRequest(text: string): NumaRequest {
  if (text === 'auto' || text === 'none' || text === 'interleave') return { kind: text }
  const nodes = parseCpuList(text, 'numa-node', 'node')
  if (nodes.length > 0) return { kind: 'nodes', nodes }
  throw new InputError('numa-node: is empty; write a node such as 0, auto, none or interleave')
}

function nodesOf(cpus: number[], topology: Topology): number[] {
  const nodes = topology.cpus.filter(cpu => cpus.includes(cpu.id)).flatMap(cpu => cpu.node ?? [])
  return [...new Set(nodes)].sort((a, b) => a - b)
}

function doubts(request: NumaRequest, cpus: number[], own: number[], topology: Topology): Warning[] {
  const where = `CPUs ${formatCpuList(cpus)} are on NUMA node(s) ${formatCpuList(own)}`
  if (request.kind === 'auto' && own.length > 1) {
    const message = `${where}: where memory comes from varies with every run; numa-node=interleave evens that out`
    return [{ code: 'spans-nodes', message }]
  }
  if (request.kind === 'interleave' && own.length === 1 && topology.nodes.length > 1) {
    const message = `${where}: numa-node=interleave has no effect on one node; choose CPUs on several nodes`
    return [{ code: 'interleave-one-node', message }]
  }
  if (request.kind === 'nodes' && own.some(node => !request.nodes.includes(node))) {
    const message = `${where}, the memory comes from ${formatCpuList(request.nodes)}: remote memory is measured`
    return [{ code: 'remote-memory', message }]
  }
  return []
}

/**
 * Adds numactl for `request` and the chosen `cpus` to `chain`; `auto` binds only on a machine with several nodes. Returns the nodes as a
 * list (`interleave:0-1` when interleaved), or null when nothing is bound. Throws an InputError when the nodes cannot be had.
 */
export function addNuma(
  chain: Chain,
  request: NumaRequest,
  cpus: number[],
  topology: Topology,
): string | null {
  const own = nodesOf(cpus, topology)
  chain.warnings.push(...doubts(request, cpus, own, topology))
  if (request.kind === 'none') return null
  if (request.kind === 'interleave') {
    const nodes = own.length > 0 ? formatCpuList(own) : 'all'
    const argv = ['numactl', `--interleave=${nodes}`]
    addWrapper(chain, { input: 'numa-node', value: request.kind, argv, explicit: true })
    return `interleave:${nodes}`
  }
  if (request.kind === 'auto' && (topology.nodes.length < 2 || own.length === 0)) return null
  const nodes = formatCpuList(request.kind === 'nodes' ? request.nodes : own)
  const argv = ['numactl', `--cpunodebind=${nodes}`, `--membind=${nodes}`]
  const explicit = request.kind === 'nodes'
  return addWrapper(chain, { input: 'numa-node', value: nodes, argv, explicit }) ? nodes : null
}
