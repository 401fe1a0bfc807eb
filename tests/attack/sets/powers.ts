import { randomUUID } from 'node:crypto'
import type { Rank } from '../../../src/contract/accounts/ranks.ts'
import { rulingAlone } from '../../../src/contract/matches/rulings.ts'
import { listed } from '../support/endpoint-list.ts'
import type { Round } from '../support/round.ts'
import { wrongWith } from '../support/rules.ts'
import { queryNames, samplesFor } from '../support/samples.ts'
import { firstOf, unless } from '../support/tally.ts'
import { type Person, password, type Target } from '../support/target.ts'

/** People with some power: names that speak for the site, NUL, keys of game servers, slices, second accounts, claims. */
export async function powers(round: Round): Promise<void> {
  await houseNames(round)
  await nulBytes(round)
  await keysAndStaff(round)
  await ownMatters(round)
  await slices(round)
  await demotedClaimers(round)
}

const event = (type: string, data: object) => ({
  id: randomUUID(),
  type,
  at: new Date().toISOString(),
  data,
})

const send = (target: Target, authorization: string, ...events: unknown[]) =>
  target.ask('/api/ingest/events', { method: 'POST', headers: { authorization }, body: { events } })

const statusesOf = async (response: ReturnType<Target['ask']>): Promise<string> =>
  (await response).json?.results?.map(({ status }: { status: string }) => status).join(' ')

const xuidOf = () => `p${randomUUID().slice(0, 12)}`

