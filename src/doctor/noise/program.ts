// The program that the noise test runs: a fixed piece of work for core, caches and memory. It times itself and prints
// samples, so that the start of the process does not count.

/** Walks through a megabyte at random; `process.argv[1]` says how often. */
const PROGRAM = `
const cells = new Uint32Array(1 << 18)
let x = 1
function block() {
  for (let i = 0; i < 2e6; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    cells[x >>> 14] ^= x
  }
}
block()
const begin = process.hrtime.bigint()
for (let i = Number(process.argv[1]); i > 0; i--) block()
const took = Number(process.hrtime.bigint() - begin)
const benchmark = { name: 'noise', metric: 'time', unit: 'ns', better: 'lower', runs: [[took]] }
process.stdout.write(JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [benchmark] }))
`

/** The command line that does the work `blocks` times. */
export const noiseCommand = (blocks: number): string[] => [process.execPath, '-e', PROGRAM, String(blocks)]
