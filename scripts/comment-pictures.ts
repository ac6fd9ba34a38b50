// Takes pictures of the comments in the golden files, as GitHub shows them, and prints how high each is: `npm run
// comment-pictures -- DIRECTORY`. They are for looking at.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPath, openTab } from '../tests/report/browser.ts'
import { commentPage, schemes } from './pictured-pages.ts'

const golden = new URL('../tests/report/golden/', import.meta.url)
/** A window on a desk, and a phone. */
const widths = [848, 390]
/** GitHub shortens a commit and links to it. */
const shortCommits = (markdown: string) => markdown.replace(/\b([0-9a-f]{7})[0-9a-f]{33}\b/g, '`$1`')

const [directory] = process.argv.slice(2)
const chromium = chromiumPath()
if (directory === undefined) throw new Error('say where to: npm run comment-pictures -- DIRECTORY')
if (chromium === null)
  throw new Error('there is no Chromium: apt-get install chromium, or give its path as CHROMIUM')
mkdirSync(directory, { recursive: true })
const tab = await openTab(chromium)
for (const file of readdirSync(golden).filter(name => /^comment-.*\.md$/.test(name))) {
  const name = file.replace(/\.md$/, '')
  const page = commentPage(shortCommits(readFileSync(new URL(file, golden), 'utf8')))
  for (const width of widths) {
    for (const scheme of schemes) {
      const features = [{ name: 'prefers-color-scheme', value: scheme }]
      await tab.send('Emulation.setEmulatedMedia', { features })
      const screen = { width, deviceScaleFactor: 1, mobile: false }
      await tab.send('Emulation.setDeviceMetricsOverride', { ...screen, height: 100 })
      await tab.open(page, '', 'true')
      const height = await tab.evaluate<number>('document.body.scrollHeight')
      await tab.send('Emulation.setDeviceMetricsOverride', { ...screen, height })
      await tab.screenshot(join(directory, `${name}-${width}-${scheme}.png`))
      if (scheme === 'light') process.stdout.write(`${name} at ${width} px: ${height} px\n`)
    }
  }
}
await tab.close()
