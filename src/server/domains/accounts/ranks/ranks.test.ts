import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { areas } from '../../../../contract/accounts/areas.ts'
import type { RankRecord } from '../../../../contract/accounts/rank-admin-schemas.ts'
import { listRanks, packRanks, type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { requireSecondPerson } from '../hands/queries/second-person.ts'
import { mergedRanksJob } from './move-members.ts'
import { loadRanks } from './rank-store.ts'

let site: TestApp
let owner: TestBrowser

const ranked = async (rank: Rank, on = site) => {
  const browser = await on.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(on.database.sql)
  return browser
}

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  owner = await ranked('Owner')
})
afterAll(() => site.close())

beforeEach(async () => {
  await sql`UPDATE users SET rank = 'Member' WHERE rank NOT IN (SELECT key FROM ranks WHERE number < 10)`.execute(
    site.database.sql,
  )
  await sql`DELETE FROM ranks WHERE number > 9`.execute(site.database.sql)
  await sql`UPDATE ranks SET name = key, colour = NULL, is_shown = true, position = number,
    aliases = CASE key WHEN 'Moderator' THEN ARRAY['mod'] ELSE '{}' END`.execute(site.database.sql)
  await loadRanks(site.database.sql)
})

const list = async (by = owner): Promise<RankRecord[]> => (await by.get('/api/admin/ranks')).json
const create = (body: object, by = owner) =>
  by.post('/api/admin/ranks', { colour: '#FF66AA', power: 'member', ...body })
const change = (key: string, body: object, by = owner) =>
  by.patch(`/api/admin/ranks/${encodeURIComponent(key)}`, body)
const merge = (key: string, into: string, by = owner) =>
  by.post(`/api/admin/ranks/${encodeURIComponent(key)}/merge`, { into })
const stored = async () =>
  (
    await sql<{
      key: string
    }>`SELECT key, number, name, colour, power, areas, level, position, aliases, is_shown, merged_into
      FROM ranks ORDER BY number`.execute(site.database.sql)
  ).rows
const entries = async () =>
  (
    await sql<{ action: string }>`SELECT action, actor_id, subject_id, before, after FROM audit_log
      WHERE action LIKE 'rank.%' ORDER BY id`.execute(site.database.sql)
  ).rows
/** Changes nothing, and is not in the audit log. */
const refused = async (call: () => Promise<{ status: number }>, status: number) => {
  const before = [await stored(), await entries()]
  expect((await call()).status).toBe(status)
  expect([await stored(), await entries()]).toEqual(before)
}

test('[settings.33] A site has the ten ranks with their order, powers and levels, and each account one of the ranks', async () => {
  expect(await list()).toEqual(
    shippedRanks.map((key, at) => ({
      key,
      number: at,
      name: key,
      colour: null,
      power: ['helper', 'moderator', 'product', 'admin', 'manager', 'owner'][at - 4] ?? 'member',
      level: at,
      aliases: key === 'Moderator' ? ['mod'] : [],
      areas: null,
      shown: true,
      shipped: true,
      members: key === 'Member' ? null : key === 'Owner' ? 1 : 0,
      version: 1,
    })),
  )
  await expect(
    sql`UPDATE users SET rank = 'Legend' WHERE rank = 'Owner'`.execute(site.database.sql),
  ).rejects.toMatchObject({ constraint: 'users_rank_known' })
})

describe('who may', () => {
  test('[settings.34] Only an Owner changes ranks; a Manager reads them, everybody else gets nothing', async () => {
    expect((await create({ name: 'Legend' })).status).toBe(201)
    for (const rank of [...shippedRanks.slice(0, 9), null]) {
      const by = rank === null ? site.browser() : await ranked(rank)
      const denied = rank === null ? 401 : 403
      expect((await by.get('/api/admin/ranks')).status, `${rank}`).toBe(rank === 'Manager' ? 200 : denied)
      await refused(() => create({ name: 'Mythic' }, by), denied)
      await refused(() => change('Legend', { name: 'Mythic' }, by), denied)
      await refused(() => merge('Legend', 'Gold', by), denied)
      await refused(() => by.put('/api/admin/ranks/order', { order: [...shippedRanks, 'Legend'] }), denied)
    }
  })
})

