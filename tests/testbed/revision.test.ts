import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { parseResultDocument, renderResultDocument } from '../../src/formats/documents/result.ts'
import { headAndParents, readRevision } from '../../src/testbed/revision.ts'
import { sample, session } from '../compare/session.ts'
import { scratch } from '../e2e/command-line.ts'
import { type GitRepository, makeGitRepository } from '../stand-ins/git/repository.ts'

let repository: GitRepository
let commit: string

beforeEach(() => {
  repository = makeGitRepository()
  commit = repository.commit({ files: { a: '1' } })
})
afterEach(() => repository.remove())

describe('the revision', () => {
  it.each([
    [
      'https://x-access-token:secret@github.com/Acme/Rocket.git',
      { repository: 'acme/rocket', address: 'https://github.com/Acme/Rocket' },
    ],
    [
      'git@github.com:acme/rocket.git',
      { repository: 'acme/rocket', address: 'https://github.com/acme/rocket' },
    ],
    [
      'http://git.example.com:3000/mirrors/acme/rocket',
      { repository: 'acme/rocket', address: 'http://git.example.com:3000/mirrors/acme/rocket' },
    ],
    [
      'ssh://git@git.example.com:2222/acme/rocket.git',
      { repository: 'acme/rocket', address: 'https://git.example.com/acme/rocket' },
    ],
    // A host of the user's own SSH configuration.
    ['work:acme/rocket.git', {}],
    ['git@work:acme/rocket.git', { repository: 'acme/rocket' }],
    ['/srv/git/acme/rocket.git', {}],
  ])(
    'is named with its repository as far as the origin %s says one, and with no secret',
    async (url, named) => {
      const cwd = repository.clone(commit)
      execFileSync('git', ['-C', cwd, 'remote', 'set-url', 'origin', url])
      const revision = await readRevision(cwd)
      expect(revision).toEqual({ commit, ref: null, dirty: false, ...named })
      const document = renderResultDocument(session([sample('parse', [1])], { revision }))
      expect(parseResultDocument(document, 'a').revision).toEqual(revision)
    },
  )

  it('has the branch, and whether a file of it was changed; one that git does not know is no change', async () => {
    const cwd = repository.clone(commit)
    execFileSync('git', ['-C', cwd, 'checkout', '--quiet', '-b', 'own'])
    writeFileSync(join(cwd, 'new'), 'x')
    expect(await readRevision(cwd)).toMatchObject({ commit, ref: 'own', dirty: false })
    writeFileSync(join(cwd, 'a'), '2')
    expect(await readRevision(cwd)).toMatchObject({ commit, ref: 'own', dirty: true })
  })

  it('is none before the first commit, and without a checkout', async () => {
    const cwd = scratch()
    expect(await readRevision(cwd)).toBeNull()
    execFileSync('git', ['-C', cwd, 'init', '--quiet'])
    expect(await readRevision(cwd)).toBeNull()
  })

  it('has no word on changes where git cannot read them', async () => {
    const cwd = repository.clone(commit)
    writeFileSync(join(cwd, '.git/index'), 'no index')
    expect(await readRevision(cwd)).toMatchObject({ commit, ref: null, dirty: null })
    execFileSync('git', ['-C', cwd, 'symbolic-ref', 'HEAD', 'refs/heads/own'])
    execFileSync('git', ['-C', cwd, 'update-ref', 'refs/heads/own', commit])
    expect(await readRevision(cwd)).toMatchObject({ commit, ref: 'own', dirty: null })
  })

  it('is also read where a file of the checkout is called HEAD', async () => {
    const cwd = repository.clone(commit)
    writeFileSync(join(cwd, 'HEAD'), '')
    expect(await readRevision(cwd)).toMatchObject({ commit, ref: null, dirty: false })
    expect(await headAndParents(cwd)).toEqual({ head: commit, parents: [] })
  })
})
