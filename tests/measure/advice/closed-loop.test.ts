import { describe, expect, it } from '@jest/globals'
import { closedLoops } from '../../../src/measure/advice/closed-loop.ts'
import { scriptReader } from '../../../src/measure/advice/read-script.ts'
import { fakeTree } from '../fake-tree.ts'

const tools = (command: string, scripts: Record<string, string> = {}) =>
  closedLoops(command, path => scripts[path] ?? null).map(({ message }) => message.split(' ')[0])

describe('a closed loop', () => {
  // As the tools' own manuals and people's workflows have them.
  it.each([
    ['wrk -t12 -c400 -d30s http://127.0.0.1:8080/index.html', 'wrk'],
    ['./wrk/wrk --latency -t 2 -c 10 -d 5s -s post.lua http://localhost', 'wrk'],
    ['ab -n 100000 -c 100 -k http://localhost:8080/', 'ab'],
    ['hey -z 30s -c 50 http://localhost:3000', 'hey'],
    ['hey -q 100 -z 30s http://localhost:3000', 'hey'],
    ['npx autocannon@7 -c 100 -d 5 -p 10 localhost:3000', 'autocannon'],
    ['npx -y autocannon -R 500 -C localhost:3000', 'autocannon'],
    ['bombardier -c 125 -n 1000000 http://localhost:8080', 'bombardier'],
    ['bombardier -c 10 -r 500 http://localhost:8080', 'bombardier'],
    ['oha -z 10s http://localhost:3000', 'oha'],
    ['oha -z 10s -q 100 http://localhost:3000', 'oha'],
    ['siege -c25 -t1M http://localhost', 'siege'],
    ['h2load -n100000 -c100 -m10 https://localhost', 'h2load'],
    ['sudo -E taskset -c 2 /usr/bin/ab -n 1000 http://localhost/', 'ab'],
    ['./server & sleep 1; wrk -d 10 http://localhost:8080; kill %1', 'wrk'],
    ['cd bench && LUA_PATH=./lib timeout 60 wrk -d 10 "http://localhost:8080/a b" | tee out.txt', 'wrk'],
    ["bash -c 'sleep 1 && hey -n 200 http://localhost'", 'hey'],
    ['docker run --rm --network host williamyeh/wrk -t4 -c100 http://localhost', 'wrk'],
    ['if curl -sf localhost; then ab -n 10 http://localhost/; fi', 'ab'],
    [
      "echo 'GET http://localhost' | vegeta attack -rate=0 -max-workers=10 -duration=5s | vegeta report",
      'vegeta',
    ],
    ['locust --headless -u 100 -r 10 -H http://localhost', 'locust'],
    ['nighthawk_client --rps 100 http://localhost', 'nighthawk_client'],
  ])('is %s', (command, tool) => {
    expect(tools(command)).toEqual([tool])
  })

  it.each([
    'wrk -t2 -c100 -d30s -R2000 http://127.0.0.1:8080/index.html',
    'wrk2 -t2 -c100 -d30s --rate 2000 http://127.0.0.1:8080',
    'autocannon --overallRate 500 localhost:3000',
    'npx autocannon -r 50 localhost:3000',
    'oha -z 10s -q 100 --latency-correction http://localhost:3000',
    "echo 'GET http://localhost' | vegeta attack -rate=100/s -duration=5s | vegeta report",
    'nighthawk_client --open-loop --rps 100 http://localhost',
    'echo hey there',
    'sudo apt-get install -y wrk siege',
    'cargo build -p hey && ./target/release/bench --tool wrk',
    'make ab && ./bench "wrk -d 3"',
    './bench # wrk -d 30 http://localhost',
    './hey-bench http://localhost',
    '',
    "unbalanced 'quote",
  ])('is not %s', command => {
    expect(tools(command)).toEqual([])
  })

  it('is told once per tool, with the open loop to use instead', () => {
    const [warning, ...others] = closedLoops('wrk -d 1 http://a; wrk -d 1 http://b')
    expect(others).toEqual([])
    expect(warning).toEqual({
      code: 'closed-loop',
      message:
        'wrk waits for each answer before it sends the next request, so its latencies leave out what a stall does ' +
        'to the requests behind it (coordinated omission): use wrk2 with -R RATE',
    })
  })
})

describe('a test of k6', () => {
  const open = "export const options = { scenarios: { a: { executor: 'constant-arrival-rate', rate: 30 } } }"
  const closed = "export const options = { scenarios: { a: { executor: 'constant-vus', vus: 10 } } }"
  const plain = "import http from 'k6/http'\nexport default function () { http.get('http://localhost') }"
  const elsewhere = "export const options = JSON.parse(open('./options.json'))"

  it('is a closed loop where the command line sets users or iterations, whatever the script says', () => {
    expect(tools('k6 run --vus 10 --duration 30s script.js', { 'script.js': open })).toEqual(['k6'])
    expect(tools('k6 run -u10 -d 30s script.js')).toEqual(['k6'])
    expect(tools('K6_VUS=10 k6 run script.js')).toEqual(['k6'])
    expect(tools('docker run -i grafana/k6:latest run --iterations=100 - <script.js')).toEqual(['k6'])
  })

  it('is what its script says otherwise', () => {
    expect(tools('k6 run script.js', { 'script.js': open })).toEqual([])
    expect(tools('k6 run script.js', { 'script.js': closed })).toEqual(['k6'])
    expect(tools('k6 run script.js', { 'script.js': plain })).toEqual(['k6'])
    expect(tools('k6 run -c o.json script.ts', { 'script.ts': plain, 'o.json': open })).toEqual([])
  })

  it('is left alone where nobody can tell', () => {
    expect(tools('k6 run script.js')).toEqual([])
    expect(tools('k6 run script.js', { 'script.js': elsewhere })).toEqual([])
    expect(tools('k6 run -')).toEqual([])
    expect(tools('k6 version')).toEqual([])
  })

  it('is read from the working directory, and from nowhere else than a file', () => {
    const cwd = fakeTree({ 'load/script.js': plain, 'folder.js/x': '' })
    expect(closedLoops('k6 run load/script.js', scriptReader(cwd))).toHaveLength(1)
    expect(closedLoops('k6 run other.js', scriptReader(cwd))).toEqual([])
    expect(closedLoops('k6 run folder.js', scriptReader(cwd))).toEqual([])
  })
})
