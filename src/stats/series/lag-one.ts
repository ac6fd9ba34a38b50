// Whether neighbours in time resemble each other. Box & Jenkins (1970), Time Series Analysis, section 2.1.
import { mean } from 'simple-statistics'

/** The lag-1 autocorrelation of values in the order they were taken; null for constant or fewer than 3 values. */
export function lagOne(values: number[]): number | null {
  if (values.length < 3 || values.every(value => value === values[0])) return null
  const centre = mean(values)
  let [products, squares] = [0, 0]
  values.forEach((value, i) => {
    squares += (value - centre) ** 2
    if (i > 0) products += (value - centre) * ((values[i - 1] as number) - centre)
  })
  return products / squares
}
