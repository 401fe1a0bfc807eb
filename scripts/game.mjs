// `npm run game`: two Bedrock clients play on a Bedrock server that reports to the site. One line a step, with its time.
import { chromium } from './lib/chromium.mjs'
import { prepareGame } from './lib/game.mjs'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { vitest } from './lib/results.mjs'

requireNode()
await prepare({ tools: true })
const browser = chromium()
if (browser && prepareGame()) {
  // From the end of a duel to the open board that shows it.
  const env = { CHROMIUM_PATH: browser, LIVE_MS: '1000' }
  if (vitest('game', ['game'], { env, reporter: 'verbose' }).failed > 0) process.exitCode = 1
} else {
  if (!browser)
    console.error('The game needs Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.')
  process.exitCode = 1
}
