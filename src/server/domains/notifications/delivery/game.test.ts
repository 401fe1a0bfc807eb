import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { event, gameServer, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { sweepLedger } from '../../matches/ledger/queries/events.ts'
import { deliverInGame } from './game.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['notifications', 'outbox'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
})

let players = 0

/** A member who wants news in game, linked to a player or not. */
async function reader({ isLinked }: { isLinked: boolean }) {
  const member = await site.member()
  await member.put('/api/notifications/choices', { kind: 'news', game: true })
  if (isLinked)
    await sql`INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', ${`77${++players}`}, ${member.user.id})`.execute(
      site.database.sql,
    )
  return member
}

const news = (userId: number, title = 'Season 2 starts') =>
  sql`INSERT INTO notifications (user_id, kind, event_key, title, link) VALUES
    (${userId}, 'news', ${`news:${title.length}`}, ${title}, '/rules')`.execute(site.database.sql)

const heartbeat = () => event('heartbeat', { playerCount: 0, maxPlayers: 100, version: '1.21' })

const outbox = async () =>
  (await server.report(heartbeat())).json.outbox.map(({ type, data }: { type: string; data: object }) => ({
    type,
    data,
  }))

test('[voice.24] a linked player gets one chat message, and nobody else does', async () => {
  const [linked, unlinked] = [await reader({ isLinked: true }), await reader({ isLinked: false })]
  for (const { user } of [linked, unlinked]) await news(user.id)
  expect(await Promise.all([deliverInGame(site.context, 10), deliverInGame(site.context, 10)])).toContain(1)
  await deliverInGame(site.context, 10)
  expect(await outbox()).toEqual([
    { type: 'message', data: { xuid: `77${players}`, text: 'Season 2 starts' } },
  ])
})

test('[voice.24] names hold no formatting codes and no lines', async () => {
  await news((await reader({ isLinked: true })).user.id, '§kHidden\n§4Red §')
  await deliverInGame(site.context, 10)
  expect(await outbox()).toMatchObject([{ data: { text: 'Hidden Red' } }])
})

test('[voice.24] a message that no server took within a day is not sent and goes', async () => {
  await news((await reader({ isLinked: true })).user.id)
  await deliverInGame(site.context, 10)
  await sql`UPDATE outbox SET expires_at = expires_at - interval '24 hours'`.execute(site.database.sql)
  expect(await outbox()).toEqual([])
  await sweepLedger(site.database.sql)
  const { rows } = await sql`SELECT id FROM outbox`.execute(site.database.sql)
  expect(rows).toEqual([])
})

test('[voice.24] what is not wanted in game any more is not said there', async () => {
  const member = await reader({ isLinked: true })
  await news(member.user.id)
  await member.put('/api/notifications/choices', { kind: 'news', game: false })
  expect(await deliverInGame(site.context, 10)).toBe(1)
  expect(await outbox()).toEqual([])
})
