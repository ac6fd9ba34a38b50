// Asks a server of tests `COUNT` times, one after the other: `requests.mjs URL COUNT`. Prints the last answer.
const [url, count] = process.argv.slice(2)
let answer = ''
for (let i = 0; i < Number(count); i++) answer = await (await fetch(url)).text()
process.stdout.write(answer)
