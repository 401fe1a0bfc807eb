import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldedName } from '../../src/contract/text.ts'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import { accountOf, event, gameServer, match, player } from '../../src/server/testing/game-server.ts'
import { type TestApp, testApp } from '../../src/server/testing/test-app.ts'

/** Names, and what people type for them. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  'Iron Fox': ['Iron Fox', 'iron fox', 'IRONFOX', 'IronFox', 'Iron_Fox', 'iron  fox', ' iron fox ', 'ron f'],
  Ñandú_Águila: ['Ñandú_Águila', 'nandu aguila', 'NANDU', 'ñandú', 'aguila', 'Ａｇｕｉｌａ'],
  Élan: ['Élan', 'elan', 'E\u0301lan', 'ÉLAN', 'ela'],
  'Ｗｉｄｅ Ｂｏｙ': ['wide boy', 'WideBoy', 'Ｗｉｄｅ', 'wide_boy'],
  Müller42: ['muller42', 'MÜLLER42', 'Mu\u0308ller', 'ller 42'],
  ガンダム: ['ガンダム', 'ガンダ', 'ｶﾞﾝﾀﾞﾑ', 'カ\u3099ンタ\u3099ム'],
  Wолк: ['wолк', 'WОЛК', 'олк'],
  'a%b_c d': ['a%b_c d', 'A%BCD', '%b c', 'a%bcd'],
  ____: ['____'],
  '100\\%': ['100\\%', '00\\'],
}

let site: TestApp
let owner: Awaited<ReturnType<typeof memberWithRank>>
const ids = new Map<string, number>()

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  owner = await memberWithRank(site, 'Owner', 'Searcher')
  const server = await gameServer(site)
  for (const [at, gamertag] of Object.keys(spellings).entries()) {
    const sent = await server.report(
      event('match', match([player(`fold-${at}`, { gamertag }), player('other', { gamertag: 'Zzz' })])),
    )
    expect(sent.json.results[0].status).toBe('accepted')
    ids.set(gamertag, await accountOf(site, `fold-${at}`))
  }
})
afterAll(() => site.close())

const asked = async (path: string) => {
  const { status, json } = await owner.get(path)
  expect([path, status]).toEqual([path, 200])
  return json
}

/** The search boxes for names: path of a typed text, and the ids that it finds. */
const boxes: Readonly<Record<string, (typed: string) => Promise<number[]>>> = {
  'search of players': async (typed) =>
    (await asked(`/api/players/search?username=${typed}`)).map(
      (one: { user: { id: number } }) => one.user.id,
    ),
  'a board': async (typed) =>
    (await asked(`/api/leaderboard?gameType=overall&search=${typed}`)).entries.map(
      (one: { user: { id: number } }) => one.user.id,
    ),
}

const table = Object.entries(spellings).flatMap(([name, typed]) => typed.map((one) => [one, name] as const))

test.each(table)('[field.60] %j finds %j in every search for players', async (typed, name) => {
  for (const [box, find] of Object.entries(boxes)) {
    const found = await find(encodeURIComponent(typed))
    expect([box, found]).toEqual([box, expect.arrayContaining([ids.get(name)])])
    expect(found, box).not.toContain(owner.user.id)
  }
})

test('[field.60] Members, mentions, audit log and texts of staff lists are searched alike', async () => {
  const one = await memberWithRank(site, 'Admin', 'Silver_Lynx')
  await one.post('/api/contact', {
    name: 'Anaïs',
    email: 'anais@fox.example',
    subject: 'Noticias de la Peña',
    message: 'Hola',
  })
  for (const typed of ['silver lynx', 'SILVERLYNX', 'sílver_lynx']) {
    const text = encodeURIComponent(typed)
    const members = await asked(`/api/admin/members?search=${text}`)
    expect(members.map(({ id }: { id: number }) => id)).toEqual([one.user.id])
    const names = await asked(`/api/mentions?name=${text}`)
    expect(names.map(({ id }: { id: number }) => id)).toEqual([one.user.id])
  }
  for (const typed of ['pena', 'PEÑA', 'anais', 'noticias  de']) {
    const messages = await asked(`/api/admin/messages?q=${encodeURIComponent(typed)}`)
    expect(messages.map(({ name }: { name: string }) => name)).toEqual(['Anaïs'])
  }
})

test('[field.60] What is typed folds in the program as names do in the database', async () => {
  const texts = table.flat()
  const { rows } = await sql<{ folded: string }>`
    SELECT folded(text) AS folded FROM unnest(${texts}::text[]) WITH ORDINALITY AS typed (text, at) ORDER BY at
  `.execute(site.database.sql)
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldedName))
})

test('[field.60] The name as it is written comes before others that fold alike', async () => {
  const [spaced, joined] = [await site.member(), await site.member()]
  await sql`UPDATE users SET username = 'Two Wolves' WHERE id = ${spaced.user.id}`.execute(site.database.sql)
  await sql`UPDATE users SET username = 'TwoWolves' WHERE id = ${joined.user.id}`.execute(site.database.sql)
  expect(await boxes['search of players']!('twowolves')).toEqual([joined.user.id, spaced.user.id])
  expect(await boxes['search of players']!('two%20wolves')).toEqual([spaced.user.id, joined.user.id])
})
