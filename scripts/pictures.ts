// Takes the pictures of the README and the docs anew: `npm run pictures`.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromiumPath, openTab, type Tab } from '../tests/report/browser.ts'
import { digestOf, type Pictured, picturedPages, pictures, schemes, type Taken } from './pictured-pages.ts'

/** For screens of twice the density. */
const screen = { deviceScaleFactor: 2, mobile: false }
/** The colours that a picture keeps: letters look the same, and it is a third as large. */
const COLOURS = '64'

/** Takes one picture and returns it. */
async function takePicture(tab: Tab, path: string, pictured: Pictured, scheme: string): Promise<Buffer> {
  const { html, width } = pictured
  await tab.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: scheme }],
  })
  await tab.send('Emulation.setDeviceMetricsOverride', { ...screen, width, height: 600 })
  await tab.open(html, '', 'true')
  const height = pictured.height ?? (await tab.evaluate<number>('document.body.scrollHeight'))
  await tab.send('Emulation.setDeviceMetricsOverride', { ...screen, width, height })
  await tab.screenshot(path)
  execFileSync('pngquant', [COLOURS, '--strip', '--force', '--output', path, path])
  return readFileSync(path)
}

const chromium = chromiumPath()
if (chromium === null)
  throw new Error('there is no Chromium: apt-get install chromium, or give its path as CHROMIUM')
mkdirSync(pictures, { recursive: true })
const tab = await openTab(chromium)
const taken: Taken = {}
for (const [name, pictured] of Object.entries(picturedPages())) {
  for (const scheme of schemes) {
    const file = `${name}-${scheme}.png`
    const picture = await takePicture(tab, fileURLToPath(new URL(file, pictures)), pictured, scheme)
    taken[file] = { page: digestOf(pictured), picture: digestOf(picture) }
    process.stdout.write(`docs/pictures/${file}: ${Math.ceil(picture.length / 1000)} kB\n`)
  }
}
await tab.close()
writeFileSync(new URL('taken.json', pictures), `${JSON.stringify(taken, null, 2)}\n`)
