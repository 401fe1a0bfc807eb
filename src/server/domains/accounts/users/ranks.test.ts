import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { event, gameServer } from '../../../testing/game-server.ts'
import { testApp } from '../../../testing/test-app.ts'
import { setRank } from './queries.ts'

test('a change of a rank that is no staff rank is left for every game server in the same transaction, for linked members only', async () => {
  const site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  try {
    const [here, there] = [await gameServer(site), await gameServer(site)]
    const [linked, plain] = [await site.member('Linked'), await site.member('Plain')]
    await here.report(event('link.code', { xuid: '2535', gamertag: 'Tag', code: 'ABCD2345' }))
    expect((await linked.post('/api/link', { code: 'ABCD2345' })).status).toBe(200)
    await sql`DELETE FROM outbox`.execute(site.database.sql)

    expect(await setRank(site.database.sql, 'LINKED', 'Gold')).toBe(true)
    expect(await setRank(site.database.sql, plain.user.username, 'Gold')).toBe(true)
    expect(await setRank(site.database.sql, 'nobody', 'Gold')).toBe(false)
    const { rows: entries } = await sql`
      SELECT actor_id, actor_name, before, after FROM audit_log WHERE action = 'member.rank' ORDER BY id
    `.execute(site.database.sql)
    const entry = { actor_id: null, actor_name: 'command line', after: { rank: 'Gold' } }
    expect(entries).toEqual([
      { ...entry, before: { rank: 'Member' } },
      { ...entry, before: { rank: 'Member' } },
    ])
    const { rows } = await sql`SELECT type, data, server_id FROM outbox ORDER BY server_id`.execute(
      site.database.sql,
    )
    const item = { type: 'rank', data: { xuid: '2535', rank: 'Gold' } }
    expect(rows).toEqual([
      { ...item, server_id: here.id },
      { ...item, server_id: there.id },
    ])
  } finally {
    await site.close()
  }
})
