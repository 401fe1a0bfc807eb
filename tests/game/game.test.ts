import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch, openTab, register, visit } from '../e2e/support/browser.ts'
import { timePasses } from '../e2e/support/cup-time.ts'
import { freeUdpPort } from '../e2e/support/game-server.ts'
import { cli, Person } from '../e2e/support/people.ts'
import { endSite, type Site, startSite } from '../e2e/support/site.ts'
import { join, type Player, turnedAway } from './client.mjs'
import { GameServer, Plugins } from './game-server.ts'

// Each step begins with what the one before it left behind: an evening on one server.

const motd = 'Arena of the test'
/**
 * From the end of a duel to the board that shows it. `npm run game` sets it. A machine that runs all tests is too busy for
 * the figure to say anything about the site.
 */
const liveMs = Number(process.env.LIVE_MS ?? Number.POSITIVE_INFINITY)

let port: number
let site: Site
let game: GameServer
let plugins: Plugins
let browser: Browser
let page: Page
let key: string
let ann: Player
let ben: Player
let owner: Person

beforeAll(async () => {
  plugins = new Plugins()
  port = await freeUdpPort()
  browser = await launch()
})
afterAll(async () => {
  for (const player of [ann, ben]) player?.drop()
  await game?.kill()
  await browser?.close()
  await endSite(site)
  await plugins?.remove()
})

// Each step begins where the one before it ended.
beforeEach(({ task, skip }) =>
  skip(
    task.file.tasks.some(({ result }) => result?.state === 'fail'),
    'an earlier step failed',
  ),
)

const startGame = () => GameServer.start({ port, motd, plugins, url: site.url, key })

async function makeKey(name: string): Promise<string> {
  const [secret = ''] = (await cli(site, ['key', 'create', name])).split(/\s+/).slice(-1)
  return secret
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the site responds and asserts on it.
async function get(path: string): Promise<any> {
  const response = await fetch(site.url + path)
  expect(response.status, path).toBe(200)
  return response.json()
}

const gamertags = ['Arena Ann', 'Arena Ben'] as const
const skinColors = [
  [200, 60, 40],
  [40, 120, 200],
] as const

const enter = (who: 0 | 1) => join(gamertags[who], port, skinColors[who])

/** The ids of both players, by their names in game. */
async function ids(): Promise<readonly [number, number]> {
  const find = async (name: string) => {
    const found = await get(`/api/players/search?username=${encodeURIComponent(name)}`)
    return found.find(({ user }: { user: { username: string } }) => user.username === name)?.user.id
  }
  return [await find(gamertags[0]), await find(gamertags[1])]
}

/** Wins, losses and points in boxing of both, and how many matches each has. */
async function figures() {
  const of = async (id: number) => {
    const { wins, losses, points } = await get(`/api/stats/${id}?gameType=boxing`)
    const matches = await get(`/api/players/${id}/matches`)
    return { wins, losses, points, matches: matches.length }
  }
  const [annId, benId] = await ids()
  return { ann: await of(annId), ben: await of(benId) }
}

/** The color of a picture's first pixel, and its opacity; none before it is loaded. */
const colorOf = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => {
    const drawing = document.createElement('canvas').getContext('2d')
    drawing?.drawImage(image, 0, 0)
    return [...(drawing?.getImageData(0, 0, 1, 1).data ?? [])]
  })

/** Both queue and the duel begins. Returns how many lines each had read before. */
async function beginDuel() {
  const skips = { ann: ann.texts.length, ben: ben.texts.length }
  for (const player of [ann, ben]) player.command('/duel')
  await Promise.all([ann.reads(/The duel begins/, skips.ann), ben.reads(/The duel begins/, skips.ben)])
  return skips
}

/** A duel that the first player wins. Returns the id of its match. */
async function duel(winner: Player, loser: Player): Promise<string> {
  const skips = await beginDuel()
  return winDuel(winner, loser, winner === ann ? skips.ann : skips.ben)
}

async function winDuel(winner: Player, loser: Player, skip: number): Promise<string> {
  const end = winner.reads(/^Reported (\S+), won by (.+)$/, skip)
  const [, matchId = '', name] = await winner.attacks(loser.name, end)
  expect(name).toBe(winner.name)
  return matchId
}

const expectFigures = (wanted: Awaited<ReturnType<typeof figures>>) => expect.poll(figures).toEqual(wanted)

