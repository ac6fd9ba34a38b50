// The benchmarks of workload.c for machines without a C compiler: `node workload.mjs cpu|memory|bursty`.

function compute(steps) {
  let x = 88172645
  for (let i = 0; i < steps; i++) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
  }
  return x
}

function chase(loads) {
  const table = new Uint32Array(16 << 20).map((_, i) => Math.imul(i, 2654435761))
  let at = 1
  for (let i = 0; i < loads; i++) {
    at = (Math.imul(at, 1664525) + table[(at >>> 8) & (table.length - 1)]) | 1
  }
  return at
}

function bursts(count) {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let i = 0; i < count; i++) {
    compute(600_000)
    Atomics.wait(pause, 0, 0, 1)
  }
}

const kinds = { cpu: () => compute(40_000_000), memory: () => chase(500_000), bursty: () => bursts(35) }
const run = kinds[process.argv[2]]
if (run) run()
else process.exitCode = 64
