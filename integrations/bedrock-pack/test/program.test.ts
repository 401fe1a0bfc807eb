import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killRuns } from '../../conformance/kill-runs.mjs'
import { playerId } from '../../conformance/players.mjs'
import { commandCases } from '../../conformance/program.mjs'
import { buildPacks } from './build.ts'

const command = `exec ${process.execPath} ${fileURLToPath(new URL('adapter.mjs', import.meta.url))}`
let packs = ''

beforeAll(async () => {
  packs = await buildPacks()
  process.env.PACK = join(packs, 'vulx-network')
  playerId.name = 'pfid'
})
afterAll(() => rm(packs, { recursive: true, force: true }))

/** Scripts see no skins, so there is no face to report. */
const cases = Object.entries(commandCases(command)).filter(([name]) => !name.includes('name and face'))

test.concurrent.each(cases)('[game.10] the kit, Bedrock pack: %s', (_name, play) => play())

test('[game.09] 5 random evenings with kills: the Bedrock pack loses nothing, reports nothing twice', async () => {
  const lines: string[] = []
  expect(
    await killRuns({ command, runs: 5, atMoments: false, print: (line) => lines.push(line) }),
    lines.join('\n'),
  ).toBe(0)
})
