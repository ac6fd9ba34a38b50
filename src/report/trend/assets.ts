// The browser's side of the trend page as text: its script, and uPlot (MIT) with its style. In the bundles the build
// has put them in; from the sources they are built when first needed.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

declare const __TREND_SCRIPT__: string
declare const __TREND_STYLE__: string

export type TrendAssets = { script: string; style: string }

let built: TrendAssets | undefined

function build(): TrendAssets {
  const require = createRequire(import.meta.url)
  const esbuild: typeof import('esbuild') = require('esbuild')
  const [script, style] = ['./page/main.ts', '../../../node_modules/uplot/dist/uPlot.min.css'].map(path => {
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
  })
  return { script: script ?? '', style: style ?? '' }
}

/** The script and the style of the trend page. */
export function trendAssets(): TrendAssets {
  // In one expression, so that the bundles lose `build`.
  if (typeof __TREND_SCRIPT__ === 'undefined') {
    built ??= build()
    return built
  } else return { script: __TREND_SCRIPT__, style: __TREND_STYLE__ }
}
