// Every case for adapters, played with a program of its own (game.mjs).
import { adapterCases } from './adapter-cases.mjs'
import { FakeSite } from './fake-site.mjs'
import { Game } from './game.mjs'
import { gameCases, report } from './game-cases.mjs'
import { secondContractCases } from './second-contract-cases.mjs'

const key = 'a-key-for-the-kit'

async function play(command, work) {
  const site = await new FakeSite({ keys: [key], contract: 2 }).start()
  const game = new Game({ command, url: site.url, key })
  try {
    if (!(await game.start())) throw new Error(`the program ended before it was ready: ${game.error}`)
    // A case may begin with a look at what came before it.
    while (site.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    await work({ site, game, report: () => report(game) })
  } catch (error) {
    error.message = [error.message, ...game.lines.slice(-5), game.error].filter(Boolean).join('\n  ')
    throw error
  } finally {
    await game.end()
    await site.stop()
  }
}

/**
 * The cases by name, for a program that a shell starts.
 * @param {string} command
 * @returns {Record<string, () => Promise<void>>}
 */
export const commandCases = (command) =>
  Object.fromEntries(
    Object.entries({ ...secondContractCases, ...adapterCases, ...gameCases }).map(([name, work]) => [
      name,
      () => play(command, work),
    ]),
  )
