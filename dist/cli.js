#!/usr/bin/env node
"use strict";(()=>{const e="./cli-main.js";Number(process.versions.node.split(".")[0])<20?(process.stderr.write(`stable-bench: needs Node 20 or newer, and this is ${process.version}; install a newer one
`),process.exitCode=64):import(e);})();
