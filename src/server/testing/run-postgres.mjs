// Opens the embedded PostgreSQL in its own process: node run-postgres.mjs <dataDir> <site|guest> [waitMs]. Prints `{
// mode, appUrl }` or `{ refused }`; stops cleanly when its standard input ends.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [dataDir, as, waitMs] = process.argv.slice(2)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const say = (fields) => process.stdout.write(`${JSON.stringify(fields)}\n`)
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const { module } = await runnerImport('/src/server/platform/database/embedded-postgres.ts', {
  root,
  configFile: false,
  logLevel: 'error',
})
try {
  const postgres = await module.openEmbeddedPostgres({
    dataDir,
    log: quiet,
    as,
    ...(waitMs !== undefined && { waitMs: Number(waitMs) }),
  })
  say({ mode: postgres.mode, appUrl: postgres.appUrl })
  process.stdin.resume().once('end', async () => {
    await postgres.stop()
    process.exit(0)
  })
} catch (error) {
  say({ refused: error.message })
  process.exit(1)
}
