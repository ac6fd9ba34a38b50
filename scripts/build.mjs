// Builds the committed bundles: dist/action.js (the GitHub Action) and dist/cli.js (the command line).

import { readFileSync } from 'node:fs'
import { build } from 'esbuild'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

// Some dependencies are CommonJS inside and call require(); an ESM bundle has none of its own.
const requireBanner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);"

const common = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  define: { __VERSION__: JSON.stringify(version) },
}

await build({
  ...common,
  entryPoints: ['src/cli.ts'],
  outfile: 'dist/cli.js',
  target: 'node20',
  banner: { js: `#!/usr/bin/env node\n${requireBanner}` },
})
await build({
  ...common,
  entryPoints: ['src/action.ts'],
  outfile: 'dist/action.js',
  target: 'node24',
  banner: { js: requireBanner },
})
