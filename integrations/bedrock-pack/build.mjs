// Writes build/vulx-network: the folder that goes into the server's development_behavior_packs.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const out = join(here, 'build/vulx-network')

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
cpSync(join(here, 'manifest.json'), join(out, 'manifest.json'))
await build({
  entryPoints: [join(here, 'src/minecraft.ts')],
  outfile: join(out, 'scripts/main.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  external: ['@minecraft/*'],
  charset: 'utf8',
  logLevel: 'info',
})
