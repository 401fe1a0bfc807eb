import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { event, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'

export type Person = Awaited<ReturnType<typeof memberWithRank>>

export const somebody = () => `p${randomUUID().slice(0, 12)}`

/** Links a member to the player with this XUID. */
export async function link<Browser extends TestBrowser>(
  server: TestGameServer,
  member: Browser,
  xuid: string,
): Promise<Browser> {
  const said = await server.report(event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
  const linked = await member.post('/api/link', { code: said.json.results[0].code })
  expect(linked.status, linked.text).toBe(200)
  return member
}

export const unlink = async (member: TestBrowser): Promise<void> =>
  expect((await member.delete('/api/link')).status).toBe(204)

/** A member with a rank and a player. */
export async function linkedMember(
  site: TestApp,
  server: TestGameServer,
  rank: Rank,
  xuid = somebody(),
): Promise<Person & { xuid: string }> {
  const member = await link(server, await memberWithRank(site, rank), xuid)
  return Object.assign(member, { xuid })
}

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Reports `count` matches that the first won against the second; returns their ids, the oldest first. */
export async function playMatches(
  server: TestGameServer,
  winner: string,
  loser: string,
  count = 1,
): Promise<string[]> {
  const matches = Array.from({ length: count }, (_, index) =>
    match([player(winner, { points: 10 }), player(loser, { result: 'loss', points: -4 })], {
      startedAt: minutesAgo(count - index + 1),
      endedAt: minutesAgo(count - index),
    }),
  )
  for (let at = 0; at < matches.length; at += 50)
    await server.report(...matches.slice(at, at + 50).map((one) => event('match', one)))
  return matches.map(({ matchId }) => matchId)
}
