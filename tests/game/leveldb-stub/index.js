// Stands in for a package that was never published. The worlds of the test live in memory.
module.exports = {
  Leveldb: {
    open() {
      throw new Error('This stand-in for @serenityjs/leveldb stores nothing')
    },
  },
}
