// What an operation of the GitHub stand-in is given and gives back, and what all operations share.

import type { ResultsService } from '../artifacts/results-service.ts'
import type { Reply } from '../local-server.ts'
import type { Schema } from './fill-schema.ts'
import { fillSchema } from './fill-schema.ts'
import type { Actor, GitHubState } from './state.ts'

/** A request that has passed authorization and GitHub's description. `url` is the whole URL asked for. */
export type Call = {
  state: GitHubState
  results: ResultsService
  schema: (name: string) => Schema
  actor: Actor
  url: URL
  params: Record<string, string>
  query: Record<string, string>
  body: { [property: string]: unknown }
}

/**
 * `permissions`: any one of them suffices (`pull-requests:write`); none means that every token will do.
 * `query`: the parameters it honours beside paging; others are reported instead of ignored.
 */
export type Operation = { permissions: string[]; query?: string[]; answer: (call: Call) => Reply }

/** An object of GitHub's schema `name` with these values; see `fillSchema` for the rest of its properties. */
export const shape = (call: Call, name: string, values: object) =>
  fillSchema(call.schema(name), { ...values })

/** GitHub's error bodies. */
export function failure(status: number, message: string, more: object = {}): Reply {
  const body = { message, ...more, documentation_url: 'https://docs.github.com/rest', status: String(status) }
  return { status, body }
}

/** The page that `per_page` and `page` select, with GitHub's `Link` header. */
export function pageOf<Item>(call: Call, items: Item[]): { items: Item[]; headers: Record<string, string> } {
  const size = Math.min(Math.max(Number(call.query.per_page ?? 30), 1), 100)
  const page = Math.max(Number(call.query.page ?? 1), 1)
  const last = Math.max(Math.ceil(items.length / size), 1)
  const relations = { prev: page - 1, next: page + 1, last, first: 1 }
  const links = Object.entries(relations)
    .filter(([relation, target]) =>
      relation === 'next' || relation === 'last' ? page < last : page > 1 && target > 0,
    )
    .map(([relation, target]) => `<${withPage(call.url, target)}>; rel="${relation}"`)
  return {
    items: items.slice((page - 1) * size, page * size),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  }
}

function withPage(url: URL, page: number): string {
  const target = new URL(url)
  target.searchParams.set('page', String(page))
  return target.href
}

/** The repository or one of its forks by id, as a `minimal-repository` and its likes begin. */
export function repositoryPart({ state }: Call, id: number = state.id) {
  const known = [{ id: state.id, owner: state.owner, repo: state.repo }, ...state.forks]
  const found = known.find(repository => repository.id === id)
  if (!found) throw new Error(`the state has no repository or fork with id ${id}`)
  const owner = { login: found.owner, id: found.id * 10, type: 'User' }
  return { id, name: found.repo, full_name: `${found.owner}/${found.repo}`, owner, fork: id !== state.id }
}
