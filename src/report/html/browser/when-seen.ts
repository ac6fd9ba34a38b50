// Draws a chart only when it is about to be seen: a page may have thousands of charts.

/** Calls `draw` once for each element, when it comes within `margin` of the window, or before printing. */
export function whenSeen(elements: Element[], margin: string, draw: (element: Element) => void): void {
  const waiting = new Set(elements)
  const drawOnce = (element: Element): void => {
    observer.unobserve(element)
    if (waiting.delete(element)) draw(element)
  }
  const observer = new IntersectionObserver(
    entries => {
      for (const entry of entries) if (entry.isIntersecting) drawOnce(entry.target)
    },
    { rootMargin: margin },
  )
  for (const element of elements) observer.observe(element)
  addEventListener('beforeprint', () => [...waiting].forEach(drawOnce))
}
