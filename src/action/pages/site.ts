// Makes the site of a repository's trends, for GitHub Pages: a page for each suite, one over all of them, badges.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as core from '@actions/core'
import { BudgetUsedUp, most, onTop } from '../../github/api/budget.ts'
import { type ConnectedJob, hasStatus } from '../../github/api/connect.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { readUntilEnough } from '../../github/artifacts/stored-result.ts'
import { checkTitles } from '../../github/posts/check-run.ts'
import { smallestSteps } from '../../history/analyse/smallest-step.ts'
import type { Values } from '../../inputs/values.ts'
import { counted } from '../../phrases.ts'
import { type PullVerdicts, renderSiteIndex, type Site } from '../../report/site/index-page.ts'
import { badgeJson, statementOf } from '../../report/site/statement.ts'
import { renderTrendHtml } from '../../report/trend/page/html.ts'
import { checkName } from '../attempts/posted-records.ts'
import { logText } from '../log.ts'
import { writeSummary } from '../publish/outlets.ts'
import { workDirectory } from '../work-file.ts'
import { type StoredSuite, storedSuites, unreadLines } from './stored-suites.ts'

type Place = { url: string; isOpen: boolean } | { refused: string }

const HOW = 'Settings → Pages → Source: GitHub Actions'

/** Asks where the site would be. Throws a refusal that is not "there is none". */
async function placeOf({ octokit, owner, repo }: ConnectedJob): Promise<Place> {
  try {
    const { data } = await octokit.rest.repos.getPages({ owner, repo })
    if (data.build_type !== 'workflow')
      return { refused: `GitHub Pages takes its files from a branch; set ${HOW}` }
    return { url: (data.html_url ?? '').replace(/\/*$/, '/'), isOpen: data.public }
  } catch (error) {
    if (!hasStatus(error, 404)) throw new Error(explainRefusal(error, 'pages: write'))
    return { refused: `GitHub Pages is off; switch it on with ${HOW}` }
  }
}

/** Writes the files of the site into a directory of its own, and returns that. */
function writeSite(site: Site & { suites: StoredSuite[] }): string {
  const directory = join(workDirectory(), 'pages')
  rmSync(directory, { recursive: true, force: true })
  const write = (folder: string, files: Record<string, string>) => {
    mkdirSync(join(directory, folder), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, folder, name), text)
  }
  for (const suite of site.suites) {
    const { trend, analysis, tooFew, folder } = suite
    const smallest = smallestSteps(trend, analysis)
    write(folder, {
      'index.html': renderTrendHtml(trend, analysis, { tooFew, smallest }),
      'badge.json': badgeJson(trend.suite, statementOf([suite])),
    })
  }
  write('', {
    'index.html': renderSiteIndex(site),
    'badge.json': badgeJson('benchmarks', statementOf(site.suites)),
  })
  return directory
}

const mostPulls = 30

/** What the newest check runs of a commit say, a name each, without the name where only one reports. */
async function verdictsAt(context: ConnectedJob, commit: string): Promise<string[]> {
  const { titles, isWhole } = await checkTitles(context, { commit, start: checkName({ name: '' }) })
  const said = [...titles].map(([name, title]) => (titles.size === 1 ? title : `${name}: ${title}`))
  return isWhole ? said : [...said, 'more check runs of its commit were not read']
}

/** The last updated pull requests, with what the check runs say of their heads. One request, and one or more for each. */
function lastPulls(context: ConnectedJob): Promise<PullVerdicts[]> {
  const { octokit, owner, repo } = context
  return onTop(octokit, most.siteRequests, async () => {
    const order = { state: 'all', sort: 'updated', direction: 'desc' } as const
    const { data } = await octokit.rest.pulls.list({ owner, repo, ...order, per_page: mostPulls })
    const { results, notes } = await readUntilEnough(data, {
      nameOf: ({ number }) => `#${number}`,
      read: async ({ number, title, updated_at: updated, head }) => {
        return { number, title, updated, verdicts: await verdictsAt(context, head.sha) }
      },
      passesOver: error => error instanceof BudgetUsedUp,
    })
    for (const note of notes)
      logText(`The site has the last ${counted(results.length, 'pull request')}: ${note}`)
    return results
  })
}

/** Makes the site and sets the output `pages-path`, empty where Pages takes no files. Throws the server's refusal. */
export async function makeSite(values: Values, context: ConnectedJob): Promise<void> {
  const place = await placeOf(context)
  if ('refused' in place) {
    core.setOutput('pages-path', '')
    return writeSummary(`No site was made: ${place.refused}.`)
  }
  const stored = await storedSuites(values, context)
  const { suites } = stored
  const pulls = await lastPulls(context).catch((error: Error) => {
    logText(
      `The site is without pull requests: ${explainRefusal(error, 'pull-requests: read, checks: read')}`,
    )
    return []
  })
  const { owner, repo, runUrl } = context
  const address = runUrl.replace(/\/actions\/runs\/.*$/, '')
  const path = writeSite({ repository: `${owner}/${repo}`, address, url: place.url, suites, pulls })
  core.setOutput('pages-path', path)
  const whom = place.isOpen ? 'Everybody can read it' : 'Those who may read this repository can read it'
  const text = `The trends of ${counted(suites.length, 'suite')} go to ${place.url}. ${whom}.`
  await writeSummary([text, ...unreadLines(stored)].join('\n\n'))
}