async function link(target: Target, key: string, { cookie }: Person, xuid = xuidOf()): Promise<string> {
  const shown = await send(target, key, event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
  const { code } = shown.json.results[0]
  const said = await target.ask('/api/link', { method: 'POST', cookie, body: { code } })
  if (said.status !== 200) throw new Error(`linking answered ${said.status}: ${said.text}`)
  return xuid
}

async function linked(target: Target, key: string, rank: Rank) {
  const person = await target.join(rank)
  return { ...person, xuid: await link(target, key, person) }
}

/** Ids of `count` matches of a player against others. */
async function matchesOf(target: Target, key: string, xuid: string, count: number): Promise<string[]> {
  const rival = xuidOf()
  const part = (of: string, result: string) => ({
    xuid: of,
    gamertag: `Tag ${of}`,
    result,
    ...{ kills: 0, deaths: 0, assists: 0, points: 1 },
  })
  const played = Array.from({ length: count }, (_, at) => ({
    matchId: randomUUID(),
    gameType: 'boxing',
    ranked: true,
    startedAt: new Date(Date.now() - (at + 2) * 60_000).toISOString(),
    endedAt: new Date(Date.now() - (at + 1) * 60_000).toISOString(),
    players: [part(xuid, 'win'), part(rival, 'loss')],
  }))
  await send(target, key, ...played.map((one) => event('match', one)))
  return played.map(({ matchId }) => matchId)
}

const accountOf = async (target: Target, xuid: string): Promise<number> =>
  (await target.rows<{ user_id: number }>('SELECT user_id FROM game_identities WHERE value = $1', [xuid]))[0]!
    .user_id

const reason = 'Boosted, see case 7'

/** Names that speak for the site, or look like one of staff, in Latin, Cyrillic, Greek, full-width and hidden letters. */
async function houseNames({ target, tally }: Round): Promise<void> {
  await target.join('Owner', 'Zora Pale')
  const names = [
    'Console',
    'C0NS0LE',
    'command line',
    'Player 97',
    'Deleted player',
    'game server X',
    'Owner',
  ]
  const scripts = [
    'Сonsоle',
    'Ｃｏｎｓｏｌｅ',
    'Con\u200bsole',
    'Ρlayer 12',
    'Gаmе Server 1',
    'ⲟwner',
    'Zоra Pale',
  ]
  for (const username of [...names, 'Z0ra Pa1e', 'zora_pale', ...scripts])
    await tally.check(`registering as ${username}`, async () => {
      const body = { username, password }
      const response = await target.ask('/api/register', { method: 'POST', body, from: '127.21.0.1' })
      const stored = await target.rows('SELECT FROM users WHERE username = $1', [username])
      return firstOf(
        wrongWith('/api/register', response),
        [400, 409].includes(response.status) ? undefined : `the status is ${response.status}`,
        unless(stored.length, 0, 'the number of accounts'),
      )
    })
  const key = await target.gameServerKey()
  for (const gamertag of scripts)
    await tally.check(`a player who is called ${gamertag} in game`, async () => {
      const xuid = xuidOf()
      const said = await statusesOf(send(target, key, event('player', { xuid, gamertag })))
      const id = await accountOf(target, xuid)
      const { json } = await target.ask(`/api/users/${id}`)
      return firstOf(
        unless(said, 'accepted', 'the answer to the game'),
        unless(json?.username, `Player ${id}`, 'the name'),
      )
    })
}

/** One NUL in one parameter of the path, the query or the body: refused at the boundary, whoever sends it. */
async function nulBytes({ target, tally, seed }: Round): Promise<void> {
  const { cookie } = await target.join('Owner')
  const authorization = await target.gameServerKey()
  const is400or404 = ({ status }: { status: number }) =>
    status === 400 || status === 404 ? undefined : `the status is ${status}`
  for (const { endpoint, path, name } of listed) {
    const { method, access } = endpoint
    const as = access === 'game-server' ? { headers: { authorization } } : { cookie }
    const filled = path.replace(/:[A-Za-z]+\??/g, '1')
    const sample = samplesFor(endpoint, seed)[0]
    const ask = (address: string, body: unknown = sample) => target.ask(address, { method, body, ...as })
    const judge = async (address: string, body?: unknown) => {
      const response = await ask(address, body)
      return firstOf(wrongWith(path, response), is400or404(response))
    }
    for (const [parameter] of path.matchAll(/:[A-Za-z]+\??/g))
      await tally.check(`${name} with NUL as ${parameter}`, () =>
        judge(path.replace(parameter, 'a%00').replace(/:[A-Za-z]+\??/g, '1')),
      )
    for (const query of queryNames(endpoint))
      await tally.check(`${name}?${query} with NUL`, () => judge(`${filled}?${query}=a%00b`))
    if (access === 'game-server') continue
    for (const [field, value] of Object.entries(sample ?? {}))
      if (typeof value === 'string')
        await tally.check(`${name} with NUL in ${field}`, () =>
          judge(filled, { ...sample, [field]: `${value}\u0000` }),
        )
  }
}

/** A key of a game server unlinks nobody of the team, nobody whom another key linked, and lifts no ban of an Admin. */
async function keysAndStaff({ target, tally }: Round): Promise<void> {
  const [key, other] = [await target.gameServerKey(), await target.gameServerKey()]
  const isLinked = async ({ id }: { id: number }) =>
    (await target.rows('SELECT FROM users WHERE id = $1 AND linked_at IS NOT NULL', [id])).length
  for (const [by, rank] of [
    [key, 'Helper'],
    [key, 'Owner'],
    [other, 'Member'],
  ] as const)
    await tally.check(`a key unlinks a ${rank}${by === other ? ' of another key' : ''}`, async () => {
      const person = await linked(target, key, rank)
      return firstOf(
        unless(
          await statusesOf(send(target, by, event('link.remove', { xuid: person.xuid }))),
          'rejected',
          'the answer',
        ),
        unless(await isLinked(person), 1, 'whether they are linked'),
      )
    })
  await tally.check('a key lifts the ban of an Admin', async () => {
    const [admin, banned] = [await target.join('Admin'), await linked(target, key, 'Member')]
    const body = { userId: banned.id, kind: 'ban', reason }
    const { json } = await target.ask('/api/admin/punishments', {
      method: 'POST',
      cookie: admin.cookie,
      body,
    })
    return unless(
      await statusesOf(send(target, key, event('punishment.lift', { id: json?.id }))),
      'rejected',
      'the answer',
    )
  })
}

/** Whoever unlinks, or signs up anew, still decides nothing about themselves. */
async function ownMatters({ target, tally }: Round): Promise<void> {
  const key = await target.gameServerKey()
  for (const isSecondAccount of [false, true])
    await tally.check(
      `a Moderator rules on matches of ${isSecondAccount ? 'their second account' : 'a player whom they unlinked'}`,
      async () => {
        const judge = await linked(target, key, 'Moderator')
        const matchIds = await matchesOf(target, key, judge.xuid, 1)
        const { status } = await target.ask('/api/link', { method: 'DELETE', cookie: judge.cookie })
        if (isSecondAccount) await link(target, key, await target.join(), judge.xuid)
        const { cookie } = judge
        const about = await accountOf(target, judge.xuid)
        const ask = (path: string, body: object) => target.ask(path, { method: 'POST', cookie, body })
        const ruled = await ask('/api/admin/rulings', { action: 'exclude', matchIds, reason })
        const punished = await ask('/api/admin/punishments', { userId: about, kind: 'warn', reason })
        return firstOf(
          unless(status, 204, 'the status of the unlinking'),
          unless(ruled.status, 403, 'the status of the ruling'),
          unless(punished.status, 403, 'the status of the warning'),
        )
      },
    )
}

/** More matches of one player than one person may rule on, in slices, by ids and by spans. */
async function slices({ target, tally }: Round): Promise<void> {
  const key = await target.gameServerKey()
  await tally.check('a threshold passed in slices', async () => {
    const { cookie } = await target.join('Moderator')
    const xuid = xuidOf()
    const ids = await matchesOf(target, key, xuid, rulingAlone + 12)
    for (let at = 0; at < ids.length; at += 8)
      await target.ask('/api/admin/rulings', {
        method: 'POST',
        cookie,
        body: { action: 'exclude', matchIds: ids.slice(at, at + 8), reason },
      })
    const excluded = await target.rows('SELECT FROM excluded_matches WHERE match_id = ANY ($1::uuid[])', [
      ids,
    ])
    return excluded.length > 0 && excluded.length <= rulingAlone
      ? undefined
      : `${excluded.length} matches are excluded`
  })
  await tally.check('who confirms was made an Admin by the maker', async () => {
    const [maker, made] = [await target.join('Manager'), await target.join()]
    const matchIds = await matchesOf(target, key, xuidOf(), rulingAlone + 1)
    const promoted = await target.ask(`/api/admin/members/${made.id}/rank`, {
      method: 'PATCH',
      cookie: maker.cookie,
      body: { rank: 'Admin' },
    })
    const body = { action: 'exclude', matchIds, reason }
    const { json } = await target.ask('/api/admin/rulings', { method: 'POST', cookie: maker.cookie, body })
    const confirmed = await target.ask(`/api/admin/rulings/${json?.id}/confirm`, {
      method: 'POST',
      cookie: made.cookie,
      body: {},
    })
    return firstOf(
      unless(promoted.status, 200, 'the status of the promotion'),
      unless(json?.state, 'waiting', 'the state'),
      unless(confirmed.status, 403, 'the status of the confirmation'),
    )
  })
}

/** A claim of somebody who lost their rank holds nobody up. */
async function demotedClaimers({ target, tally }: Round): Promise<void> {
  await tally.check('a case that a demoted Moderator claimed', async () => {
    const [first, next, accused, reporter] = [
      await target.join('Moderator'),
      await target.join('Moderator'),
      await target.join(),
      await target.join(),
    ]
    const post = (path: string, { cookie }: Person, body: object = {}) =>
      target.ask(path, { method: 'POST', cookie, body })
    const { json } = await post(`/api/players/${accused.id}/reports`, reporter, { reason })
    const claim = `/api/admin/cases/${json?.id}/claim`
    const [claimed, early] = [await post(claim, first), await post(claim, next)]
    await target.rows("UPDATE users SET rank = 'Member' WHERE id = $1", [first.id])
    const late = await post(claim, first)
    const free = await post(claim, next)
    return firstOf(
      unless(claimed.status < 300, true, 'whether it was claimed'),
      unless(early.status, 409, "a colleague's status before"),
      unless(late.status, 403, 'the status of who was demoted'),
      unless(free.status < 300, true, 'whether a colleague claims it'),
    )
  })
}
