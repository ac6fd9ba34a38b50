// The command `stable-bench` starts this file. An old Node cannot read the program itself, so this file first says that
// Node is too old. Everything here can be read by Node 10, also where it reads this file as CommonJS.
const oldest = 20
const program = './cli-main.js'

/**
 * Node keeps the compiled program beside it, since compiling would take a quarter of each start. Only its owner keeps it: who may
 * write there may write the program, too, and nobody else leaves files that the owner cannot remove.
 */
function keepCompiled() {
  const { getBuiltinModule: builtin, geteuid } = process
  const keep = builtin?.('module').enableCompileCache
  if (!keep || !geteuid) return
  const fs = builtin('fs')
  const folder = builtin('path').dirname(fs.realpathSync(process.argv[1] as string))
  if (fs.statSync(folder).uid === geteuid()) keep(`${folder}/compile-cache`)
}

if (Number(process.versions.node.split('.')[0]) < oldest) {
  process.stderr.write(
    `stable-bench: needs Node ${oldest} or newer, and this is ${process.version}; install a newer one\n`,
  )
  process.exitCode = 64
} else {
  keepCompiled()
  import(program)
}
