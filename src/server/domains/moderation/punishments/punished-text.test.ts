import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'

let site: TestApp
let server: TestGameServer
let moderator: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { LANGUAGES: 'en, de, fr', RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  moderator = await memberWithRank(site, 'Moderator')
})
afterAll(() => site.close())

const until = '2031-05-03T12:00:00.000Z'
const spam = 'You sent the same thing again and again. Chat is for everybody: say it once.'

let players = 0
/** A player whose game says a language; undefined for one that says none. */
async function playing(language?: unknown) {
  players += 1
  const xuid = `25350000${players}`
  await server.report(event('player', { xuid, gamertag: `Tag ${xuid}`, language }))
  return xuid
}

async function linked(xuid: string, language: string | null) {
  const member = await site.member()
  const asked = await server.report(event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
  expect((await member.post('/api/link', { code: asked.json.results[0].code })).status).toBe(200)
  if (language !== null) await member.put('/api/user/language', { language })
  return member
}

const punish = (xuid: string, said: object = {}) =>
  event('punishment', { id: randomUUID(), xuid, kind: 'ban', reason: 'Fliegen', until, ...said })

const resultOf = async (...events: unknown[]) => (await server.send(...events)).json.results[0]

/** What the game is told to put into force, of this player. */
async function orderFor(xuid: string) {
  const { json } = await server.send(event('heartbeat', { playerCount: 0 }))
  return json.outbox.findLast(
    ({ type, data }: { type: string; data: { xuid: string } }) => type === 'punish' && data.xuid === xuid,
  )?.data
}

test('[languages.70] What the site has shown in game is in the language of the account, else of the game, else in the default: a ban that the game gave', async () => {
  const languages = [
    [await playing('de_DE'), 'de'],
    [await playing('fr-CA'), 'fr'],
    [await playing('es_ES'), 'en'],
    [await playing(), 'en'],
  ] as const
  const texts = {
    en: /^You are banned until 2031-05-03 12:00 UTC: Fliegen\nAppeal on the website at \/appeal with the code ([A-Z2-9]{8})\.$/,
    de: /^Du bist bis 2031-05-03 12:00 UTC gebannt: Fliegen\nEinspruch: auf der Website unter \/appeal mit dem Code ([A-Z2-9]{8})\.$/,
    fr: /^Tu es banni jusqu'au 2031-05-03 12:00 UTC\u00a0: Fliegen\n/,
  }
  for (const [xuid, language] of languages)
    expect((await resultOf(punish(xuid))).text).toMatch(texts[language])
  const [german] = languages[0]
  const sent = punish(german)
  const { text, appealCode } = await resultOf(sent)
  expect(text).toContain(appealCode)
  expect(await resultOf(sent)).toMatchObject({ status: 'duplicate', text, appealCode })
  await linked(german, 'fr')
  expect((await resultOf(punish(german))).text).toMatch(texts.fr)
  const [french] = languages[1]
  await linked(french, null)
  expect((await resultOf(punish(french))).text).toMatch(texts.fr)
})

test('[languages.70] … each kind of punishment, for good and for a time', async () => {
  const xuid = await playing('de_DE')
  const first = async (said: object) => (await resultOf(punish(xuid, said))).text.split('\n')[0]
  expect(await first({ until: undefined })).toBe('Du bist gebannt: Fliegen')
  expect(await first({ kind: 'mute', until: undefined })).toBe('Du bist stummgeschaltet: Fliegen')
  expect(await first({ kind: 'mute' })).toBe('Du bist bis 2031-05-03 12:00 UTC stummgeschaltet: Fliegen')
  expect(await first({ kind: 'kick' })).toBe('Du wurdest gekickt: Fliegen')
  expect(await first({ kind: 'warn' })).toBe('Du wurdest verwarnt: Fliegen')
})

test('[languages.70] … an odd language of a game is ignored, and takes nothing else with it; a late one changes nothing', async () => {
  const xuid = await playing('de_DE')
  const stored = async () => {
    const { rows } = await sql`SELECT language FROM game_identities WHERE value = ${xuid}`.execute(
      site.database.sql,
    )
    return rows[0]
  }
  for (const [n, language] of [
    '',
    'd',
    'de_DE; DROP TABLE users',
    7,
    null,
    ['fr'],
    'f'.repeat(90),
  ].entries()) {
    await server.report(event('player', { xuid, gamertag: `Odd ${n}`, language }))
    expect(await stored()).toEqual({ language: 'de-DE' })
  }
  const { rows } = await sql<{ gamertag: string }>`
    SELECT gamertag FROM users WHERE id = ${await accountOf(site, xuid)}`.execute(site.database.sql)
  expect(rows[0]?.gamertag).toBe('Odd 6')
  const said = { xuid, gamertag: 'Late', language: 'fr_FR' }
  await server.report(event('player', said, { at: '2026-01-01T00:00:00Z' }))
  expect(await stored()).toEqual({ language: 'de-DE' })
  await server.report(event('player', said))
  expect(await stored()).toEqual({ language: 'fr-FR' })
})

test('[languages.70] … a ban that staff gave on the site, with a reason of the templates; the words of its own reason stay', async () => {
  const xuid = await playing('de_DE')
  const userId = await accountOf(site, xuid)
  const ban = async (reason: string) =>
    expect(
      (await moderator.post('/api/admin/punishments', { userId, kind: 'ban', reason, until })).status,
    ).toBe(201)
  await ban(spam)
  const order = await orderFor(xuid)
  expect(order).toMatchObject({ reason: spam, kind: 'ban' })
  expect(order.text).toBe(
    `Du bist bis 2031-05-03 12:00 UTC gebannt: Du hast immer wieder dasselbe geschrieben. Der Chat ist für alle da: Sag es einmal.\nEinspruch: auf der Website unter /appeal mit dem Code ${order.appealCode}.`,
  )
  expect(order).not.toHaveProperty('said')
  await ban('Flying {reason} \\u0041')
  expect((await orderFor(xuid)).text).toMatch(/gebannt: Flying \{reason\} \\u0041\n/)
  await linked(xuid, 'en')
  expect((await orderFor(xuid)).text).toMatch(/^You are banned until 2031-05-03 12:00 UTC: Flying/)
  const confirmed = punish(xuid, { id: order.id, reason: spam })
  expect((await resultOf(confirmed)).text).toContain(`until 2031-05-03 12:00 UTC: ${spam}`)
})

test('[languages.70] … codes of links, what a cup says, and why neither is possible', async () => {
  const xuid = await playing('de_DE')
  const gamertag = `Tag ${xuid}`
  const asked = await resultOf(event('link.request', { xuid, gamertag }))
  expect(asked.text).toBe(
    `Dein Code ist ${asked.code.slice(0, 4)}-${asked.code.slice(4)}. Gib ihn innerhalb von 10 Minuten auf der Website in deinem Profil ein. Zeig ihn niemandem.`,
  )
  expect(await resultOf(event('link.remove', { xuid }))).toMatchObject({
    status: 'rejected',
    reason: 'this player is not linked',
    text: 'Die Website sagt: Dieser Spieler ist nicht verknüpft',
  })
  expect(await resultOf(event('cup.player', { xuid, action: 'ready' }))).toMatchObject({
    status: 'rejected',
    reason: 'This player is not linked to a member',
    text: 'Die Website sagt: Dieser Spieler ist mit keinem Mitglied verknüpft',
  })
  const english = await playing()
  expect((await resultOf(event('cup.player', { xuid: english, action: 'leave' }))).text).toBe(
    'The website says: This player is not linked to a member',
  )
})

test('[languages.70] … the language of a game is in the export of its player, and goes with their account', async () => {
  const xuid = await playing('de_DE')
  await server.report(event('match', match([player(xuid)])))
  const member = await linked(xuid, null)
  const { json } = await member.get('/api/account/export')
  expect(json.identities).toMatchObject([{ value: xuid, language: 'de-DE' }])
  expect((await member.post('/api/account/delete', { password, now: true })).status).toBe(204)
  await server.report(event('player', { xuid, gamertag: 'Back', language: 'de_DE' }))
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM game_identities WHERE forgotten_at IS NOT NULL AND language IS NOT NULL
  `.execute(site.database.sql)
  expect(rows[0]?.n).toBe(0)
})
