// Reads the page's colours from the style sheet for drawing on a canvas, so that light, dark and print agree.

export type Colours = Record<'text' | 'muted' | 'line' | 'bad' | 'good' | 'unsure' | 'page', string> & {
  /** One for each series of a chart, `MOST_MACHINES` of them. */
  series: string[]
}

/** The colours that are in force now. */
export function colours(): Colours {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    text: of('text'),
    muted: of('muted'),
    line: of('line'),
    bad: of('bad'),
    good: of('good'),
    unsure: of('unsure'),
    page: of('page'),
    series: ['cand', 'other', 'third', 'fourth', 'fifth', 'sixth'].map(of),
  }
}

/** A colour of the style sheet (`#rrggbb`) with an opacity. */
export function faded(colour: string, opacity: number): string {
  const hex = Math.round(opacity * 255).toString(16)
  return `${colour}${hex.padStart(2, '0')}`
}
