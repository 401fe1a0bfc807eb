import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gameCases } from '../../conformance/game-cases.mjs'
import { killRuns } from '../../conformance/kill-runs.mjs'
import { commandCases } from '../../conformance/program.mjs'
import { buildCore } from './build.ts'

const command = `exec ${process.execPath} ${fileURLToPath(new URL('adapter.mjs', import.meta.url))}`
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'core-'))
  await buildCore(folder)
  process.env.CORE_BUILD = folder
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The other cases run in conformance.test.ts, in this process. */
const cases = Object.entries(commandCases(command)).filter(([name]) => name in gameCases)

test.concurrent.each(cases)('[game.10] the kit, TypeScript core: %s', (_name, play) => play())

test('[game.09] 5 random evenings with kills at requests: the core loses nothing and reports nothing twice', async () => {
  const lines: string[] = []
  expect(
    await killRuns({ command, runs: 5, atMoments: false, print: (line) => lines.push(line) }),
    lines.join('\n'),
  ).toBe(0)
})
