// A differential flame graph on a canvas: red took longer, blue less. Mouse, keyboard and search choose a frame, whose numbers are said.
import type { StackTree } from '../../../model/index.ts'
import { collapsedStacks, type ProfileSide, speedscopeJson } from '../files.ts'
import { type Flame, layOut, neighbour, nodeAt } from './layout.ts'

const ROW = 18
/** Narrower frames are not drawn. */
const LEAST_PIXELS = 0.4
const ROOM_FOR_TEXT = 30

/** What is shown: `zoom` fills the width (-1: everything), `chosen` is outlined. */
type View = {
  flame: Flame
  largest: number
  side: ProfileSide
  zoom: number
  chosen: number
  sought: string
}

const nameOf = ({ tree }: Flame, node: number) => tree.frames[tree.frame[node] ?? 0] ?? ''

const gainOf = ({ tree }: Flame, node: number) => (tree.candidate[node] ?? 0) - (tree.baseline[node] ?? 0)

/** Light enough for dark text in both colour schemes. */
function colourOf(gain: number, largest: number): string {
  const share = Math.sqrt(Math.min(1, Math.abs(gain) / largest))
  const mix = (to: number) => Math.round(232 + (to - 232) * share)
  const [red, green, blue] = gain > 0 ? [250, 130, 105] : [115, 170, 250]
  return `rgb(${mix(red)} ${mix(green)} ${mix(blue)})`
}

const percent = (millionths: number) => `${(millionths / 1e4).toFixed(2)}\u00a0%`

function said(flame: Flame, node: number): string {
  const { tree } = flame
  const gain = gainOf(flame, node) / 1e4
  const sign = gain > 0 ? '+' : gain < 0 ? '−' : '±'
  return `${nameOf(flame, node)}: ${percent(tree.baseline[node] ?? 0)} → ${percent(tree.candidate[node] ?? 0)} of the baseline’s time, ${sign}${Math.abs(gain).toFixed(2)} points`
}

const largestGain = (flame: Flame): number =>
  flame.tree.frame.reduce((most, _, node) => Math.max(most, Math.abs(gainOf(flame, node))), 1)

/** Where the part that is shown begins, and how wide it is. */
const shownPart = ({ from, width }: Flame, zoom: number) =>
  zoom < 0 ? { left: 0, whole: 1 } : { left: from[zoom] ?? 0, whole: width[zoom] || 1 }

/** Draws what the view shows. Frames too narrow to see are passed over with all below them. */
function draw(canvas: HTMLCanvasElement, { flame, largest, zoom, chosen, sought }: View): void {
  const context = canvas.getContext('2d')
  const box = canvas.parentElement?.clientWidth ?? 0
  if (context === null || box === 0) return
  const scale = devicePixelRatio
  const height = Math.min(flame.levels * ROW, 8000)
  canvas.style.width = `${box}px`
  canvas.style.height = `${height}px`
  canvas.width = box * scale
  canvas.height = height * scale
  context.scale(scale, scale)
  context.font = '11px system-ui, sans-serif'
  context.textBaseline = 'middle'
  const { left, whole } = shownPart(flame, zoom)
  const waiting = [flame.first[flame.tree.frame.length] ?? -1]
  for (let chain = waiting.pop(); chain !== undefined; chain = waiting.pop()) {
    for (let node = chain; node >= 0; node = flame.next[node] ?? -1) {
      const from = (((flame.from[node] ?? 0) - left) / whole) * box
      const to = from + ((flame.width[node] ?? 0) / whole) * box
      // The widest come first: the others are narrower still.
      if (to - from < LEAST_PIXELS) break
      if (to <= 0 || from >= box) continue
      const x = Math.max(0, from)
      const width = Math.min(box, to) - x
      const y = (flame.depth[node] ?? 0) * ROW
      const isSought = sought !== '' && nameOf(flame, node).toLowerCase().includes(sought)
      context.fillStyle = isSought ? '#ffd84d' : colourOf(gainOf(flame, node), largest)
      context.fillRect(x, y, Math.max(0.5, width - 0.5), ROW - 1)
      if (width > ROOM_FOR_TEXT) {
        const letters = Math.floor((width - 6) / 6)
        const name = nameOf(flame, node)
        const text = name.length > letters ? `${name.slice(0, letters - 1)}…` : name
        context.fillStyle = '#16191d'
        context.fillText(text, x + 3, y + ROW / 2, width - 4)
      }
      if (node === chosen) {
        context.strokeStyle = '#16191d'
        context.lineWidth = 2
        context.strokeRect(x + 1, y + 1, Math.max(1, width - 2), ROW - 3)
      }
      waiting.push(flame.first[node] ?? -1)
    }
  }
}

