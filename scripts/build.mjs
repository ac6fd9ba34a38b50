// Builds what is committed in dist/: action.js (the GitHub Action) with action-*.js, of which it loads GitHub's artifact
// client only where it uploads; cli.js and cli-main.js (the command line); and the licences of everything bundled into
// them. People review the action at the commit that they pin, so it is not minified. The command line comes as a package,
// which is to be small; the names of functions stay, so that a call stack can be read.
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { pageAssets } from '../src/report/html/page-assets.ts'

const root = new URL('../', import.meta.url)
const readJson = path => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

// Some dependencies are CommonJS inside and call require(); an ESM bundle has none of its own.
const requireBanner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);"

/** The scripts of the pages as text: where the bundles run there is no esbuild to make them. */
const pageAssetsAsText = {
  name: 'page-assets-as-text',
  setup: ({ onLoad }) =>
    onLoad({ filter: /page-assets\.ts$/ }, () => ({
      contents: `const assets = ${JSON.stringify(pageAssets())}\nexport const pageAssets = () => assets`,
    })),
}

/**
 * In place of packages. `readable-stream` is a copy of Node.js's own streams for older versions and browsers, and the artifact
 * client has it twice.
 */
const alias = {
  undici: './scripts/undici-for-proxies.mjs',
  'readable-stream/passthrough': './scripts/node-passthrough.cjs',
  'readable-stream': 'node:stream',
}

function bundle(name, { target, banner, outfile = name, splitting = false, minify = false }) {
  return build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: { [outfile]: `src/${name}.ts` },
    outdir: 'dist',
    splitting,
    minify,
    keepNames: minify,
    lineLimit: minify ? 200 : undefined,
    // Without the hash that is usual: a change would leave the file of before behind.
    chunkNames: `${outfile}-[name]`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    legalComments: 'none',
    metafile: true,
    target,
    alias,
    banner: { js: banner },
    define: {
      __VERSION__: JSON.stringify(readJson('package.json').version),
    },
    plugins: [pageAssetsAsText],
  })
}

/** The first file of the command line program: it has to be read by any Node, so that it can say which one it needs. */
function buildEntry() {
  return build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: ['src/cli/entry.ts'],
    outfile: 'dist/cli.js',
    format: 'iife',
    target: 'es2015',
    supported: { 'dynamic-import': true },
    banner: { js: '#!/usr/bin/env node' },
  })
}

/** The directories of the packages that ended up in a bundle, such as `node_modules/@actions/core/`. */
function bundledPackages(metafile) {
  const directory = /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//
  const used = Object.values(metafile.outputs).flatMap(output =>
    Object.entries(output.inputs).filter(([, input]) => input.bytesInOutput > 0),
  )
  return used.map(([path]) => directory.exec(path)?.[0]).filter(Boolean)
}

function licenceOf(directory) {
  const { name, version, license } = readJson(`${directory}package.json`)
  const file = readdirSync(new URL(directory, root)).find(each => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(new URL(`${directory}${file}`, root), 'utf8').trim() : ''
  return `${name} ${version} (${license})\n\n${text}\n`
}

const results = [
  await bundle('cli', { target: 'node20', banner: requireBanner, outfile: 'cli-main', minify: true }),
  await bundle('action', { target: 'node24', banner: requireBanner, splitting: true }),
]
// uPlot is in the script of the trend page, which is text to these bundles.
const bundled = results.flatMap(result => bundledPackages(result.metafile))
const packages = [...new Set([...bundled, 'node_modules/uplot/'])].sort()
await buildEntry()
writeFileSync(new URL('dist/licenses.txt', root), packages.map(licenceOf).join(`\n${'-'.repeat(78)}\n\n`))
chmodSync(new URL('dist/cli.js', root), 0o755)
