import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { accountOf, gameServer, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { whileOpen } from '../../../testing/while-open.ts'
import { setRank } from '../../accounts/users/queries.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'
import {
  link,
  linkedMember,
  minutesAgo,
  type Person,
  playMatches,
  somebody,
  unlink,
} from '../../moderation/testing/people.ts'
import { applyRulings } from './apply.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const reason = 'Boosted, see case 7'
const rule = (staff: Person, action: 'exclude' | 'restore', matchIds: readonly string[]) =>
  staff.post('/api/admin/rulings', { action, matchIds, reason })
const confirm = (staff: Person, id: number) => staff.post(`/api/admin/rulings/${id}/confirm`, {})
const promote = async (staff: Person, target: Person, rank: Rank) => {
  const said = await staff.patch(`/api/admin/members/${target.user.id}/rank`, { rank })
  expect(said.status, said.text).toBe(200)
}

async function excludedOf(matchIds: readonly string[]): Promise<number> {
  await applyRulings(site.context)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM excluded_matches WHERE match_id = ANY(${matchIds}::uuid[])
  `.execute(site.database.sql)
  return rows[0]!.n
}

describe('Ranks of who played', () => {
  test('[guards.05] matches of an equal or higher rank are refused by their ids as by a span, and nothing is stored', async () => {
    const moderator = await memberWithRank(site, 'Moderator')
    for (const rank of ['Moderator', 'Admin', 'Owner'] as const) {
      const above = await linkedMember(site, server, rank)
      const opponent = somebody()
      const ids = await playMatches(server, above.xuid, opponent, 3)
      expect((await rule(moderator, 'exclude', ids)).status).toBe(403)
      // Also as the opponent of whose span it is.
      for (const xuid of [above.xuid, opponent]) {
        const span = { userId: await accountOf(site, xuid), from: minutesAgo(60), to: minutesAgo(0) }
        const said = await moderator.post('/api/admin/rulings', { action: 'exclude', span, reason })
        expect(said.status).toBe(403)
      }
      expect(await excludedOf(ids)).toBe(0)
    }
  })

  test('[guards.05] who confirms needs a rank above everybody who played', async () => {
    const admin = await memberWithRank(site, 'Admin')
    const owner = await memberWithRank(site, 'Owner')
    const maker = await memberWithRank(site, 'Manager')
    const played = await linkedMember(site, server, 'Admin')
    const ids = await playMatches(server, played.xuid, somebody(), 21)
    const made = await rule(maker, 'exclude', ids)
    expect(made.status).toBe(202)
    expect((await confirm(admin, made.json.id)).status).toBe(403)
    expect(await excludedOf(ids)).toBe(0)
    expect((await confirm(owner, made.json.id)).status).toBe(200)
    expect(await excludedOf(ids)).toBe(21)
  })
})

describe('A threshold in slices', () => {
  test('[guards.06] matches of one player are added up over seven days for each maker, so the second slice of 20 waits', async () => {
    const moderator = await memberWithRank(site, 'Moderator')
    const other = await memberWithRank(site, 'Moderator')
    const [one, two] = [somebody(), somebody()]
    const ids = await playMatches(server, one, two, 60)
    expect((await rule(moderator, 'exclude', ids.slice(0, 20))).status).toBe(201)
    for (const slice of [ids.slice(20, 40), ids.slice(40), ids.slice(20, 21)])
      expect((await rule(moderator, 'exclude', slice)).json.state).toBe('waiting')
    expect(await excludedOf(ids)).toBe(20)
    // Another maker counts for themselves, and another player is counted apart.
    expect((await rule(other, 'exclude', ids.slice(20, 21))).status).toBe(201)
    const others = await playMatches(server, somebody(), somebody(), 20)
    expect((await rule(moderator, 'exclude', others)).status).toBe(201)
  })

  test('[guards.06] a second account of the maker counts for the maker, and what is older than seven days does not', async () => {
    const moderator = await linkedMember(site, server, 'Moderator')
    await unlink(moderator)
    const second = await link(server, await memberWithRank(site, 'Moderator'), moderator.xuid)
    const ids = await playMatches(server, somebody(), somebody(), 40)
    expect((await rule(moderator, 'exclude', ids.slice(0, 15))).status).toBe(201)
    expect((await rule(second, 'exclude', ids.slice(15, 30))).json.state).toBe('waiting')
    const old = await memberWithRank(site, 'Moderator')
    await sql`
      WITH made AS (
        INSERT INTO rulings (action, reason, made_by, matches, created_at)
        VALUES ('exclude', ${reason}, ${old.user.id}, 15, now() - interval '8 days') RETURNING id
      ), named AS (
        INSERT INTO ruling_matches SELECT id, match_id FROM made, unnest(${ids.slice(0, 15)}::uuid[]) AS match_id
      )
      INSERT INTO ruling_decisions (ruling_id, decision, made_by) SELECT id, 'apply', ${old.user.id} FROM made
    `.execute(site.database.sql)
    expect((await rule(old, 'exclude', ids.slice(15, 30))).status).toBe(201)
  })

  test('[guards.07] no part of what two people excluded is restored by one of them, nor by a third alone', async () => {
    const admin = await memberWithRank(site, 'Admin')
    const second = await memberWithRank(site, 'Admin')
    const third = await memberWithRank(site, 'Moderator')
    const ids = await playMatches(server, somebody(), somebody(), 21)
    const { json } = await rule(admin, 'exclude', ids)
    expect((await confirm(second, json.id)).status).toBe(200)
    await excludedOf(ids)
    for (const staff of [admin, second, third])
      expect((await rule(staff, 'restore', ids.slice(0, 1))).json.state).toBe('waiting')
    expect(await excludedOf(ids)).toBe(21)
    const asked = await rule(third, 'restore', ids.slice(0, 1))
    expect((await confirm(admin, asked.json.id)).status).toBe(200)
    expect(await excludedOf(ids)).toBe(20)
    // What two people restored is excluded again by two.
    expect((await rule(second, 'exclude', ids.slice(0, 1))).json.state).toBe('waiting')
  })
})

describe('The second person', () => {
  const waiting = async (maker: Person) => {
    const ids = await playMatches(server, somebody(), somebody(), 21)
    const made = await rule(maker, 'exclude', ids)
    expect(made.json.state).toBe('waiting')
    return { id: made.json.id as number, ids }
  }

  test('[guards.08] is not made on the spot: promoted since, or by the hand of the maker, before or since', async () => {
    const manager = await memberWithRank(site, 'Manager')
    const owner = await memberWithRank(site, 'Owner')
    const friend = await memberWithRank(site, 'Member')
    const before = await memberWithRank(site, 'Member')
    await promote(manager, before, 'Admin')
    const { id, ids } = await waiting(manager)
    await promote(manager, friend, 'Admin')
    const late = await memberWithRank(site, 'Member')
    await promote(owner, late, 'Admin')
    for (const staff of [friend, before, late]) expect((await confirm(staff, id)).status).toBe(403)
    expect(await excludedOf(ids)).toBe(0)
  })

  test('[guards.08] does not keep the rank by the maker’s hand, and a hand reaches through others', async () => {
    const manager = await memberWithRank(site, 'Manager')
    const owner = await memberWithRank(site, 'Owner')
    const kept = await memberWithRank(site, 'Admin')
    const helper = await memberWithRank(site, 'Member')
    const hers = await memberWithRank(site, 'Member')
    await promote(manager, helper, 'Admin')
    await promote(owner, helper, 'Manager')
    await promote(helper, hers, 'Admin')
    const { id, ids } = await waiting(manager)
    await promote(manager, kept, 'Helper')
    await promote(manager, kept, 'Admin')
    for (const staff of [kept, hers]) expect((await confirm(staff, id)).status).toBe(403)
    expect(await excludedOf(ids)).toBe(0)
  })

  test('[guards.08] is not the maker’s second account', async () => {
    const manager = await linkedMember(site, server, 'Manager')
    await unlink(manager)
    const second = await link(server, await memberWithRank(site, 'Admin'), manager.xuid)
    const { id, ids } = await waiting(manager)
    expect((await confirm(second, id)).status).toBe(403)
    expect(await excludedOf(ids)).toBe(0)
  })

  test('[field.195] is also who was restricted once, when that had ended before it was made', async () => {
    const manager = await memberWithRank(site, 'Manager')
    const admin = await memberWithRank(site, 'Admin')
    await sql`
      INSERT INTO restrictions (user_id, reason, created_at, until)
      VALUES (${admin.user.id}, 'Insults others', now() - interval '2 days', now() - interval '1 day')
    `.execute(site.database.sql)
    const { id } = await waiting(manager)
    expect((await confirm(admin, id)).status).toBe(200)
  })

  test('[powers.114] is not who was restricted when it was made, and has the rank still when they decide', async () => {
    const manager = await memberWithRank(site, 'Manager')
    const owner = await memberWithRank(site, 'Owner')
    const restricted = await memberWithRank(site, 'Admin')
    const restriction = `/api/admin/members/${restricted.user.id}/restriction`
    expect((await owner.post(restriction, { reason: 'Insults others', days: 3 })).status).toBeLessThan(300)
    const { id, ids } = await waiting(manager)
    expect((await owner.delete(restriction)).status).toBe(204)
    expect((await confirm(restricted, id)).status).toBe(403)

    const demoted = await memberWithRank(site, 'Admin')
    const { id: next, ids: others } = await waiting(manager)
    const { result } = await whileOpen(
      site.database,
      (transaction) =>
        sql`UPDATE users SET rank = 'Member' WHERE id = ${demoted.user.id}`.execute(transaction),
      () => confirm(demoted, next),
    )
    expect([result.status, await excludedOf([...ids, ...others])]).toEqual([403, 0])
  })

  test('[guards.08] may have the rank from somebody else, or from the command line, which is nobody’s hand', async () => {
    const manager = await memberWithRank(site, 'Manager')
    const owner = await memberWithRank(site, 'Owner')
    const byOwner = await memberWithRank(site, 'Member')
    await promote(owner, byOwner, 'Admin')
    const byConsole = await memberWithRank(site, 'Member')
    await setRank(site.database.sql, byConsole.user.username, 'Admin')
    for (const staff of [byOwner, byConsole]) {
      const { id, ids } = await waiting(manager)
      expect((await confirm(staff, id)).status).toBe(200)
      expect(await excludedOf(ids)).toBe(21)
    }
  })
})
