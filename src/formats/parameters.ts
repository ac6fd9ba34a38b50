// Parameters as part of a benchmark's name, the same way for every tool: `sort (size=100, order=reverse)`.

export type Parameters = [name: string, value: string][]

/** The name followed by its parameters in the given order; the name alone without any. */
export function withParameters(name: string, parameters: Parameters): string {
  if (parameters.length === 0) return name
  return `${name} (${parameters.map(([key, value]) => `${key}=${value}`).join(', ')})`
}
