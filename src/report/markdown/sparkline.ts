// A series of nights as one line of block characters, for a cell of a Markdown table.

const BLOCKS = [...'▁▂▃▄▅▆▇█']
/** As wide as a block in most fonts. Markdown and HTML fold plain spaces away, and no line breaks at this one. */
const GAP = '\u2007'
/** The scale spans this share of its middle at least, so that noise does not look like a cliff. */
export const LEAST_SPAN = 0.06

/** A block per night on a scale of their own, a gap for null. Values within 6 % of each other lie around the middle. */
export function textSparkline(values: (number | null)[]): string {
  const known = values.filter(value => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const middle = (low + high) / 2
  const least = LEAST_SPAN * middle
  const top = BLOCKS.length - 1
  const height = (value: number): number =>
    // The middle of a block, not the edge between two: the last digit must not decide.
    high - low > least ? (top * (value - low)) / (high - low) : 3 + (top * (value - middle)) / (least || 1)
  const blocks = values.map(value => (value === null ? GAP : BLOCKS[Math.round(Math.max(0, height(value)))]))
  return known.length === 0 ? '' : blocks.join('')
}
