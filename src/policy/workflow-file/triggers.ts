// The events that a workflow file names under `on:`.
import { parse } from 'yaml'

/** Throws where the text is not YAML. */
export function triggersOf(text: string): string[] {
  const on: unknown = (parse(text) as { on?: unknown } | null)?.on
  if (Array.isArray(on)) return on.map(String)
  return typeof on === 'object' && on !== null ? Object.keys(on) : [String(on ?? '')]
}
