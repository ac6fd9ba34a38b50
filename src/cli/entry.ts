// The command `stable-bench` starts this file. An old Node cannot read the program itself, so this file first says that
// Node is too old. Everything here can be read by Node 10, also where it reads this file as CommonJS.
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
