// What `stable-bench` starts: it says that Node is too old before the program itself is read, which an old Node cannot.
// So there is nothing here that Node 10 does not read, also where it takes this file for CommonJS.
const oldest = 20
const program = './cli-main.js'

if (Number(process.versions.node.split('.')[0]) < oldest) {
  process.stderr.write(
    `stable-bench: needs Node ${oldest} or newer, and this is ${process.version}; install a newer one\n`,
  )
  process.exitCode = 64
} else {
  import(program)
}
