// What the bundles take for undici. GitHub's clients use it for proxies. Without a proxy Node.js's own fetch is the same, so
// undici is loaded for a proxy only: loading it would be a third of the action's start.
const load = () => require('../node_modules/undici/index.js')

export const fetch = (url, options) => {
  const { fetch } = options?.dispatcher === undefined ? globalThis : load()
  return fetch(url, options)
}

/** A constructor may return another object than its own. */
export function ProxyAgent(options) {
  return new (load().ProxyAgent)(options)
}