/** Lets the reader save `text` as a file; nothing is sent anywhere. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text]))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(address)
}

/** Runs what a button says; false for one that changes the view alone. */
function press(what: string, tree: StackTree): boolean {
  if (what === 'speedscope') save('profile.speedscope.json', speedscopeJson(tree, 'stable-bench'))
  else if (what === 'stacks')
    for (const side of ['baseline', 'candidate'] as const)
      save(`${side}.collapsed.txt`, collapsedStacks(tree, side))
  else return false
  return true
}

/** The node under the mouse; -1 for none. */
function nodeUnder(event: MouseEvent, canvas: HTMLCanvasElement, { flame, zoom }: View): number {
  const { left, whole } = shownPart(flame, zoom)
  return nodeAt(flame, left + (event.offsetX / canvas.clientWidth) * whole, Math.floor(event.offsetY / ROW))
}

/** What a key changes about the view; null for one that has no meaning here. */
function changeBy(key: string, { flame, chosen }: View): Partial<View> | null {
  if (key === 'Enter') return { zoom: chosen }
  if (key === 'Escape') return { zoom: -1 }
  if (!key.startsWith('Arrow')) return null
  const node = neighbour(flame, chosen, key)
  return node < 0 ? {} : { chosen: node }
}

/** Fills `place` with the flame graph of the tree. */
export function showFlame(place: HTMLElement, tree: StackTree): void {
  const canvas = place.querySelector('canvas')
  const status = place.querySelector<HTMLElement>('[role=status]')
  const search = place.querySelector<HTMLInputElement>('input')
  if (!canvas || !status || !search) return
  place.hidden = false
  const flame = layOut(tree, 'candidate')
  const largest = largestGain(flame)
  const view: View = { flame, largest, side: 'candidate', zoom: -1, chosen: -1, sought: '' }
  const show = (change: Partial<View>) => {
    Object.assign(view, change)
    draw(canvas, view)
    const hint = `Red took longer, blue less; the widths are the time of the ${view.side}. Choose a frame.`
    status.textContent = view.chosen >= 0 ? said(view.flame, view.chosen) : hint
  }
  canvas.addEventListener('mousemove', event => {
    const node = nodeUnder(event, canvas, view)
    if (node >= 0) status.textContent = said(view.flame, node)
  })
  canvas.addEventListener('click', event => {
    const node = nodeUnder(event, canvas, view)
    show({ chosen: node, zoom: node })
  })
  canvas.addEventListener('keydown', event => {
    const change = changeBy(event.key, view)
    if (change === null) return
    show(change)
    event.preventDefault()
    canvas.parentElement?.scrollTo({ top: ((view.flame.depth[view.chosen] ?? 0) - 4) * ROW })
  })
  search.addEventListener('input', () => show({ sought: search.value.trim().toLowerCase() }))
  for (const button of place.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      const what = button.dataset.do ?? ''
      if (press(what, tree)) return
      if (what === 'whole') return show({ zoom: -1, chosen: -1 })
      const side = view.side === 'candidate' ? 'baseline' : 'candidate'
      button.setAttribute('aria-pressed', String(side === 'baseline'))
      show({ side, flame: layOut(tree, side), zoom: -1 })
    })
  }
  new ResizeObserver(() => show({})).observe(canvas.parentElement as Element)
}
