// The Kysely types of the migrated schema, and the revision of sql/: `node scripts/generate-schema.mjs` writes them,
// `--check` compares.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { root } from './lib/root.mjs'
import { revisionText } from './lib/sql-revision.mjs'

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
    '--exclude-pattern={schema_migrations,applied_sql}',
  ]
  args.push(`--type-mapping=${JSON.stringify(types)}`, '--log-level=error')
  execFileSync(process.execPath, [generator, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const text = readFileSync(draft, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, header)
  rmSync(draft)
  return text
}

/** @param {string} file @param {string} text */
const writeOrCheck = (file, text) => {
  if (!process.argv.includes('--check')) writeFileSync(join(root, file), text)
  else if (text !== readFileSync(join(root, file), 'utf8')) {
    console.error(`${file} is out of date: run node scripts/generate-schema.mjs`)
    process.exitCode = 1
  }
}

writeOrCheck('sql/revision.json', revisionText(join(root, 'sql')))

const { module } = await runnerImport('/src/server/testing/test-server.ts', {
  root,
  configFile: false,
  logLevel: 'error',
})
const server = await module.openTestServer(process.env.TEST_DATABASE_URL || undefined)
try {
  const database = await module.cloneTemplate(server)
  try {
    writeOrCheck('src/server/platform/database/schema.ts', generate(database.ownerUrl))
  } finally {
    await database.drop()
  }
} finally {
  await server.stop()
}
