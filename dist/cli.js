#!/usr/bin/env node
"use strict";
(() => {
  const oldest = 20;
  const program = "./cli-main.js";
  function keepCompiled() {
    const { getBuiltinModule: builtin, geteuid } = process;
    const keep = builtin == null ? void 0 : builtin("module").enableCompileCache;
    if (!keep || !geteuid) return;
    const fs = builtin("fs");
    const folder = builtin("path").dirname(fs.realpathSync(process.argv[1]));
    if (fs.statSync(folder).uid === geteuid()) keep(`${folder}/compile-cache`);
  }
  if (Number(process.versions.node.split(".")[0]) < oldest) {
    process.stderr.write(
      `stable-bench: needs Node ${oldest} or newer, and this is ${process.version}; install a newer one
`
    );
    process.exitCode = 64;
  } else {
    keepCompiled();
    import(program);
  }
})();
