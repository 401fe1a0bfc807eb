import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gameCases } from '../../conformance/game-cases.mjs'
import { killRuns } from '../../conformance/kill-runs.mjs'
import { commandCases } from '../../conformance/program.mjs'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const command = `exec ${process.execPath} ${pathOf('adapter.mjs')}`
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'serenity-'))
  execFileSync(process.execPath, [pathOf('../build.mjs'), folder])
  process.env.PLUGIN = join(folder, 'vulx-network')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The other cases run in connect.test.ts, in this process. */
const cases = Object.entries(commandCases(command)).filter(([name]) => name in gameCases)

test.concurrent.each(cases)('[game.10] the kit, SerenityJS plugin: %s', (_name, play) => play())

test('[game.09] 5 random evenings with kills: the SerenityJS plugin loses nothing, reports nothing twice', async () => {
  const lines: string[] = []
  expect(
    await killRuns({ command, runs: 5, atMoments: false, print: (line) => lines.push(line) }),
    lines.join('\n'),
  ).toBe(0)
})
