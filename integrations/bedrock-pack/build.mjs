// Writes the two behaviour packs, by default into build/: node build.mjs [directory]. They differ in the manifest only:
// the version of @minecraft/server that they ask for.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const out = resolve(process.argv[2] ?? join(here, 'build'))
const packs = { 'vulx-network': '2.1.0', 'vulx-network-2.9': '2.9.0' }

const { outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: ['src/minecraft.ts'],
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  external: ['@minecraft/*'],
  charset: 'utf8',
  logLevel: 'warning',
})
const manifest = JSON.parse(readFileSync(join(here, 'manifest.json'), 'utf8'))
const [server] = manifest.dependencies

for (const [name, version] of Object.entries(packs)) {
  const pack = join(out, name)
  rmSync(pack, { recursive: true, force: true })
  mkdirSync(join(pack, 'scripts'), { recursive: true })
  server.version = version
  writeFileSync(join(pack, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(pack, 'scripts/main.js'), outputFiles[0].contents)
}
