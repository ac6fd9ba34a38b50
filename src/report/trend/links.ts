// Makes links to a commit, and to the changes between two. The document that names them is untrusted. So a text becomes
// a link only if it is nothing but an address, and a commit only if it is nothing but hexadecimal digits.
import { shortSha } from '../../phrases.ts'
import { escapeHtml } from '../html/escape.ts'

const COMMIT = /^[0-9a-f]{7,64}$/i

/** An http(s) address without user, query and fragment; null for anything else. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const { protocol, origin, pathname, username } = new URL(text)
  if (!/^https?:$/.test(protocol) || username !== '') return null
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

/** Where a commit can be looked at, or null. */
export function commitLink(repository: string | null, commit: string | null): string | null {
  const root = webAddress(repository)
  return root === null || commit === null || !COMMIT.test(commit) ? null : `${root}/commit/${commit}`
}

/** Where the commits after `from` up to `to` can be looked at, or null. */
export function compareLink(
  repository: string | null,
  from: string | null,
  to: string | null,
): string | null {
  const root = webAddress(repository)
  if (root === null || from === null || to === null || from === to) return null
  return COMMIT.test(from) && COMMIT.test(to) ? `${root}/compare/${from}...${to}` : null
}

/** A commit as people write it. */
export const shortCommit = (commit: string | null): string =>
  commit === null ? 'no commit' : shortSha(commit)

/** Markup as a link to an address; as it is without one. */
export const linkHtml = (href: string | null, markup: string): string =>
  href === null ? markup : `<a href="${escapeHtml(href)}" rel="noreferrer">${markup}</a>`
