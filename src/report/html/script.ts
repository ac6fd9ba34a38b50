// The behaviour of the HTML report, as browser script: charts when they come into view, sorting, filtering. Each table
// of a page is on its own.
import { CHART_SCRIPT } from './charts.ts'

const TABLE_SCRIPT = `
const { parts } = JSON.parse(document.getElementById('data').textContent)

for (const table of document.querySelectorAll('table[data-part]')) {
  const data = parts[table.dataset.part - 1]
  const bodies = [...table.tBodies]
  const indexOf = new Map(bodies.map((body, i) => [body, i]))
  const rowOf = body => data.rows[indexOf.get(body)]

  const draw = body => {
    if (body.drawn) return
    body.drawn = true
    // Half the row's band in pixels of the chart, whose middle is 74 pixels from its ends.
    body.style.setProperty('--half', 74 * Math.min(1, Math.log1p(rowOf(body).w) / data.limit) + 'px')
    body.querySelector('.runs').innerHTML = runsChart(rowOf(body))
    body.querySelector('.interval').innerHTML = changeChart(rowOf(body), data.limit)
  }
  const observer = new IntersectionObserver(entries => {
    for (const entry of entries) if (entry.isIntersecting) {
      draw(entry.target)
      observer.unobserve(entry.target)
    }
  }, { rootMargin: '400px' })
  for (const body of bodies) observer.observe(body)
  addEventListener('beforeprint', () => bodies.forEach(draw))

  const open = body => {
    const place = body.querySelector('.order')
    if (place.firstChild) return
    const row = rowOf(body)
    const say = (kind, text) => {
      const line = document.createElement('p')
      line.className = kind
      line.textContent = text
      place.append(line)
    }
    const one = value => value === null ? '–' : Number((value / row.f).toPrecision(5))
    const list = values => values.map(one).join('  ') + ' ' + row.u
    place.innerHTML = orderChart(row)
    if (place.firstChild) say('', 'Each run in the order of measuring; the dashed lines are the medians.')
    if (row.b.length) say('base', 'baseline ' + list(row.b))
    if (row.c.length) say('cand', 'candidate ' + list(row.c))
    if (!row.n) return
    place.insertAdjacentHTML('beforeend', nightsChart(row))
    say('', 'The nights before on ' + data.machine + ', the oldest first; the last dot is the candidate.')
    say('base', 'nights ' + list(row.n))
  }
  table.addEventListener('toggle', event => event.target.open && open(event.target.closest('tbody')), true)
  for (const details of table.querySelectorAll('details[open]')) open(details.closest('tbody'))

  // Sorting: up, down, back to the order of importance. What has no value stays last.
  const keys = {
    name: body => body.querySelector('summary').textContent,
    baseline: body => rowOf(body).from,
    candidate: body => rowOf(body).to,
    change: body => rowOf(body).r,
    p: body => rowOf(body).p,
    verdict: body => indexOf.get(body),
  }
  const compare = (a, b) => typeof a === 'string' ? a.localeCompare(b, 'en', { numeric: true }) : a - b
  const sort = (key, direction) => {
    const keyed = bodies.map(body => [key ? keys[key](body) : indexOf.get(body), body])
    const [known, unknown] = [keyed.filter(([value]) => value !== null), keyed.filter(([value]) => value === null)]
    known.sort(([a], [b]) => direction * compare(a, b))
    table.append(...known.concat(unknown).map(([, body]) => body))
  }
  const headers = [...table.querySelectorAll('th[data-key]')]
  for (const header of headers) {
    header.querySelector('button').addEventListener('click', () => {
      const next = { ascending: 'descending', descending: null }[header.getAttribute('aria-sort')]
      const order = next === undefined ? 'ascending' : next
      for (const other of headers) other.removeAttribute('aria-sort')
      if (order) header.setAttribute('aria-sort', order)
      sort(order && header.dataset.key, order === 'descending' ? -1 : 1)
    })
  }

  // Filtering: the text in benchmark or metric, and any of the pressed verdicts.
  const controls = document.getElementById('controls-' + table.dataset.part)
  const search = controls.querySelector('.search')
  const chips = [...controls.querySelectorAll('button[data-verdict]')]
  const count = controls.querySelector('.count')
  const texts = bodies.map(body => {
    const metric = body.querySelector('.metric')
    return (keys.name(body) + ' ' + (metric ? metric.textContent : '')).toLowerCase()
  })
  const filter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
    const pressed = chips.filter(chip => chip.getAttribute('aria-pressed') === 'true').map(chip => chip.dataset.verdict)
    let shown = 0
    bodies.forEach((body, i) => {
      const fits = words.every(word => texts[i].includes(word)) &&
        (pressed.length === 0 || pressed.includes(body.dataset.verdict))
      body.hidden = !fits
      if (fits) shown++
    })
    count.textContent = shown === bodies.length ? count.dataset.all : shown + ' of ' + count.dataset.all
  }
  search.addEventListener('input', filter)
  search.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    search.value = ''
    filter()
  })
  for (const chip of chips) {
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'))
      filter()
    })
  }
  controls.hidden = false
}
`

/** Everything that runs in the page. */
export const REPORT_SCRIPT = `'use strict'\n${CHART_SCRIPT}${TABLE_SCRIPT}`
