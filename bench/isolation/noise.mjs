// One process of background load: `node noise.mjs busy|short|disk|network SECONDS FOLDER`. Rests after a `0` on its
// standard input until there is a `1`. Ends after SECONDS, and at once when that input is closed, so that nothing
// outlives the script; what it starts ends by itself soon after.
import { spawn } from 'node:child_process'
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep, setImmediate as yieldToEvents } from 'node:timers/promises'

const [kind, seconds, folder] = process.argv.slice(2)
const end = performance.now() + Number(seconds) * 1000
// Asked at the start: confined to fewer CPUs it stays the same load.
const mostAtATime = 4 * availableParallelism()
let resting = false
process.stdin.on('data', told => {
  resting = told.toString().endsWith('0')
})
process.stdin.on('end', () => process.exit(0))

/** Waits while there is to be no load; false when it is time to end. */
async function next() {
  await yieldToEvents()
  while (resting && performance.now() < end) await sleep(10)
  return performance.now() < end
}

/** Computes all the time. */
async function busy() {
  while (await next()) {
    const until = performance.now() + 20
    while (performance.now() < until);
  }
}

const spin = 'i=0; while [ $i -lt "$1" ]; do i=$((i + 1)); done'

/** A process that computes for some 5 to 40 ms; resolves when it has ended. */
function shortLived() {
  const count = String(Math.round(10_000 + 70_000 * Math.random()))
  // In a session of its own, as background.ts says.
  const child = spawn('sh', ['-c', spin, 'sh', count], { stdio: 'ignore', detached: true })
  return new Promise(done => child.once('close', done).once('error', done))
}

/** Short-lived processes in waves of 0.1 to 0.5 s, none to four for each CPU at a time, like the stages of a build. */
async function short() {
  while (await next()) {
    const atATime = Math.floor(Math.random() * (mostAtATime + 1))
    const ebb = performance.now() + 100 + 400 * Math.random()
    const oneAfterAnother = async () => {
      while (performance.now() < ebb && (await next())) await shortLived()
    }
    await Promise.all([sleep(ebb - performance.now()), ...Array.from({ length: atATime }, oneAfterAnother)])
  }
}

/** Writes 1 MiB and waits for the disk, over and over in a file of 16 MiB. */
async function disk() {
  const file = openSync(join(folder, 'noise'), 'w')
  const block = Buffer.alloc(1 << 20, 'noise')
  for (let i = 0; await next(); i++) {
    writeSync(file, block, 0, block.length, (i % 16) * block.length)
    fdatasyncSync(file)
    await sleep(5)
  }
}

/** Sends 1 MiB to itself over the loopback interface, over and over. */
async function network() {
  const block = Buffer.alloc(1 << 20, 'noise')
  let [received, all] = [0, () => {}]
  const server = createServer(socket => {
    socket.on('data', ({ length }) => {
      received += length
      if (received % block.length === 0) all()
    })
  })
  await new Promise(done => server.listen(0, '127.0.0.1', done))
  const client = connect(server.address().port, '127.0.0.1')
  while (await next()) {
    const arrived = new Promise(done => {
      all = done
    })
    client.write(block)
    await arrived
    await sleep(5)
  }
}

await { busy, short, disk, network }[kind]()
process.exit(0)