test('1. the site starts, and the operator makes a key', async () => {
  site = await startSite({ GAME_PORT: String(port) })
  key = await makeKey('Arena')
  expect(key.length).toBeGreaterThan(20)
})

test('2. the game server starts with the plugin; the site shows its name, version and 0 players', async () => {
  const tab = await openTab(browser)
  page = tab.page
  await visit(page, site.url)
  await page.getByRole('banner').getByText('Server Offline').waitFor()
  game = await startGame()
  await page.getByRole('banner').getByText('0 Players Online', { exact: true }).waitFor()
  // A heartbeat may come before the first ping that succeeds.
  await expect
    .poll(() => get('/api/minecraft/status'))
    .toMatchObject({
      isOnline: true,
      source: 'ping',
      motd,
      version: '1.26.20',
      playerCount: 0,
      maxPlayers: 20,
    })
})

test('3. [game.19] [game.29] two clients join: the header counts 2, and both have a page with the face of their skin', async () => {
  ann = await enter(0)
  ben = await enter(1)
  await page.getByRole('banner').getByText('2 Players Online', { exact: true }).waitFor()
  await expect.poll(ids).toEqual([expect.any(Number), expect.any(Number)])
  for (const [index, id] of (await ids()).entries()) {
    await visit(page, `${site.url}/player/${id}`)
    await page.getByRole('heading', { name: gamertags[index]! }).first().waitFor()
    const face = page.locator(`main img[src*="/avatars/${id}/face-"]`).first()
    await face.waitFor()
    await expect.poll(() => colorOf(face)).toEqual([...skinColors[index]!, 255])
  }
})

test('4. [game.20] /link shows a code; once a member enters it, chat says so, and ranks arrive in game', async () => {
  await register(page, site.url, 'arena_member')
  ann.command('/link')
  const [, code = ''] = await ann.reads(/Your code is ([A-Z0-9]{4}-[A-Z0-9]{4})/)
  await visit(page, `${site.url}/profile#link`)
  // A hydrated page gives the field the focus.
  await page.locator('input:focus').waitFor()
  await page.getByLabel('Link code').fill(code)
  await page.getByRole('button', { name: 'Link account' }).click()
  await page.getByText('Verified:').waitFor()
  await ann.reads(/You are now linked to your account on the website/)
  await ann.reads(/Your rank on the website is Member/)
  await cli(site, ['user', 'rank', 'arena_member', 'Diamond'])
  await ann.reads(/Your rank on the website is Diamond/)
})

test('5. [game.21] duels: board, profile and match page show each exactly once, an open board without a reload', async () => {
  await visit(page, `${site.url}/leaderboards?gameType=boxing`)
  const row = page.locator('table tbody').first().getByRole('row').filter({ hasText: gamertags[0] })
  let matchId = ''
  const delaysMs: number[] = []
  for (const points of ['12', '24', '36']) {
    matchId = await duel(ann, ben)
    const endedAt = Date.now()
    await row.filter({ hasText: points }).waitFor()
    delaysMs.push(Date.now() - endedAt)
  }
  console.log(`The open board showed the duels ${delaysMs.join(', ')} ms after their end`)
  expect(Math.max(...delaysMs), 'milliseconds until the board showed a duel').toBeLessThan(liveMs)
  await expectFigures({
    ann: { wins: 3, losses: 0, points: 36, matches: 3 },
    ben: { wins: 0, losses: 3, points: -27, matches: 3 },
  })
  const { players }: { players: { user: { username: string }; hits: number }[] } = await get(
    `/api/matches/${matchId}`,
  )
  expect(players.map(({ user, hits }) => [user.username, hits])).toEqual([
    [gamertags[0], 3],
    [gamertags[1], 0],
  ])
  const [annId] = await ids()
  await visit(page, `${site.url}/player/${annId}`)
  const rows = page.getByRole('region', { name: 'Recent matches' }).getByRole('listitem')
  const links = rows.locator(`a[href="/match/${matchId}"]`)
  await links.first().waitFor()
  expect(await links.count()).toBe(1)
  await visit(page, `${site.url}/match/${matchId}`)
  await page.getByRole('heading', { name: 'Winner' }).waitFor()
})