describe('a new rank', () => {
  test('[settings.35] Its first name is its key for ever; it stands behind its power, and every process knows it', async () => {
    const created = await create({ name: 'Legend' })
    expect(created.status).toBe(201)
    expect(created.json).toMatchObject({
      key: 'Legend',
      number: 10,
      colour: '#ff66aa',
      level: 0,
      shipped: false,
    })
    expect((await list()).map(({ key }) => key).slice(2, 6)).toEqual([
      'Emerald',
      'Diamond',
      'Legend',
      'Helper',
    ])
    expect((await change('Legend', { name: 'Champion', level: 2 })).json).toMatchObject({
      key: 'Legend',
      name: 'Champion',
      level: 2,
    })
    expect((await stored()).find(({ key }) => key === 'Legend')).toEqual({
      key: 'Legend',
      number: 10,
      name: 'Champion',
      colour: '#ff66aa',
      power: 'member',
      areas: null,
      level: 2,
      position: 4,
      aliases: [],
      is_shown: true,
      merged_into: null,
    })
    expect(listRanks().find(({ key }) => key === 'Legend')?.name).toBe('Champion')
    const target = await site.member()
    expect(
      (await owner.patch(`/api/admin/members/${target.user.id}/rank`, { rank: 'Legend' })).json.rank,
    ).toBe('Legend')
    expect((await target.get('/api/user')).json.rank).toBe('Legend')
    expect((await owner.patch(`/api/admin/members/${target.user.id}/rank`, { rank: 'Mythic' })).status).toBe(
      400,
    )
  })

  test('[settings.30] It may what the shipped rank of its power may, and no more', async () => {
    await create({ name: 'Builder', power: 'helper' })
    const builder = await ranked('Builder')
    expect((await builder.get('/api/admin/members')).status).toBe(200)
    expect((await builder.get('/api/admin/audit')).status).toBe(403)
    const restrict = async (rank: Rank) => {
      const { user } = await ranked(rank)
      const body = { days: 1, reason: 'Posted the same text ten times' }
      return (await builder.post(`/api/admin/members/${user.id}/restriction`, body)).status
    }
    expect([await restrict('Helper'), await restrict('Builder')]).toEqual([403, 403])
    expect(await restrict('Diamond')).toBeLessThan(300)
  })

  test('[settings.36] 400 for the power of an Owner, a name that is no key, a dark colour and a level of another power', async () => {
    for (const wrong of [
      { name: 'Legend', power: 'owner' },
      { name: 'Legend', power: 'king' },
      { name: '' },
      { name: 'Légende' },
      { name: 'x'.repeat(25) },
      { name: 'Legend', colour: '#101010' },
      { name: 'Legend', colour: 'red' },
      { name: 'Legend', level: 4 },
      { name: 'Legend', level: -1 },
      { name: 'Legend', power: 'helper', level: 9 },
      { name: 'Legend', position: 1 },
    ])
      await refused(() => create(wrong), 400)
  })

  test('[settings.37] 400 for a name of a member rank that looks like a staff one, by digits, marks or spaces, and the other way round', async () => {
    for (const name of [
      'Adm1n',
      '0wner',
      'M0D',
      'H3lper',
      'Product-Staff',
      'Staff',
      'Manag3r',
      'Vulx Staff',
      'System',
    ])
      await refused(() => create({ name }), 400)
    await create({ name: 'Legend' })
    for (const name of ['Ówner', 'Аdmin', 'He1per']) await refused(() => change('Legend', { name }), 400)
    await refused(() => change('Legend', { aliases: ['adm1n'] }), 400)
    await refused(() => create({ name: 'L3gend', power: 'admin' }), 400)
  })

  test('[settings.38] 409 for a name that another rank has or had, in any case, and for the 41st rank', async () => {
    await create({ name: 'Legend' })
    await change('Legend', { name: 'Champion' })
    for (const name of ['legend', 'CHAMPION', 'gold', 'Gold']) await refused(() => create({ name }), 409)
    await refused(() => change('Gold', { name: 'champion' }), 409)
    for (let at = 0; at < 29; at++) expect((await create({ name: `Rank no ${at}x` })).status).toBe(201)
    await refused(() => create({ name: 'One too many' }), 409)
  })
})

