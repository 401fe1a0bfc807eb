import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'

// `npm run bench` runs every benchmark, `npm run bench ledger` one of them.
requireNode()
await prepare({ tools: true })
const all = readdirSync(join(root, 'tests/bench'))
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''))
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all
for (const name of wanted) {
  const file = join(root, 'tests/bench', `${name}.bench.mjs`)
  if (!existsSync(file)) {
    console.error(`There is no benchmark ${name}: ${all.join(', ')}`)
    process.exit(2)
  }
  const { run } = await import(pathToFileURL(file).href)
  await run()
}
