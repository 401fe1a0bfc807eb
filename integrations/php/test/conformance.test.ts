import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findPhp } from '../../../scripts/lib/php.mjs'
import { killRuns } from '../../conformance/kill-runs.mjs'
import { commandCases } from '../../conformance/program.mjs'

const program = fileURLToPath(new URL('../conformance/adapter.php', import.meta.url))
const command = `exec ${findPhp()} ${program}`

test('there is a PHP to prove the package with', () => {
  expect(findPhp(), 'install php-cli 8.1 or newer and php-curl, or set PHP_PATH').toBeDefined()
})

const cases = Object.entries(commandCases(command))

test.concurrent.each(cases)('[game.10] the kit, PHP package: %s', (_name, play) => play())

test('[game.09] 5 random evenings with kills at requests: the PHP package loses nothing and reports nothing twice', async () => {
  const lines: string[] = []
  expect(
    await killRuns({ command, runs: 5, atMoments: false, print: (line) => lines.push(line) }),
    lines.join('\n'),
  ).toBe(0)
})
