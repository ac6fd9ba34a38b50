// The colours of the page, read from its style sheet for drawing on a canvas, so that light, dark and print agree; and the signs of machines.

/** Stands on the line of each machine and before its name, for those who cannot tell the colours apart. */
export const MACHINE_SIGNS = ['●', '▲', '■', '◆', '▼', '✚']

const NAMES = ['text', 'muted', 'line', 'bad', 'good', 'unsure'] as const
/** One for each series of a chart, as many as `MACHINE_SIGNS`. */
const SERIES = ['cand', 'other', 'third', 'fourth', 'fifth', 'sixth']

export type Colours = Record<(typeof NAMES)[number], string> & { series: string[] }

/** The colours that are in force now. */
export function colours(): Colours {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const named = Object.fromEntries(NAMES.map(name => [name, of(name)])) as Omit<Colours, 'series'>
  return { ...named, series: SERIES.map(of) }
}

/** A colour of the style sheet (`#rrggbb`) with an opacity. */
export function faded(colour: string, opacity: number): string {
  return `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`
}
