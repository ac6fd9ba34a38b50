// `stable-bench explain` of a suite with a service: real servers under a real load, with a function that a commit made slower.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { comparisonSchema, type Explained } from '../../src/model/index.ts'
import { commit, newRepository } from '../measure/git-fixtures.ts'
import { stableBench } from './command-line.ts'
import { explainFlags, ownTemporary, requests } from './explaining.ts'

/** A server whose handler hashes so many times as much as it parses; its start takes longer than a load. */
const inNode = (times: number) => `import { createServer } from 'node:http'

function start(n) {
  let t = 1
  for (let i = 0; i < n; i++) t = (t * 31 + i) % 65521
  return t
}
function parse(n) {
  let t = 0
  for (let i = 0; i < n; i++) t = (t * 7 + i) % 65521
  return t
}
function hash(n) {
  let t = 0
  for (let i = 0; i < n; i++) t = (t * 31 + i) % 65521
  return t
}
const started = start(20_000_000)
createServer((_, response) => response.end(String(started + parse(100_000) + hash(${times} * 100_000))))
  .listen(Number(process.argv[2]), '127.0.0.1')
`

/**
 * The same in C, for one connection after the other. Each round of a loop waits for the one before it, in registers: loops through
 * memory take twice as long as each other on some processors.
 */
const inC = (times: number) => `#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile unsigned long long sum;

#define LOOPS(name, by) __attribute__((noinline)) static void name(long n) { unsigned t = 1; for (long i = 0; i < n; i++) t = (t * by + i) % 65521; sum += t; }
LOOPS(start, 29)
LOOPS(parse, 31)
LOOPS(hash, 37)
static const char answer[] = "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok";

int main(int argc, char **argv) {
  start(20000000);
  struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  int yes = 1, server = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(server, (struct sockaddr *)&at, sizeof at) || listen(server, 16)) return 1;
  for (;;) {
    int client = accept(server, 0, 0);
    char request[8192];
    for (size_t got = 0; ; ) {
      ssize_t more = read(client, request + got, sizeof request - 1 - got);
      if (more <= 0) break;
      request[got += more] = 0;
      if (!strstr(request, "\\r\\n\\r\\n")) continue;
      parse(100000);
      hash(${times} * 100000);
      if (write(client, answer, sizeof answer - 1) < 0) break;
      got = 0;
    }
    close(client);
  }
}
`

/** A server that does nothing else. */
const plain = (answer = "response.end('ok')") => `import { createServer } from 'node:http'
createServer((_, response) => ${answer}).listen(Number(process.argv[2]), '127.0.0.1')
`

const load = requests(60)
const flags = [...explainFlags, '--explain-time', '90s']

/** The explanation of what the working tree changed in a service, of which the first commit has `before`. */
async function explained(file: string, [before, after]: [string, string], ...args: string[]) {
  const cwd = newRepository()
  commit(cwd, { [file]: before, '.gitignore': 'server\n' })
  writeFileSync(join(cwd, file), after)
  const asked = ['explain', ...flags, '--base-ref', 'HEAD', ...args, '--', ...load]
  const { env, left } = ownTemporary()
  const { stdout, ...ended } = await stableBench(asked, { cwd, env })
  expect(ended).toMatchObject({ stderr: expect.stringMatching(/explaining the command/) })
  const [only] = comparisonSchema.parse(JSON.parse(stdout)).explained ?? []
  expect(left()).toEqual([])
  return only as Explained
}

const shareOf = ({ profile }: Explained, name: string) =>
  profile?.functions.find(each => each.name === name)?.baseline ?? 0

function expectHash(only: Explained, hash: string, parse: string): void {
  const [first, next] = only.profile?.functions ?? []
  expect(first).toMatchObject({ name: hash, named: true })
  // Twice the time of parse at first, six times as much now.
  const ofParse = shareOf(only, parse)
  expect(ofParse).toBeGreaterThan(0.1)
  expect((first?.gain ?? 0) / ofParse).toBeGreaterThan(2)
  expect(Math.abs(next?.gain ?? 0)).toBeLessThan((first?.gain ?? 0) / 4)
}

it('names the function of a service in Node that a commit made slower, by what it did under the load that counts', async () => {
  const only = await explained('server.mjs', [inNode(2), inNode(6)], '--service', 'node server.mjs {port}')
  expect(only).toMatchObject({
    missing: null,
    profile: { profiler: 'node --cpu-prof of the service, under the load that counts, time of a request' },
  })
  expectHash(only, 'hash (server.mjs)', 'parse (server.mjs)')
  expect(only.profile?.functions[0]).toMatchObject({ file: 'server.mjs', line: 13 })
  expect(shareOf(only, 'start (server.mjs)')).toBe(0)
}, 300_000)

const hasPerf =
  spawnSync('perf', ['record', '-q', '-e', 'cpu-clock:u', '-o', '/dev/null', '--', 'true']).status === 0
const withPerf = hasPerf && spawnSync('gcc', ['--version']).status === 0 ? it : it.skip

withPerf(
  'names that of a compiled service with perf, of which the start does not count',
  async () => {
    const setup = ['--setup', 'gcc -g -O2 -fno-omit-frame-pointer -o server server.c']
    const only = await explained('server.c', [inC(2), inC(6)], ...setup, '--service', './server {port}')
    expect(only.missing).toBe(null)
    expect(only.profile?.profiler).toMatch(
      /^perf record -e \S+ of the service, under the load that counts, time of a request$/,
    )
    expectHash(only, 'hash', 'parse')
    expect(only.profile?.functions[0]).toMatchObject({ file: 'server.c', line: 10 })
    expect(shareOf(only, 'start')).toBe(0)
  },
  300_000,
)

it('takes the profile of a command of its own, and says that the start of the service is in it', async () => {
  const profiling = `printf 'main;start 100\\nmain;hash 400\\n' > {profile}; exec node server.mjs {port}`
  const only = await explained(
    'server.mjs',
    [plain(), `${plain()}\n`],
    '--service',
    'node server.mjs {port}',
    '--profile',
    profiling,
  )
  expect(only).toMatchObject({
    missing: null,
    profile: { profiler: 'profile of the service, with its start and warm-up, time of a request' },
  })
  const functions = only.profile?.functions.map(({ name, baseline }) => [name, baseline.toFixed(1)])
  expect(functions?.sort()).toEqual([
    ['hash', '0.8'],
    ['start', '0.2'],
  ])
}, 300_000)

it('says so where a service ends under the profiler, and leaves the verdict alone', async () => {
  const dies = plain("/out.cjs/.test(process.env.NODE_OPTIONS) ? process.exit(3) : response.end('ok')")
  const only = await explained('server.mjs', [dies, `${dies}\n`], '--service', 'node server.mjs {port}')
  expect(only.profile).toBe(null)
  expect(only.missing).toMatch(
    /^under the profiler the service of run 1\b.* ended with exit code 3 under load/,
  )
}, 300_000)
