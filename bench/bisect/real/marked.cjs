// Parses a long list with the marked of the current directory.
const { resolve } = require('node:path')

const marked = require(resolve('src/marked.js'))
const item = i => `- item ${i} with *some* text and \`code\`\n  and a second line\n`
const text = Array.from({ length: 1500 }, (_, i) => item(i)).join('')
for (let i = 0; i < 3; i++) marked.parse(text)
