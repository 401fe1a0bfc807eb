// Writes the folder that goes into the server's plugins, by default build/vulx-network: node build.mjs [directory].
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const out = resolve(process.argv[2] ?? join(here, 'build'), 'vulx-network')

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const manifest = { name: 'vulx-network', version: '0.1.0', main: './index.cjs' }
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
await build({
  entryPoints: [join(here, 'src/plugin.ts')],
  outfile: join(out, 'index.cjs'),
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['@serenityjs/*'],
  charset: 'utf8',
  logLevel: 'warning',
})
