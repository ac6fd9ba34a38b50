// What the bundles take for `readable-stream/passthrough`, which GitHub's artifact client zips with.
module.exports = require('node:stream').PassThrough
