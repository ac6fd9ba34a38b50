// Draws a chart only when it is about to be seen: a page may have thousands of charts.
/** Calls `draw` once for each row, when its element comes close to the window, or before printing. */
export function whenSeen<Row extends { element: Element }>(rows: Row[], draw: (row: Row) => void): void {
  const waiting = new Map<Element, Row>(rows.map(row => [row.element, row]))
  const drawOnce = (element: Element): void => {
    const row = waiting.get(element)
    observer.unobserve(element)
    waiting.delete(element)
    if (row) draw(row)
  }
  const observer = new IntersectionObserver(
    entries => {
      for (const entry of entries) if (entry.isIntersecting) drawOnce(entry.target)
    },
    { rootMargin: '400px' },
  )
  for (const { element } of rows) observer.observe(element)
  addEventListener('beforeprint', () => [...waiting.keys()].forEach(drawOnce))
}
