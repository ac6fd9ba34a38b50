// The browser's side of both pages as text: the scripts, and the style of uPlot (MIT). They are built when first
// needed; scripts/build.mjs puts what comes out into the bundles in the place of this module.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The scripts of a report and of the trend page, and the style that the trend page's charts need. */
type PageAssets = { reportScript: string; trendScript: string; trendStyle: string }

let built: PageAssets | undefined

function build(): PageAssets {
  const require = createRequire(import.meta.url)
  const esbuild: typeof import('esbuild') = require('esbuild')
  const bundle = (path: string): string => {
    const { outputFiles } = esbuild.buildSync({
      entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
      bundle: true,
      minify: true,
      write: false,
      charset: 'utf8',
      format: 'iife',
      target: 'es2022',
      legalComments: 'none',
    })
    return outputFiles[0]?.text.trimEnd() ?? ''
  }
  return {
    reportScript: bundle('./browser/main.ts'),
    trendScript: bundle('../trend/browser/main.ts'),
    trendStyle: bundle('../../../node_modules/uplot/dist/uPlot.min.css'),
  }
}

/** The scripts and the style that the pages need in the browser. */
export function pageAssets(): PageAssets {
  built ??= build()
  return built
}
