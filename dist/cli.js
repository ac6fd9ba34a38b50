#!/usr/bin/env node
"use strict";
(() => {
  const oldest = 20;
  const program = "./cli-main.js";
  if (Number(process.versions.node.split(".")[0]) < oldest) {
    process.stderr.write(
      `stable-bench: needs Node ${oldest} or newer, and this is ${process.version}; install a newer one
`
    );
    process.exitCode = 64;
  } else {
    import(program);
  }
})();
