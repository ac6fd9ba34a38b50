// Which bench target the lines below are of. Two targets may have benchmarks of one name.

/** cargo says so, on the standard error: `Running benches/a.rs (target/release/deps/a-0123456789abcdef)`. */
const TARGET = /^ *Running .*\((?:[^()]*[/\\])?(?<name>[^/\\()]+?)(?:-[0-9a-f]+)?(?:\.exe)?\)$/

/** The name of the target that the line announces; undefined for any other line. */
export const cargoTarget = (line: string): string | undefined => TARGET.exec(line)?.groups?.name
