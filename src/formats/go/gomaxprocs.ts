// The `-8` that go test appends to the name of a benchmark: GOMAXPROCS, left out when it is 1. A sub-benchmark
// called `size-8` looks just the same, so it takes more than one line to tell.

/** A name as printed. `suffixed`: go test appends GOMAXPROCS at this place of its output. */
export type Named = { pkg: string | null; name: string; suffixed: boolean }

const SUFFIX = /-([1-9]\d{0,3})$/

/**
 * The suffix (`-8`) that is GOMAXPROCS, '' for none. With -v the names are announced bare, which settles it;
 * otherwise it is the suffix that all lines of the file have in common. After -cpu 1,2,4 there is none in common:
 * then it is a part of the names. `announced` holds scoped names.
 */
export function gomaxprocsOf(names: Named[], announced: Set<string>): string {
  const suffixes = new Set(names.filter(each => each.suffixed).map(each => suffixOf(each, announced)))
  const [suffix = '', ...others] = suffixes
  return others.length === 0 ? suffix : ''
}

function suffixOf({ pkg, name }: Named, announced: Set<string>): string {
  if (announced.has(announcedKey(pkg, name))) return ''
  const suffix = SUFFIX.exec(name)?.[0] ?? ''
  return suffix === '-1' ? '' : suffix
}

export function announcedKey(pkg: string | null, name: string): string {
  return `${pkg ?? ''} ${name}`
}

/** The name without the suffix, where it has one. */
export function withoutSuffix({ name, suffixed }: Named, suffix: string): string {
  return suffixed && suffix !== '' && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name
}
