import { describe, expect, it } from '@jest/globals'
import { closedLoops } from '../../../src/measure/runs/closed-loop.ts'

const tools = (command: string) => closedLoops(command).map(({ message }) => message.split(' ')[0])

describe('a closed loop', () => {
  // As the tools' own manuals and people's workflows have them.
  it.each([
    ['wrk -t12 -c400 -d30s http://127.0.0.1:8080/index.html', 'wrk'],
    ['./wrk/wrk --latency -t 2 -c 10 -d 5s -s post.lua http://localhost', 'wrk'],
    ['ab -n 100000 -c 100 -k http://localhost:8080/', 'ab'],
    ['hey -z 30s -c 50 http://localhost:3000', 'hey'],
    ['hey -q 100 -z 30s http://localhost:3000', 'hey'],
    ['npx autocannon@7 -c 100 -d 5 -p 10 localhost:3000', 'autocannon'],
    ['bombardier -c 125 -n 1000000 http://localhost:8080', 'bombardier'],
    ['bombardier -c 10 -r 500 http://localhost:8080', 'bombardier'],
    ['oha -z 10s http://localhost:3000', 'oha'],
    ['oha -z 10s -q 100 http://localhost:3000', 'oha'],
    ['siege -c25 -t1M http://localhost', 'siege'],
    ['h2load -n100000 -c100 -m10 https://localhost', 'h2load'],
    ['sudo -E taskset -c 2 /usr/bin/ab -n 1000 http://localhost/', 'ab'],
    ['./server & sleep 1; wrk -d 10 http://localhost:8080; kill %1', 'wrk'],
    ['cd bench && LUA_PATH=./lib timeout 60 wrk -d 10 "http://localhost:8080/a b" | tee out.txt', 'wrk'],
    ['if curl -sf localhost; then ab -n 10 http://localhost/; fi', 'ab'],
    [
      "echo 'GET http://localhost' | vegeta attack -rate=0 -max-workers=10 -duration=5s | vegeta report",
      'vegeta',
    ],
    ['wrk -t12 \\\n  -c400 \\\n  http://localhost', 'wrk'],
    ['k6 run --vus 10 --duration 30s script.js', 'k6'],
    ['k6 run -u10 -d 30s script.js', 'k6'],
    ['k6 run script.js --iterations=100', 'k6'],
    ['locust --headless -u 100 -r 10 -H http://localhost', 'locust'],
    ['nighthawk_client --rps 100 http://localhost', 'nighthawk_client'],
  ])('is %s', (command, tool) => {
    expect(tools(command)).toEqual([tool])
  })

  it.each([
    'wrk -t2 \\\n  -R2000 http://127.0.0.1:8080/',
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
    './bench # as before: wrk -d 30 http://localhost; ab http://localhost',
    "./bench --note 'then; ab -n 10'",
    'curl -s localhost && k6 run script.js',
    'k6 run -',
    'env -i k6 run script.js',
    'k6 version',
    'vegeta attack -duration=5s -targets rate.txt',
    './hey-bench http://localhost',
    '',
    "unbalanced 'quote",
  ])('is not %s', command => {
    expect(tools(command)).toEqual([])
  })

  it('is reported once per tool, with the open loop to use instead', () => {
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

describe('a very long command', () => {
  it.each([
    ['options', `sudo ${'--a=b '.repeat(1e5)}`],
    ['separators', ';'.repeat(5e5)],
    ['variables', `${'A=b '.repeat(1e5)}x`],
    ['quotes', "'".repeat(5e5 + 1)],
  ])('is read to its end: %s', (_, command) => {
    expect(closedLoops(command)).toEqual([])
  })
})
