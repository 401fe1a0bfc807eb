import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPacks } from './build.ts'

test('[game.42] the two packs differ in the version of @minecraft/server only; a build repeats itself', async () => {
  const [packs, again] = [await buildPacks(), await buildPacks()]
  const read = async (directory: string, pack: string) => ({
    manifest: await readFile(join(directory, pack, 'manifest.json'), 'utf8'),
    script: await readFile(join(directory, pack, 'scripts/main.js'), 'utf8'),
  })
  const [old, young] = [await read(packs, 'vulx-network'), await read(packs, 'vulx-network-2.9')]
  expect(await read(again, 'vulx-network')).toEqual(old)
  expect(await read(again, 'vulx-network-2.9')).toEqual(young)
  expect(await readdir(again)).toEqual(['vulx-network', 'vulx-network-2.9'])
  for (const directory of [packs, again]) await rm(directory, { recursive: true })
  expect(young.script).toBe(old.script)
  expect(JSON.parse(old.manifest).dependencies[0]).toEqual({
    module_name: '@minecraft/server',
    version: '2.1.0',
  })
  expect(young.manifest).toBe(old.manifest.replace('"version": "2.1.0"', '"version": "2.9.0"'))
  const imports = [...old.script.matchAll(/^(?:import|\} from) .*?"([^"]+)";$/gm)].map(([, name]) => name)
  expect(new Set(imports)).toEqual(
    new Set(['@minecraft/server', '@minecraft/server-admin', '@minecraft/server-net']),
  )
})
