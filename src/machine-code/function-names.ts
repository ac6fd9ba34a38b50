// Names of functions as they are the same in two builds: compilers number copies, and hash what a crate was built with.

const RUST_HASH = /17h[0-9a-f]{16}E$/
/** Without any, or with one of few different digits, c++filt takes the name for one of C++ (rust-demangle.c in libiberty). */
const NO_HASH = '17h0123456789abcdefE'
/** The crates in Rust's v0 names (https://doc.rust-lang.org/rustc/symbol-mangling/v0.html). */
const RUST_CRATE = /(?<=C)s[0-9A-Za-z]*_(?=\d)/g
const LLVM_COPY = /\.llvm\.\d+$/
const NUMBER = /\.\d+(?=\.|$)/g

/** `symbol` without what may differ between two builds of the same code: `foo.part` for `foo.part.3`, Rust's without their hash. */
export function functionName(symbol: string): string {
  const plain = symbol.replace(LLVM_COPY, '').replace(NUMBER, '')
  return plain.startsWith('_R') ? plain.replaceAll(RUST_CRATE, '') : plain.replace(RUST_HASH, NO_HASH)
}

/** The linker's detours on the way to a function are as good as the function. */
export const withoutDetour = (label: string): string =>
  label.replace(/^__(.+)_veneer$/, '$1').replace(/[+-][0-9a-f]*-tramp\d+$/, '')
