// Random evenings of a game server that is killed again and again. A seed names each evening, so that it can be
// played once more; the moment of a kill is random beyond that, as the machine is.
import { setTimeout as pause } from 'node:timers/promises'
import { FakeSite } from './fake-site.mjs'
import { Game } from './game.mjs'
import { duel, expectOnce, sent, until } from './game-cases.mjs'
import { ann } from './players.mjs'

const key = 'a-key-for-the-kit'

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Kills the game server at a request that comes by: before it has an effect, or before its response. */
function killAtPoint({ site, game }, random, noted) {
  const point = random() < 0.5 ? 'beforeHandling' : 'beforeResponse'
  let skip = Math.floor(random() * 3)
  site[point] = async ({ path }) => {
    if (skip > 0) {
      skip -= 1
      return undefined
    }
    site[point] = undefined
    noted.push(`${point} ${path}`)
    await game.kill()
    return 'cut'
  }
}

/** Kills the game server a while from now, whatever it does then. */
function killAtMoment({ game }, random, noted) {
  const timer = setTimeout(() => {
    noted.push('moment')
    void game.kill()
  }, random() * 150)
  return () => clearTimeout(timer)
}

/**
 * One evening. Returns how often it was killed, what went wrong, and how many orders a kill at any moment split:
 * a message is removed from the store before it is shown, a punishment after it is set, and a kill in between is seen.
 */
async function evening(command, seed, atMoments) {
  const random = seeded(seed)
  const site = await new FakeSite({ keys: [key], contract: 2 }).start()
  const game = new Game({ command, url: site.url, key })
  // Before the first kill is planned, so that the first start is no slower than the others.
  await game.makeDirectory()
  const kit = { site, game }
  const kills = []
  const taken = []
  const orders = []
  const voided = []
  const start = async () => {
    const killsBefore = kills.length
    const isReady = await game.start()
    if (!isReady && kills.length === killsBefore) throw new Error(`the adapter ended: ${game.error}`)
    await game.joined(ann(), 'Ann')
  }
  const order = (type, data) => {
    const item = site.tell(type, { ...ann(), ...data })
    orders.push({ id: item.id, type, ...data })
  }
  const steps = [
    async () => {
      const match = duel(game)
      if (await game.match(match)) taken.push(match.matchId)
    },
    async () => order('message', { text: `hello ${orders.length}` }),
    async () => order('punish', { kind: 'mute' }),
    async () => order('rank', { rank: 'Gold' }),
    async () => {
      const [matchId] = taken
      if (matchId !== undefined && (await game.voidMatch(matchId, 'a test'))) voided.push(matchId)
    },
    async () => void site.faults.push(['lost-answer', 'cut', 'short'][Math.floor(random() * 3)]),
  ]
  const problems = []
  let split = 0
  try {
    for (let life = 0; life < 3; life += 1) {
      const isMoment = atMoments && random() < 0.5
      const endMoment = isMoment ? killAtMoment(kit, random, kills) : undefined
      await start()
      if (!isMoment) killAtPoint(kit, random, kills)
      for (let n = 0; n < 4 && game.isAlive; n += 1) {
        await steps[n === 0 ? 0 : Math.floor(random() * steps.length)]()
        await pause(random() * 40)
      }
      await until('the kill', () => !game.isAlive)
      endMoment?.()
    }
    site.faults = []
    await start()
    // The last life only sends what the others left, and takes what is still to be done.
    const last = await game.match(duel(game))
    if (!last) problems.push('the last life ended')
    await until('everything on the site', () => taken.every((id) => site.ledger.matches.has(id)))
    await until('every void', () => voided.every((id) => site.ledger.voids.has(id)))
    await until('every confirmation', () => site.outbox.length === 0)
    expectOnce(site, taken)
    for (const { id, data } of sent(site, 'match'))
      if (!site.ledger.events.has(id.toLowerCase()))
        problems.push(`event ${id} of ${data.matchId} was sent and is lost`)
    for (const { id, type, text } of orders) {
      if (type === 'rank') continue
      const times = game.did.filter((one) => (type === 'message' ? one.text === text : one.id === id)).length
      if (kills.includes('moment') && times === (type === 'message' ? 0 : 2)) split += 1
      else if (times !== 1) problems.push(`the ${type} "${text ?? id}" was done ${times} times`)
    }
    if (orders.some(({ type }) => type === 'rank') && game.done('rank').at(-1)?.rank !== 'Gold')
      problems.push('a rank is lost')
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    await game.end()
    await site.stop()
  }
  return { kills, matches: taken.length, orders: orders.length, split, problems }
}

/**
 * Plays that many evenings, a few at the same time. Returns how many went wrong. Half of the kills come at any moment;
 * without `atMoments` all come at requests, where an adapter can be exact.
 * @param {{ command: string, runs: number, seed?: number, atMoments?: boolean, atOnce?: number,
 *   print?: (line: string) => void }} options
 */
export async function killRuns({
  command,
  runs,
  seed = Date.now() % 1_000_000_000,
  atMoments = true,
  atOnce = 3,
  print = console.log,
}) {
  print(`${runs} kill runs, seed ${seed}`)
  const sums = { kills: 0, matches: 0, orders: 0, split: 0, failed: 0 }
  let next = 0
  const lane = async () => {
    while (next < runs) {
      const number = seed + next
      next += 1
      const { kills, problems, ...counts } = await evening(command, number, atMoments)
      sums.kills += kills.length
      sums.matches += counts.matches
      sums.orders += counts.orders
      sums.split += counts.split
      if (problems.length === 0) continue
      sums.failed += 1
      print(`FAIL kill run with seed ${number}, killed ${kills.join(', ')}: ${problems.join('; ')}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const { kills, matches, orders, split, failed } = sums
  // More than that is no bad luck.
  const isTooOften = split > 3 + orders / 50
  if (isTooOften) print(`FAIL ${split} orders were lost or repeated by a kill`)
  print(
    `${runs - failed} kill runs passed, ${failed} failed: ${kills} kills, ${matches} matches, ${orders} orders, ` +
      `${split} of them split by a kill`,
  )
  return failed + (isTooOften ? 1 : 0)
}
