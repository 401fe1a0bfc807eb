import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import {
  createCup,
  cupSite,
  linkedMember,
  type Player,
  passTime,
  played,
  staffMember,
  work,
} from './testing/cup-setup.ts'

const environment = { RATE_LIMITS: 'off' } as const
let site: TestApp
let server: TestGameServer
let staff: TestBrowser
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite({
    environment: { DISCORD_WEBHOOK_CUPS: 'https://discord.com/api/webhooks/1/abc' },
  }))
})
afterAll(() => site.close())

const announced = async (of = site) => {
  const { rows } = await sql<{ kind: string; title: string; text: string | null; link: string }>`
    SELECT kind, title, text, link FROM discord_messages ORDER BY id
  `.execute(of.database.sql)
  return rows
}
const titlesOf = async (id: number) =>
  (await announced()).filter(({ link }) => link === `/cups/${id}`).map(({ title }) => title)

/** A cup of four that checked in. */
async function checkedIn(of = site, by = staff, from = server) {
  const id = await createCup(of, by)
  const players: Player[] = []
  for (let index = 0; index < 4; index += 1) players.push(await linkedMember(of, from))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(of, id, 24 * 60 - 20)
  await work(of)
  await work(of)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  return { id, players }
}

const roundsOf = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json.rounds

test('[cups.130] Without a webhook for cups, and of an ordinary event, Discord hears nothing', async () => {
  const other = await testApp({ environment })
  try {
    const from = await gameServer(other)
    const { id } = await checkedIn(other, await staffMember(other), from)
    await passTime(other, id, 20)
    await work(other)
    expect(await announced(other)).toEqual([])
  } finally {
    await other.close()
  }
})

test('[cups.131] [cups.132] Discord hears once that check-in is open, that the final is played and who is champion; a changed champion is announced again', async () => {
  const { id, players } = await checkedIn()
  const open = 'Check-in is open: Bridge Cup'
  expect(await titlesOf(id)).toEqual([open])
  await passTime(site, id, 20)
  await work(site)
  const of = (entrant: number) => players.find(({ user }) => user.id === entrant)!
  const decide = async (round: number) => {
    for (const { sides } of (await roundsOf(id))[round].nodes)
      await server.report(played(of(sides[0]), of(sides[1])))
    await work(site)
    await work(site)
  }
  await decide(0)
  const final = 'The final of Bridge Cup is being played'
  expect(await titlesOf(id)).toEqual([open, final])
  await decide(1)
  const node = (await roundsOf(id))[1].nodes[0]
  const isChampion = (entrant: number) => `${of(entrant).user.username} is the champion of Bridge Cup`
  const [first, second] = node.sides
  expect(await titlesOf(id)).toEqual([open, final, isChampion(first)])

  const moderator = await memberWithRank(site, 'Moderator')
  const award = async (entrant: number) => {
    const body = { kind: 'award', node: node.id, entrant, reason: 'The other side left the game' }
    expect((await moderator.post(`/api/admin/cups/${id}/rulings`, body)).status).toBe(200)
  }
  await award(first)
  expect(await titlesOf(id)).toHaveLength(3)
  await award(second)
  await award(first)
  expect((await titlesOf(id)).slice(2)).toEqual([first, second, first].map(isChampion))
  expect((await announced()).at(-1)).toMatchObject({ kind: 'cups', text: 'The result was corrected.' })
  await passTime(site, id, 60)
  await work(site)
  expect((await titlesOf(id)).slice(5)).toEqual([])
})

test('[cups.133] Discord hears once that a cup was cancelled', async () => {
  const id = await createCup(site, staff)
  const body = { kind: 'cancel', reason: 'The server is down tonight' }
  expect((await staff.post(`/api/admin/cups/${id}/rulings`, body)).status).toBe(200)
  await work(site)
  await work(site)
  expect(await titlesOf(id)).toEqual(['Bridge Cup was cancelled'])
})
