// What the bundles take for undici. GitHub's clients use it for proxies. Without a proxy Node.js's own fetch is the same, so
// undici is loaded for a proxy only: loading it would be a third of the action's start. Two of its files are all that a
// proxy takes: its index would bring web sockets, caches and mocks into the bundle.
const ownFetch = () => require('../node_modules/undici/lib/web/fetch/index.js').fetch

export const fetch = (url, options) =>
  options?.dispatcher === undefined ? globalThis.fetch(url, options) : ownFetch()(url, options)

/** A constructor may return another object than its own. */
export function ProxyAgent(options) {
  // The index does the same for all that a dispatcher can do; a proxy's tunnel takes this one.
  require('../node_modules/undici/lib/dispatcher/dispatcher.js').prototype.connect = require('../node_modules/undici/lib/api/api-connect.js')
  const Agent = require('../node_modules/undici/lib/dispatcher/proxy-agent.js')
  return new Agent(options)
}
