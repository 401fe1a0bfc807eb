// `npm run pocketmine -- DIR [minutes]`: real clients on the PocketMine-MP of a directory (tests/game/README.md).
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { prepareGame } from './lib/game.mjs'
import { requireNode } from './lib/node-version.mjs'
import { php } from './lib/php.mjs'
import { prepare } from './lib/prepare.mjs'
import { vitest } from './lib/results.mjs'

requireNode()
const [directory = '', minutes = '2'] = process.argv.slice(2)
const isThere = ['php/bin/php', 'server/src/PocketMine.php'].every((path) =>
  existsSync(join(directory, path)),
)
if (!isThere || !(Number(minutes) > 0)) {
  console.error('npm run pocketmine -- DIR [minutes]: tests/game/README.md says what is in DIR')
  process.exitCode = 1
} else {
  await prepare({ tools: true })
  const env = { POCKETMINE: resolve(directory), MINUTES: minutes }
  const isReady = php() !== undefined && prepareGame()
  if (!isReady || vitest('pocketmine', ['pocketmine'], { env, reporter: 'verbose' }).failed > 0)
    process.exitCode = 1
}
