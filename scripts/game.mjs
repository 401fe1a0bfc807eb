// `npm run game`: two Bedrock clients play on a Bedrock server that reports to the site. One line a step, with its time.
import { chromium } from './lib/chromium.mjs'
import { game } from './lib/game.mjs'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'

requireNode()
await prepare()
const browser = chromium()
if (browser) {
  if (game(browser, { liveMs: 1_000 }).failed > 0) process.exitCode = 1
} else {
  console.error('The game needs Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.')
  process.exitCode = 1
}