test('6. who disconnects in a duel loses it', async () => {
  const { ann: skip } = await beginDuel()
  await ben.leaves()
  expect(await ann.reads(/^Reported \S+, won by (.+)$/, skip)).toMatchObject({ 1: gamertags[0] })
  await expectFigures({
    ann: { wins: 4, losses: 0, points: 48, matches: 4 },
    ben: { wins: 0, losses: 4, points: -36, matches: 4 },
  })
  ben = await enter(1)
})

test('7. [game.22] kill -9 of the site in a duel and of the game server after it: once both are back, one match each', async () => {
  const { ben: skip } = await beginDuel()
  const { url, dataDir } = site
  await site.kill()
  await winDuel(ben, ann, skip)
  await game.kill()
  for (const player of [ann, ben]) player.drop()
  site = await startSite({ GAME_PORT: String(port), PORT: new URL(url).port }, dataDir)
  game = await startGame()
  await expectFigures({
    ann: { wins: 4, losses: 1, points: 39, matches: 5 },
    ben: { wins: 1, losses: 4, points: -24, matches: 5 },
  })
  await cli(site, ['ledger', 'verify'])
  ann = await enter(0)
  ben = await enter(1)
})

test('8. [ranked.58] a match says what it did to ratings and to the record; taken back in game it no longer counts, and its players are notified', async () => {
  const before = await figures()
  const matchId = await duel(ann, ben)
  await expect.poll(async () => (await figures()).ann.wins).toBe(before.ann.wins + 1)
  await expect.poll(async () => (await get(`/api/matches/${matchId}`)).rated).toBe(true)
  await visit(page, `${site.url}/match/${matchId}`)
  await page.getByText(/± \d+ met .* ± \d+: expected \d+.%, won, \+\d+\.$/).waitFor()
  await page.getByText(/^Head to head: \d+ matches/).waitFor()
  ann.command('/void')
  await expect.poll(async () => (await get(`/api/matches/${matchId}`)).voided).toBe(true)
  const after = await figures()
  const withoutCount = ({ matches: _, ...counted }: { matches: number }) => counted
  expect([after.ann, after.ben].map(withoutCount)).toEqual([before.ann, before.ben].map(withoutCount))
  const notice = /^Boxing re-rated: a match of .+ was voided, −\d+\.$/
  const notices = async (): Promise<{ text: string }[]> =>
    (await page.request.get(`${site.url}/api/notices`)).json()
  await expect
    .poll(async () => (await notices()).map(({ text }) => text))
    .toEqual([expect.stringMatching(notice)])
  await visit(page, `${site.url}/match/${matchId}`)
  await page.getByText('Voided matches are not rated.').waitFor()
  await visit(page, `${site.url}/profile`)
  await page.getByText(notice).waitFor()
})

test('9. [game.23] a revoked key costs one line in the console, and no match', async () => {
  const before = await figures()
  const [, id = ''] = (await cli(site, ['key', 'list'])).match(/^(\d+)\b.*Arena/m) ?? []
  await cli(site, ['key', 'revoke', id])
  await game.says(/Is the key right\?/)
  await duel(ann, ben)
  expect(game.lines.filter((line) => line.includes('Is the key right?'))).toHaveLength(1)
  expect(await figures()).toEqual(before)
  await game.kill()
  key = await makeKey('Arena, second key')
  game = await startGame()
  await expect.poll(async () => (await figures()).ann.wins).toBe(before.ann.wins + 1)
})

test('10. [game.44] a punishment in game shows on the site, and one of the site reaches the game and is confirmed', async () => {
  for (const player of [ann, ben]) player.drop()
  ann = await enter(0)
  ben = await enter(1)
  owner = await Person.owner(site, 'Arena Owner')
  const [annId, benId] = await ids()
  const listOf = (id: number) => owner.do('GET', `/api/admin/punishments?userId=${id}`)
  ann.command('/swear')
  await expect
    .poll(() => listOf(annId))
    .toMatchObject([
      { kind: 'warn', reason: 'Mind your language', by: 'Duels', source: 'game', state: 'given' },
    ])
  const skip = ben.texts.length
  const mute = { userId: benId, kind: 'mute', reason: 'Spam in chat' }
  const given = await owner.do('POST', '/api/admin/punishments', mute)
  expect(given).toMatchObject({ state: 'active', confirmed: false })
  await ben.reads(/punish: mute Spam in chat/, skip)
  await expect.poll(() => listOf(benId)).toMatchObject([{ id: given.id, source: 'site', confirmed: true }])
  await owner.do('POST', `/api/admin/punishments/${given.id}/lift`, { reason: 'Enough' })
  await ben.reads(/pardon: {2}Enough/, skip)
  expect(await listOf(benId)).toMatchObject([{ state: 'lifted', liftReason: 'Enough' }])
})

