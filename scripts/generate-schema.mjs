// The Kysely types of the migrated schema: `node scripts/generate-schema.mjs` writes them, `--check` compares.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { root } from './lib/root.mjs'

const target = join(root, 'src/server/platform/schema.ts')
const draft = join(root, `.cache/schema-${process.pid}.ts`)
const generator = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')

const header =
  '// Generated from the migrations by `node scripts/generate-schema.mjs`; never edited by hand.\n\n'
// Unknown on the way out, so that a reader must parse; on the way in a string, since pg would send an array as SQL's.
const types = { jsonb: 'ColumnType<unknown, string, string>' }

/** @param {string} url */
const generate = (url) => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const args = [
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${draft}`,
    '--exclude-pattern=schema_migrations',
  ]
  args.push(`--type-mapping=${JSON.stringify(types)}`, '--log-level=error')
  execFileSync(process.execPath, [generator, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const text = readFileSync(draft, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, header)
  rmSync(draft)
  return text
}

const { module } = await runnerImport('/src/server/testing/test-server.ts', {
  root,
  configFile: false,
  logLevel: 'error',
})
const server = await module.openTestServer(process.env.TEST_DATABASE_URL || undefined)
try {
  const database = await module.cloneTemplate(server)
  try {
    const text = generate(database.ownerUrl)
    if (!process.argv.includes('--check')) writeFileSync(target, text)
    else if (text !== readFileSync(target, 'utf8')) {
      console.error('src/server/platform/schema.ts is out of date: run node scripts/generate-schema.mjs')
      process.exitCode = 1
    }
  } finally {
    await database.drop()
  }
} finally {
  await server.stop()
}
