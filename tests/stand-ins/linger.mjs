// Loaded into the actions that act runs. act closes a step's terminal when its process ends, and loses what it has not
// read by then: the last lines, where errors stand. Nothing but an action's own file waits, so benchmarks do not.
if (/\/dist\/[\w-]+\.js$/.test(process.argv[1] ?? '')) {
  process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250))
}