/** Asks without an account. */
async function requestAsVisitor(
  path: string,
  init: { headers?: Record<string, string>; body?: object } = {},
) {
  const { headers, body } = init
  const response = await fetch(site.url + path, {
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: response.status, json: await response.json() }
}

const byCode = (code: string) =>
  requestAsVisitor('/api/appeals/by-code', { headers: { 'appeal-code': code } })

const screenOf = (until: string, code: string) => `Banned: Flying. Until: ${until}. Code to appeal: ${code}`

let appealCode: string

test('11. [fair.91] the screen of a ban in game shows a code, and keeps the player out; the code opens an appeal without an account', async () => {
  ann.command('/fly')
  const screen = await ann.kicked()
  ;[, appealCode = ''] = /Code to appeal: ([A-Z0-9]{8})$/.exec(screen) ?? []
  expect(screen).toBe(screenOf('further notice', appealCode))
  expect(await turnedAway(gamertags[0], port, skinColors[0])).toBe(screen)
  expect((await byCode('AAAAAAAA')).status).toBe(404)
  expect(
    (await requestAsVisitor('/api/appeals', { body: { code: appealCode, text: 'No.' } })).json.fields,
  ).toEqual({
    text: expect.any(String),
  })
  const banned = { about: { kind: 'ban', reason: 'Flying', state: 'active', until: null } }
  expect((await byCode(appealCode)).json).toMatchObject({ ...banned, appeal: null, mayAppeal: true })
  const text = 'I did not fly: the knockback of a fireball threw me over the wall.'
  const sent = await requestAsVisitor('/api/appeals', { body: { code: appealCode, text } })
  expect(sent).toMatchObject({ status: 201, json: { ...banned, state: 'open', messages: [{ text }] } })
})

test('12. [fair.92] a reduced ban reaches the game and its screen, and the pages of the player and of staff; lifted, the player is back in the game', async () => {
  const [annId] = await ids()
  const [appeal] = await owner.do('GET', '/api/admin/appeals')
  const path = `/api/admin/appeals/${appeal.id}`
  await owner.do('POST', `${path}/claim`)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const note = 'It was a fireball, and a long flight after it.'
  await owner.do('POST', `${path}/decisions`, { outcome: 'reduced', note, until })
  expect((await byCode(appealCode)).json).toMatchObject({
    about: { state: 'active', until },
    appeal: { state: 'reduced', note },
  })
  await visit(page, `${site.url}/appeal`)
  await page.getByText('Reduced.').waitFor()
  await page.getByText(note).waitFor()
  const tab = await openTab(browser)
  await owner.sitDownAt(tab.context)
  await visit(tab.page, `${site.url}/player/${annId}`)
  await tab.page.getByRole('button', { name: 'Punishments' }).click()
  const row = tab.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Flying' })
  await row.locator(`time[datetime="${until}"]`).waitFor()
  await tab.close()
  await game.says(new RegExp(`is banned until ${until}`))
  expect(await turnedAway(gamertags[0], port, skinColors[0])).toBe(screenOf(until, appealCode))
  const { punishmentId } = (await byCode(appealCode)).json.about
  await owner.do('POST', `/api/admin/punishments/${punishmentId}/lift`, { reason: 'Long enough' })
  await game.says(/The ban of \S+ is over/)
  ann = await enter(0)
  expect((await byCode(appealCode)).json.about).toMatchObject({ state: 'lifted' })
})

/** A member with a player who is on no server. */
async function absentMember(name: string, xuid: string, secret: string): Promise<Person> {
  const person = await Person.register(site, name)
  const data = { xuid, gamertag: name }
  const event = { id: randomUUID(), type: 'link.request', at: new Date().toISOString(), data }
  const { json } = await requestAsVisitor('/api/ingest/events', {
    headers: { authorization: `Bearer ${secret}` },
    body: { events: [event] },
  })
  await person.do('POST', '/api/link', { code: json.results[0].code })
  return person
}

/**
 * Types a command until the website has answered: between two of them a player waits five seconds. Typed again, one that
 * was answered changes nothing.
 */
async function typed(player: Player, command: string, answer: RegExp): Promise<void> {
  const skip = player.texts.length
  const isAnswered = () => player.texts.slice(skip).some((text) => answer.test(text))
  const type = () => {
    if (!isAnswered()) player.command(command)
    return isAnswered()
  }
  await expect.poll(type, { interval: 1_000 }).toBe(true)
}

/** Types /link until there is a code that the website takes; a newer one ends those before it. */
async function linked(player: Player, member: Person): Promise<void> {
  const skip = player.texts.length
  const link = async () => {
    const codes = player.texts
      .slice(skip)
      .flatMap((text) => /^Your code is ([A-Z0-9]{4}-[A-Z0-9]{4})/.exec(text)?.[1] ?? [])
    if (codes.length === 0) player.command('/link')
    return codes.length > 0 && (await member.send('POST', '/api/link', { code: codes.at(-1) })).status === 200
  }
  await expect.poll(link, { interval: 1_000 }).toBe(true)
}

test('13. [cups.76] two clients in a cup: who is not linked is refused; they check in and say ready in game, read their calls, play a final of three matches, the bracket live in a browser, and one is champion', async () => {
  const startDate = new Date(Date.now() + 60 * 60_000).toISOString()
  const { id } = await owner.do('POST', '/api/events', { title: 'Arena Cup', startDate })
  const fields = { format: 'single', mode: 'boxing', seats: 4, minimum: 4, finalBestOf: 3 }
  await owner.do('PUT', `/api/admin/events/${id}/cup`, fields)
  const cup = () => get(`/api/cups/${id}`)
  const skips = { ann: ann.texts.length, ben: ben.texts.length }

  await typed(ben, '/checkin', /^The website says: This player is not linked to a member/)
  const second = await Person.register(site, 'arena_second')
  await linked(ben, second)
  const secret = await makeKey('Elsewhere')
  const absent = [
    await absentMember('Arena Cid', '2535499999999901', secret),
    await absentMember('Arena Dan', '2535499999999902', secret),
  ]

  await visit(page, `${site.url}/cups/${id}`)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('You are registered.').waitFor()
  for (const person of [second, ...absent]) await person.do('POST', `/api/events/${id}/register`)
  await timePasses(site, id, 40)
  for (const person of absent) await person.do('PUT', `/api/cups/${id}/check-in`)
  for (const player of [ann, ben]) await typed(player, '/checkin', /^You are checked in\.$/)
  await page.getByText('4 of 4 seats').waitFor()

  await timePasses(site, id, 21)
  await Promise.all(
    [ann, ben].map((player) =>
      player.reads(/^Your match in a cup: against Arena (Cid|Dan), boxing, one game/, 0),
    ),
  )
  await page.getByRole('heading', { name: 'My next match' }).waitFor()
  await typed(ann, '/ready', /^You are ready/)
  // Nobody comes against them; Ben is on the game server, which is enough.
  await timePasses(site, id, 6)
  await ann.reads(/^Your match in a cup: against Arena Ben, boxing, first to 2, \d+ min left/, skips.ann)
  await ben.reads(/^Your match in a cup: against Arena Ann, boxing, first to 2/, skips.ben)

  const bracket = page.getByRole('region', { name: 'Bracket' })
  const shows = (text: RegExp) =>
    bracket.getByRole('link', { name: text }).or(bracket.getByText(text)).first().waitFor()
  const score = (anns: number, bens: number) =>
    new RegExp(`^Final: (?=.*Arena Ann ${anns})(?=.*Arena Ben ${bens})`)
  const played = [await duel(ann, ben)]
  await shows(score(1, 0))
  played.push(await duel(ben, ann))
  await shows(score(1, 1))
  played.push(await duel(ann, ben))
  await shows(/^Final: .*Arena Ann wins$/)
  const [final] = (await cup()).rounds.at(-1).nodes
  expect(final).toMatchObject({ matchIds: played, result: { winner: expect.any(Number) } })
  await expect.poll(async () => (await cup()).phase).toBe('closing')
  await timePasses(site, id, 11)
  await page.getByText('Champion:').waitFor()
  expect(await cup()).toMatchObject({ phase: 'final', champion: { username: gamertags[0] } })
})