test('[settings.39] A shipped rank may get another name, colour and be hidden, and keeps key, power and level', async () => {
  expect((await change('Gold', { name: 'Sun', colour: '#ffee00', shown: false })).json).toMatchObject({
    key: 'Gold',
    name: 'Sun',
    colour: '#ffee00',
    shown: false,
    level: 1,
  })
  await refused(() => change('Gold', { level: 3 }), 409)
  await refused(() => change('Gold', { power: 'admin' }), 400)
  expect((await change('Gold', { name: 'Gold', colour: null, shown: true })).json).toMatchObject({
    colour: null,
  })
  await create({ name: 'Legend' })
  await refused(() => change('Legend', { colour: null }), 400)
  await refused(() => change('Nobody', { name: 'Somebody' }), 404)
})

test('[settings.40] Power rises in the order of ranks, and the shipped ones keep theirs; levels do not move', async () => {
  await create({ name: 'Legend' })
  const put = (order: readonly string[]) => owner.put('/api/admin/ranks/order', { order })
  const order = ['Member', 'Legend', ...shippedRanks.slice(1)]
  const levels = async () => (await stored()).map((row) => [row.key, (row as { level?: number }).level])
  const before = await levels()
  expect((await put(order)).json.map(({ key }: RankRecord) => key)).toEqual(order)
  expect(await levels()).toEqual(before)
  expect(listRanks().map(({ key }) => key)).toEqual(order)
  await refused(() => put(shippedRanks), 400)
  await refused(() => put([...shippedRanks, 'Legend']), 400)
  await refused(() => put(['Member', 'Legend', 'Emerald', 'Gold', ...shippedRanks.slice(3)]), 400)
  await refused(() => put(['Legend', 'Legend', ...shippedRanks.slice(1)]), 400)
})

describe('areas', () => {
  const areasOf = async (key: string) => {
    const { rows } = await sql<{
      areas: string[] | null
    }>`SELECT areas FROM ranks WHERE key = ${key}`.execute(site.database.sql)
    return rows[0]?.areas
  }
  const writer = (areas: unknown, more: object = {}) =>
    create({ name: 'Writer', power: 'admin', areas, ...more })
  const fieldsOf = ({ status, json }: { status: number; json: { fields?: object } }) => [
    status,
    Object.keys(json.fields ?? {}),
  ]

  test('[owner.63] 400 at the field for an unknown area, none at all, and for areas of a shipped rank or one of members', async () => {
    for (const areas of [['sales'], [], 'news', [null], Array(10).fill('news')])
      await refused(async () => {
        const answer = await writer(areas)
        expect(fieldsOf(answer)).toEqual([400, [expect.stringMatching(/^areas/)]])
        return answer
      }, 400)
    await refused(() => writer(['news'], { power: 'member' }), 400)
    await create({ name: 'Legend' })
    await writer(['news'])
    for (const [key, areas] of [
      ['Legend', ['news']],
      ['Admin', ['news']],
      ['Owner', ['news']],
      ['Writer', []],
      ['Writer', ['sales']],
    ] as const)
      await refused(() => change(key, { areas }), 400)
    expect(await areasOf('Writer')).toEqual(['news'])
    await expect(
      sql`UPDATE ranks SET areas = '{news}' WHERE key = 'Helper'`.execute(site.database.sql),
    ).rejects.toMatchObject({ constraint: 'ranks_areas_of_own_staff' })
    await expect(
      sql`UPDATE ranks SET areas = '{sales}' WHERE key = 'Writer'`.execute(site.database.sql),
    ).rejects.toMatchObject({ constraint: 'ranks_areas_known' })
  })

  test('[owner.63] They are stored once each in their order; all of them are stored as none, and an absent field stays', async () => {
    expect((await writer(['events', 'news', 'events'])).json).toMatchObject({ areas: ['news', 'events'] })
    expect(await areasOf('Writer')).toEqual(['news', 'events'])
    expect((await change('Writer', { name: 'Author' })).json.areas).toEqual(['news', 'events'])
    expect((await change('Writer', { areas })).json.areas).toBeNull()
    expect((await change('Writer', { areas: ['appeals'] })).json.areas).toEqual(['appeals'])
    expect((await change('Writer', { areas: null })).json.areas).toBeNull()
    expect(await areasOf('Writer')).toBeNull()
    expect((await change('Admin', { areas: null, name: 'Admin' })).status).toBe(200)
  })

  test('[owner.64] A change holds at the next request, also where the list of the process is older, and is in the audit log', async () => {
    await writer(['news'])
    const by = await ranked('Writer')
    const doors = async () => [
      (await by.get('/api/admin/news')).status,
      (await by.get('/api/admin/events')).status,
    ]
    expect(await doors()).toEqual([200, 403])
    const before = (await entries()).length
    await change('Writer', { areas: ['events'] })
    expect(await doors()).toEqual([403, 200])
    await change('Writer', { areas: null })
    expect(await doors()).toEqual([200, 200])
    expect((await entries()).slice(before)).toMatchObject([
      { action: 'rank.update', before: { areas: ['news'] }, after: { areas: ['events'] } },
      { action: 'rank.update', before: { areas: ['events'] }, after: { areas: 'all' } },
    ])
    // As another process stores it, before this one hears of it.
    await sql`UPDATE ranks SET areas = '{events}' WHERE key = 'Writer'`.execute(site.database.sql)
    expect(await doors()).toEqual([403, 200])
    expect(listRanks().find(({ key }) => key === 'Writer')?.areas).toEqual(['events'])
  })

  test('[owner.65] Whoever changes the areas of a rank has a hand in everybody who has it, and they are notified', async () => {
    await writer(['news'])
    await create({ name: 'Author', power: 'admin', areas: ['news'] })
    await merge('Author', 'Writer')
    const [one, other] = [await ranked('Writer'), await ranked('Author')]
    const hands = async () =>
      (
        await sql<{ id: number }>`SELECT by_id, member_id, kind FROM hands
          WHERE member_id IN (${one.user.id}, ${other.user.id}) ORDER BY id`.execute(site.database.sql)
      ).rows
    await change('Writer', { name: 'Scribe' })
    expect(await hands()).toEqual([])
    await change('Writer', { areas: ['news', 'moderation'] })
    const { id, username } = (await owner.get('/api/user')).json
    expect(await hands()).toEqual(
      [one, other].map(({ user }) => ({ by_id: id, member_id: user.id, kind: 'rank' })),
    )
    expect(JSON.stringify((await one.get('/api/notices')).json)).toContain(username)
  })

  test('[owner.65] Who got the area after something was made is no second person for it, whatever the rank was', async () => {
    await writer(['news'])
    const [maker, second] = [await ranked('Admin'), await ranked('Writer')]
    await sql`UPDATE users SET created_at = now() - interval '30 days' WHERE id = ${second.user.id}`.execute(
      site.database.sql,
    )
    const decides = (at: Date) =>
      site.database.sql.transaction().execute(async (transaction) =>
        requireSecondPerson(transaction, second.user, {
          ...{ makerId: maker.user.id, at, power: 'admin', area: 'moderation' },
        }),
      )
    const made = new Date(Date.now() - 60_000)
    await expect(decides(made)).rejects.toMatchObject({ code: 'forbidden' })
    await change('Writer', { areas: null })
    await expect(decides(made)).rejects.toThrow('You did not have this rank when this was made')
    await expect(decides(new Date())).resolves.toBeUndefined()
    await change('Writer', { areas: ['moderation'] })
    await expect(decides(new Date())).resolves.toBeUndefined()
  })

  test('[owner.66] A row without areas, as the previous release writes it, holds all of them', async () => {
    await sql`INSERT INTO ranks (key, number, name, colour, power, level, position)
      VALUES ('Elder', 11, 'Elder', '#ffffff', 'moderator', 5, 6)`.execute(site.database.sql)
    await loadRanks(site.database.sql)
    expect((await list()).find(({ key }) => key === 'Elder')).toMatchObject({ areas: null })
    const elder = await ranked('Elder')
    const statuses = ['cases', 'appeals', 'reports', 'events', 'members', 'messages'].map(
      async (path) => (await elder.get(`/api/admin/${path}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200, 200])
  })

  test('[owner.67] 409 for a merge into a rank with other areas: its members would get or lose some', async () => {
    await writer(['news'])
    await create({ name: 'Author', power: 'admin', areas: ['news', 'events'] })
    await refused(() => merge('Writer', 'Author'), 409)
    await refused(() => merge('Writer', 'Admin'), 409)
    await change('Author', { areas: ['news'] })
    expect((await merge('Writer', 'Author')).status).toBe(200)
  })
})

describe('merge', () => {
  const work = () => mergedRanksJob(site.context).work(new AbortController().signal)

  test('[settings.41] Members move to the other rank, which takes the key as an alias; game servers are notified', async () => {
    await create({ name: 'Legend' })
    await create({ name: 'Mythic' })
    const member = await ranked('Legend')
    await sql`INSERT INTO game_servers (name, secret_hash) VALUES ('Merging', sha256('merging'))`.execute(
      site.database.sql,
    )
    await sql`INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', '2535400000000077', ${member.user.id})`.execute(
      site.database.sql,
    )
    const merged = await merge('Legend', 'Mythic')
    expect(merged.status).toBe(200)
    expect(merged.json.find(({ key }: RankRecord) => key === 'Mythic')).toMatchObject({
      aliases: ['Legend'],
      members: 1,
    })
    await work()
    expect((await member.get('/api/user')).json.rank).toBe('Mythic')
    const { rows } =
      await sql`SELECT type, data FROM outbox WHERE channel = 'game' AND data ->> 'xuid' = '2535400000000077'`.execute(
        site.database.sql,
      )
    expect(rows).toEqual([{ type: 'rank', data: { xuid: '2535400000000077', rank: 'Mythic' } }])
    const other = await site.member()
    expect(
      (await owner.patch(`/api/admin/members/${other.user.id}/rank`, { rank: 'Legend' })).json.rank,
    ).toBe('Mythic')
    await refused(() => create({ name: 'Legend' }), 409)
    expect((await stored()).find(({ key }) => key === 'Legend')).toMatchObject({ merged_into: 'Mythic' })
  })

  test('[field.133] A change of the other names keeps the keys that were merged into the rank', async () => {
    await create({ name: 'Legend' })
    await create({ name: 'Mythic' })
    await merge('Legend', 'Mythic')
    expect((await change('Mythic', { aliases: ['myth'] })).json.aliases).toEqual(['Legend', 'myth'])
    expect((await change('Mythic', { aliases: [] })).json.aliases).toEqual(['Legend'])
    expect((await stored()).find(({ key }) => key === 'Mythic')).toMatchObject({ aliases: ['Legend'] })
  })

  test('[settings.41] A chain of merges ends at the last rank, and 1,000 members move at a time', async () => {
    await create({ name: 'Legend' })
    await create({ name: 'Mythic' })
    await sql`INSERT INTO users (gamertag, rank) SELECT 'Chained ' || n, 'Legend' FROM generate_series(1, 1200) AS n`.execute(
      site.database.sql,
    )
    await merge('Legend', 'Mythic')
    await merge('Mythic', 'Diamond')
    await work()
    const { rows } =
      await sql`SELECT rank, count(*)::int FROM users WHERE gamertag LIKE 'Chained %' GROUP BY 1`.execute(
        site.database.sql,
      )
    expect(rows).toEqual([{ rank: 'Diamond', count: 1200 }])
    expect((await list()).find(({ key }) => key === 'Diamond')?.aliases).toEqual(['Mythic', 'Legend'])
  })

  test('[settings.42] 409 across powers, into itself and for a shipped rank; 400 for an unknown one', async () => {
    await create({ name: 'Legend' })
    await create({ name: 'Builder', power: 'product' })
    await refused(() => merge('Legend', 'Builder'), 409)
    await refused(() => merge('Legend', 'Legend'), 409)
    await refused(() => merge('Gold', 'Legend'), 409)
    await refused(() => merge('Legend', 'Nobody'), 400)
    await refused(() => merge('Nobody', 'Gold'), 404)
  })
})

test('[settings.43] Each change of a rank is one entry of the audit log, with what was before', async () => {
  const before = (await entries()).length
  await create({ name: 'Legend', level: 1 })
  await change('Legend', { name: 'Champion' })
  await change('Legend', { name: 'Champion' })
  await merge('Legend', 'Diamond')
  const id = 10
  expect((await entries()).slice(before)).toMatchObject([
    {
      action: 'rank.create',
      subject_id: id,
      before: null,
      after: { name: 'Legend', power: 'member', level: 1 },
    },
    { action: 'rank.update', subject_id: id, before: { name: 'Legend' }, after: { name: 'Champion' } },
    { action: 'rank.merge', subject_id: id, before: { name: 'Champion' }, after: { mergedInto: 'Diamond' } },
  ])
})

test('[settings.32] Pages carry the ranks of the site once they differ, and each process reads them again', async () => {
  expect(packRanks(null)).toBeUndefined()
  await create({ name: 'Legend' })
  expect(packRanks(null)).toContainEqual({ key: 'Legend', colour: '#ff66aa' })
  await sql`DELETE FROM ranks WHERE key = 'Legend'`.execute(site.database.sql)
  await site.context.live.publish('ranks', {})
  await vi.waitFor(() => expect(packRanks(null)).toBeUndefined(), { timeout: 60_000 })
})

test('[settings.46] The member list is narrowed to a rank, also to one that the site made itself, page by page', async () => {
  await create({ name: 'Legend' })
  const [first, second] = [await ranked('Legend'), await ranked('Legend')]
  const helper = await ranked('Helper')
  const listed = async (path: string) => {
    const { json, headers, status } = await helper.get(path as `/${string}`)
    return {
      status,
      ids: Array.isArray(json) ? json.map(({ id }: { id: number }) => id) : json,
      next: /<([^>]+)>/.exec(String(headers.link))?.[1],
    }
  }
  expect((await listed('/api/admin/members?rank=Mythic')).status).toBe(400)
  const page = await listed('/api/admin/members?rank=Legend&limit=1')
  expect(page.ids).toEqual([second.user.id])
  expect((await listed(page.next ?? '')).ids).toEqual([first.user.id])
  expect((await listed('/api/admin/members?rank=Owner')).ids).not.toContain(first.user.id)
})

test('[powers.68] A rank that is not shown travels with the pages of staff and of who has it, and no others', async () => {
  await create({ name: 'Legend' })
  await change('Legend', { shown: false })
  const knows = (rank: Rank | null) =>
    JSON.stringify(packRanks(rank === null ? null : { id: 1, rank }) ?? []).includes('Legend')
  expect([null, 'Member', 'Gold'].map(knows)).toEqual([false, false, false])
  expect(['Legend', 'Helper', 'Owner'].map(knows)).toEqual([true, true, true])
})

test('[powers.69] A name like that of staff whose rank is not shown is free: a refusal would name them', async () => {
  await create({ name: 'Undercover', power: 'helper' })
  const staff = await site.member('Quietwatcher')
  await sql`UPDATE users SET rank = 'Undercover' WHERE id = ${staff.user.id}`.execute(site.database.sql)
  const register = async (username: string) =>
    (await site.browser().post('/api/register', { username, password: 'correct horse' })).status
  expect(await register('Qu1etwatcher')).toBe(409)
  await change('Undercover', { shown: false })
  expect(await register('Qu1etwatcher')).toBe(201)
})

test('[powers.75] Ranks that are named as what every object inherits have their share images, pages and posts', async () => {
  for (const name of ['constructor', 'toString', 'valueOf', '__proto__']) {
    expect((await create({ name })).status).toBe(201)
    const member = await ranked(name)
    expect((await member.post('/api/posts', { content: `By a ${name}` })).status).toBe(201)
    const { id } = member.user
    expect((await site.browser().get(`/api/users/${id}`)).json.rank).toBe(name)
    const image = await site.app.inject({ url: `/share/player/${id}.png` })
    expect([name, image.statusCode]).toEqual([name, 200])
  }
  const posts = (await site.browser().get('/api/posts')).json as { user: { rank: string } }[]
  expect(posts.slice(0, 4).map(({ user }) => user.rank)).toEqual([
    '__proto__',
    'valueOf',
    'toString',
    'constructor',
  ])
})

test('[powers.79] 400 for a rank with characters that nobody sees, or with the name of somebody of the team', async () => {
  const helper = await ranked('Helper')
  const { username } = helper.user
  await refused(() => change('Gold', { name: 'Gold\u200b' }), 400)
  await refused(() => change('Gold', { name: 'Go\u202eld' }), 400)
  const taken = await change('Gold', { name: username.toUpperCase() })
  expect([taken.status, Object.keys(taken.json.fields)]).toEqual([400, ['name']])
  await refused(() => create({ name: username }), 400)
  await refused(() => create({ name: username, power: 'helper' }), 400)
})
