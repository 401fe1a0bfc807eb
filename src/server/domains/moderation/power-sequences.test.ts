import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import { sessionCookieName } from '../../platform/http/cookies.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../testing/game-server.ts'
import { bySize } from '../../testing/size.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { insertMember } from '../accounts/users/queries.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { applyRulings } from '../matches/rulings/apply.ts'
import { minutesAgo, type Person, somebody } from './testing/people.ts'
import { type Action, type Made, Oracle, type Report } from './testing/power-oracle.ts'

const sequences = bySize(12, 50)

let site: TestApp
let server: TestGameServer
let keys: readonly [TestGameServer, TestGameServer]
let reporter: Person
let host: Person
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  reporter = await memberWithRank(site, 'Member')
  // So that nobody in a sequence is the last Owner.
  host = await memberWithRank(site, 'Owner')
  keys = [server, await gameServer(site, 'Elsewhere')]
})
afterAll(() => site.close())

/** `staff`, `by`, `target`: which of three; `player`: which of two; `nth`: from the newest, around what there is. */
type Step =
  | { readonly type: 'link'; readonly staff: number; readonly player: number }
  | { readonly type: 'unlink'; readonly staff: number }
  | { readonly type: 'rank'; readonly by: number; readonly target: number; readonly rank: Rank }
  | {
      readonly type: 'rule'
      readonly by: number
      readonly action: Action
      readonly from: number
      readonly count: number
    }
  | { readonly type: 'span'; readonly by: number; readonly action: Action; readonly player: number }
  | { readonly type: 'confirm' | 'refuse'; readonly by: number; readonly nth: number }
  | { readonly type: 'report'; readonly player: number }
  | { readonly type: 'decide' | 'read'; readonly by: number; readonly nth: number }
  | { readonly type: 'code' | 'vouch'; readonly by: number; readonly target: number }
  | { readonly type: 'invite'; readonly by: number; readonly target: number; readonly rank: Rank }
  | { readonly type: 'enter' | 'act'; readonly by: number }
  | { readonly type: 'join' | 'punish'; readonly key: number; readonly player: number }

const ranks = fc.constantFrom<Rank>('Member', 'Helper', 'Moderator', 'Admin', 'Admin', 'Manager')
const staff = fc.nat({ max: 2 })
const players = fc.nat({ max: 1 })
const keyNumbers = fc.nat({ max: 1 })
const nth = fc.nat({ max: 9 })
const type = <const Name extends string>(name: Name) => fc.constant(name)
const actions = fc.constantFrom<Action>('exclude', 'exclude', 'restore')

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: type('link'), staff, player: players }) },
  { weight: 3, arbitrary: fc.record({ type: type('unlink'), staff }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: type('rank'),
      by: staff,
      target: staff,
      rank: ranks,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: type('rule'),
      by: staff,
      action: actions,
      from: fc.nat({ max: 27 }),
      count: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: type('span'), by: staff, action: actions, player: players }) },
  { weight: 6, arbitrary: fc.record({ type: type('confirm'), by: staff, nth }) },
  { weight: 1, arbitrary: fc.record({ type: type('refuse'), by: staff, nth }) },
  { weight: 2, arbitrary: fc.record({ type: type('report'), player: players }) },
  { weight: 4, arbitrary: fc.record({ type: type('decide'), by: staff, nth }) },
  { weight: 2, arbitrary: fc.record({ type: type('read'), by: staff, nth }) },
  { weight: 3, arbitrary: fc.record({ type: type('code'), by: staff, target: staff }) },
  { weight: 3, arbitrary: fc.record({ type: type('vouch'), by: staff, target: staff }) },
  { weight: 2, arbitrary: fc.record({ type: type('invite'), by: staff, target: staff, rank: ranks }) },
  { weight: 2, arbitrary: fc.record({ type: type('enter'), by: staff }) },
  { weight: 3, arbitrary: fc.record({ type: type('act'), by: staff }) },
  { weight: 1, arbitrary: fc.record({ type: type('join'), key: keyNumbers, player: players }) },
  { weight: 2, arbitrary: fc.record({ type: type('punish'), key: keyNumbers, player: players }) },
)

/**
 * What single steps seldom lead to: a confirmer made on the spot or recovered, a decision about what one once owned, and
 * the accused who reads by an account in their hand.
 */
const attempts: fc.Arbitrary<Step[]> = fc.oneof(
  fc.tuple(staff, staff).map(([by, target]): Step[] => [
    { type: 'rank', by, target, rank: 'Moderator' },
    { type: 'rank', by, target, rank: 'Admin' },
    { type: 'rule', by, action: 'exclude', from: 0, count: 28 },
    { type: 'confirm', by: target, nth: 0 },
  ]),
  fc.tuple(staff, staff, players).map(([by, other, own]): Step[] => [
    { type: 'unlink', staff: by },
    { type: 'link', staff: by, player: own },
    { type: 'unlink', staff: by },
    { type: 'rule', by, action: 'exclude', from: 0, count: 28 },
    { type: 'report', player: own },
    { type: 'decide', by, nth: 0 },
    { type: 'link', staff: other, player: own },
    { type: 'rule', by: other, action: 'exclude', from: 0, count: 28 },
    { type: 'confirm', by, nth: 0 },
    { type: 'decide', by, nth: 0 },
  ]),
)

const attemptsByHand: fc.Arbitrary<Step[]> = fc.oneof(
  fc.tuple(staff, staff, staff).map(([by, target, third]): Step[] => [
    { type: 'rule', by, action: 'exclude', from: 0, count: 28 },
    { type: 'code', by, target },
    { type: 'confirm', by: target, nth: 0 },
    { type: 'vouch', by, target },
    { type: 'vouch', by: third, target },
    { type: 'confirm', by: target, nth: 0 },
    { type: 'confirm', by: third, nth: 0 },
  ]),
  fc.tuple(staff, staff, players).map(([by, target, own]): Step[] => [
    { type: 'unlink', staff: by },
    { type: 'link', staff: by, player: own },
    { type: 'report', player: own },
    { type: 'rank', by, target, rank: 'Member' },
    { type: 'invite', by, target, rank: 'Admin' },
    { type: 'read', by: target, nth: 0 },
    { type: 'rank', by: target, target: by, rank: 'Helper' },
    { type: 'decide', by: target, nth: 0 },
  ]),
)

const attemptsByInterest: fc.Arbitrary<Step[]> = fc.oneof(
  fc.tuple(staff, staff, players).map(([by, other, own]): Step[] => [
    { type: 'act', by },
    { type: 'enter', by },
    { type: 'unlink', staff: by },
    { type: 'link', staff: by, player: own },
    { type: 'unlink', staff: by },
    { type: 'link', staff: other, player: own },
    { type: 'enter', by: other },
  ]),
  fc.tuple(staff, staff, keyNumbers, players).map(([by, target, key, own]): Step[] => [
    { type: 'rank', by, target, rank: 'Moderator' },
    { type: 'enter', by },
    { type: 'act', by: target },
    { type: 'punish', key, player: own },
    { type: 'join', key, player: own },
    { type: 'punish', key, player: own },
  ]),
)

const sequence = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: steps.map((step) => [step]) },
      { weight: 1, arbitrary: attempts },
      { weight: 1, arbitrary: attemptsByHand },
      { weight: 1, arbitrary: attemptsByInterest },
    ),
    {
      minLength: 8,
      maxLength: 16,
    },
  )
  .map((parts) => parts.flat())

const firstRanks = fc.constantFrom<Rank>('Moderator', 'Admin', 'Manager', 'Owner', 'Owner')

/** Changes with everything that a decision stores. */
async function stored(): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    SELECT concat_ws(' ', (SELECT max(id) FROM rulings), (SELECT max(id) FROM ruling_decisions),
      (SELECT count(*) FROM excluded_matches), (SELECT count(*) FROM ruling_matches), (SELECT max(id) FROM audit_log),
      (SELECT count(*) FROM moderation_reports WHERE status <> 'open'), (SELECT max(id) FROM notices),
      (SELECT max(id) FROM hands), (SELECT count(*) FROM event_registrations), (SELECT count(*) FROM punishments), (SELECT count(*) FROM users WHERE recovered_at IS NOT NULL)) AS digest
  `.execute(site.database.sql)
  return rows[0]!.digest
}

const pairs = [
  { playing: [0, 1], count: 4 },
  { playing: [0], count: 20 },
  { playing: [1], count: 4 },
]

/** Signed in without a password: its hash would cost more than the sequence. */
async function staffMember(rank: Rank): Promise<TestBrowser & { id: number; username: string }> {
  const password = { passwordHash: 'none', isShort: false }
  const username = somebody()
  const id = await insertMember(site.database.sql, { username, email: null, password, rank })
  const browser = Object.assign(site.browser(), { id, username })
  await signIn(browser)
  return browser
}

async function signIn(browser: TestBrowser & { id: number }): Promise<void> {
  const { sessions, config, database } = site.context
  const origin = { address: browser.address, userAgent: undefined }
  browser.cookie = `${sessionCookieName(config)}=${await sessions.begin(database.sql, browser.id, origin)}`
}

/** Three staff, two players, and their matches against each other and against others. */
async function cast(ranks: readonly Rank[]) {
  // Those that nobody could accept stay open, and there are so many at most.
  await sql`DELETE FROM invites`.execute(site.database.sql)
  const people = await Promise.all(ranks.map(staffMember))
  const xuids = [somebody(), somebody()]
  const playedIn = new Map<string, readonly number[]>()
  const events: unknown[] = []
  for (const { playing, count } of pairs) {
    const other = somebody()
    for (let n = 0; n < count; n += 1) {
      const parts = [xuids[playing[0]!]!, playing[1] === undefined ? other : xuids[playing[1]]!]
      const one = match(
        [player(parts[0]!, { points: 10 }), player(parts[1]!, { result: 'loss', points: -4 })],
        { startedAt: minutesAgo(n + 2), endedAt: minutesAgo(n + 1) },
      )
      playedIn.set(one.matchId, playing)
      events.push(event('match', one))
    }
  }
  await server.report(...events)
  return { people, xuids, playedIn }
}

const reason = 'Boosted, see case 7'

/** Plays a sequence, and asks the oracle about each step; counts what was allowed and refused. */
async function run(ranks: readonly Rank[], sequence: readonly Step[], counts: Map<string, number>) {
  const { people, xuids, playedIn } = await cast(ranks)
  const oracle = new Oracle([...ranks], playedIn)
  const start = new Date(Date.now() + 86_400_000).toISOString()
  const { id: eventId } = (await host.post('/api/events', { title: somebody(), startDate: start })).json
  const ids = [...playedIn.keys()]

  /** A decision goes through when the oracle allows it, and otherwise stores nothing. */
  const decision = async (name: string, isAllowed: boolean, call: () => ReturnType<Person['post']>) => {
    const before = isAllowed ? '' : await stored()
    const said = await call()
    const what = JSON.stringify({ name, said: said.text, owners: oracle.ownedBy, ranks: oracle.ranks })
    expect(said.status < 300, what).toBe(isAllowed)
    if (!isAllowed) {
      expect([403, 404, 409], what).toContain(said.status)
      expect(await stored(), what).toBe(before)
    }
    const key = `${name} ${isAllowed ? 'allowed' : 'refused'}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return said
  }

  const rule = async (by: number, action: Action, named: readonly string[], span?: number) => {
    const matches = oracle.changing(action, named)
    const owner = span === undefined ? undefined : oracle.ownedBy[span]
    const about = span === undefined ? undefined : owner === undefined ? { player: span } : { staff: owner }
    const isAllowed = oracle.mayRule(by, matches, about)
    const waits = isAllowed && oracle.waits(by, matches)
    const form =
      span === undefined
        ? { matchIds: named }
        : { span: { userId: await accountOf(site, xuids[span]!), from: minutesAgo(600), to: minutesAgo(0) } }
    const name = span === undefined ? action : `${action} by span`
    const said = await decision(name, isAllowed, () =>
      people[by]!.post('/api/admin/rulings', { action, ...form, reason }),
    )
    if (!isAllowed) return
    expect(said.json.state === 'waiting', `a ruling on ${matches.length} matches waits`).toBe(waits)
    const key = waits ? 'waiting' : 'alone'
    counts.set(key, (counts.get(key) ?? 0) + 1)
    const made: Made = {
      id: said.json.id,
      by,
      at: oracle.now,
      action,
      matches,
      span: about,
      decidedBy: undefined,
      isRefused: false,
    }
    oracle.rulings.push(made)
    if (!waits) oracle.apply(made, by)
  }

  const play = async (step: Step): Promise<void> => {
    switch (step.type) {
      case 'link': {
        const xuid = xuids[step.player]!
        const shown = await server.report(event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
        const { code } = shown.json.results[0]
        // The game gives no code to a player who is linked.
        if (code === undefined) return
        const said = await people[step.staff]!.post('/api/link', { code })
        if (said.status === 200) oracle.link(step.staff, step.player)
        return
      }
      case 'unlink': {
        const said = await people[step.staff]!.delete('/api/link')
        if (said.status === 204) oracle.unlink(step.staff)
        return
      }
      case 'rank': {
        const { by, target, rank } = step
        if (by === target) return
        const isAllowed = oracle.mayRank(by, target, rank)
        const path = `/api/admin/members/${people[target]!.id}/rank`
        await decision('rank', isAllowed, () => people[by]!.patch(path, { rank }))
        if (isAllowed) oracle.setRank(by, target, rank)
        return
      }
      case 'rule':
        return rule(step.by, step.action, ids.slice(step.from, step.from + step.count))
      case 'span': {
        const played = ids.filter((id) => playedIn.get(id)!.includes(step.player))
        return rule(step.by, step.action, played, step.player)
      }
      case 'confirm':
      case 'refuse': {
        const waiting = oracle.rulings.filter(({ decidedBy }) => decidedBy === undefined)
        const made = waiting.at(-1 - (step.nth % waiting.length)) ?? oracle.rulings[0]
        if (made === undefined) return
        const isConfirmed = step.type === 'confirm'
        const isAllowed = oracle.mayDecide(step.by, made, isConfirmed)
        const path = `/api/admin/rulings/${made.id}/${step.type}`
        await decision(step.type, isAllowed, () => people[step.by]!.post(path, {}))
        if (!isAllowed) return
        if (isConfirmed) {
          oracle.apply(made, step.by)
          await applyRulings(site.context)
        } else Object.assign(made, { decidedBy: step.by, isRefused: true })
        return
      }
      case 'report': {
        const owner = oracle.ownedBy[step.player]
        const about = owner === undefined ? { player: step.player } : { staff: owner }
        const has = ({ isOpen, ...other }: Report) =>
          isOpen && JSON.stringify(other.about) === JSON.stringify(about)
        if (oracle.reports.some(has)) return
        const id = await accountOf(site, xuids[step.player]!)
        const said = await reporter.post(`/api/players/${id}/reports`, { reason })
        expect(said.status, said.text).toBe(201)
        oracle.reports.push({ id: said.json.id, about, isOpen: true })
        return
      }
      case 'code': {
        const { by, target } = step
        const isAllowed = oracle.mayGiveCode(by, target)
        const path = `/api/admin/members/${people[target]!.id}/recovery-code`
        const { json } = await decision('code', isAllowed, () => people[by]!.post(path))
        if (!isAllowed) return
        const { username } = people[target]!
        const body = { username, code: json.code, newPassword: 'another horse' }
        expect((await site.browser().post('/api/recovery/by-code', body)).status).toBe(200)
        await signIn(people[target]!)
        oracle.recover(by, target)
        return
      }
      case 'vouch': {
        const { by, target } = step
        const isAllowed = oracle.mayConfirmMember(by, target)
        const path = `/api/admin/members/${people[target]!.id}/confirmation`
        await decision('vouch', isAllowed, () => people[by]!.post(path))
        if (isAllowed) oracle.confirmMember(target)
        return
      }
      case 'invite': {
        const { by, target, rank } = step
        if (rank === 'Member') return
        const invite = () => people[by]!.post('/api/admin/invites', { rank, note: '' })
        if (oracle.rankOf(by) !== 'Owner') return void (await decision('invite', false, invite))
        const token = (await invite()).json.link.split('#')[1]
        const isAllowed = oracle.mayInvite(by, target, rank)
        await decision('invite', isAllowed, () => people[target]!.post('/api/invites/accept', { token }))
        if (isAllowed) oracle.setRank(by, target, rank)
        return
      }
      case 'enter': {
        const isAllowed = oracle.mayEnter(step.by)
        await decision('enter', isAllowed, () => people[step.by]!.post(`/api/events/${eventId}/register`))
        if (isAllowed) oracle.entered.add(step.by)
        return
      }
      case 'act': {
        const isAllowed = oracle.mayAct(step.by)
        const path = `/api/events/${eventId}`
        await decision('act', isAllowed, () => people[step.by]!.patch(path, { title: somebody() }))
        if (isAllowed) oracle.acted.add(step.by)
        return
      }
      case 'join': {
        const xuid = xuids[step.player]!
        await keys[step.key]!.report(event('player', { xuid, gamertag: `Tag ${xuid}` }))
        oracle.see(step.key, step.player)
        return
      }
      case 'punish': {
        const isAllowed = oracle.mayPunish(step.key, step.player)
        const before = isAllowed ? '' : await stored()
        const xuid = xuids[step.player]!
        const said = { xuid, gamertag: `Tag ${xuid}`, id: randomUUID(), kind: 'warn', reason }
        const [result] = (await keys[step.key]!.send(event('punishment', said))).json.results
        expect(result.status, JSON.stringify(result)).toBe(isAllowed ? 'accepted' : 'rejected')
        if (!isAllowed) expect(await stored()).toBe(before)
        const key = `punish ${isAllowed ? 'allowed' : 'refused'}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
        return
      }
      case 'read': {
        const open = oracle.reports.filter(({ isOpen }) => isOpen)
        const report = open.at(-1 - (step.nth % open.length))
        if (report === undefined) return
        const path = `/api/admin/cases/${report.id}`
        await decision('read', oracle.mayReadCase(step.by, report), () => people[step.by]!.get(path))
        return
      }
      case 'decide': {
        const open = oracle.reports.filter(({ isOpen }) => isOpen)
        const report = open.at(-1 - (step.nth % open.length)) ?? oracle.reports[0]
        if (report === undefined) return
        const isAllowed = oracle.mayDecideCase(step.by, report)
        const body = { outcome: 'no_violation', note: 'Seen' }
        const path = `/api/admin/cases/${report.id}/decisions`
        await decision('decide', isAllowed, () => people[step.by]!.post(path, body))
        if (isAllowed) oracle.close(report)
      }
    }
  }

  for (const step of sequence) {
    await play(step)
    oracle.endStep()
  }
  const { rows } = await sql<{ match_id: string }>`
    SELECT match_id FROM excluded_matches WHERE match_id = ANY(${ids}::uuid[])
  `.execute(site.database.sql)
  expect(rows.map((row) => row.match_id).sort()).toEqual([...oracle.excluded].sort())
}

test(
  '[guards.15] [powers.13] in random sequences of three staff, two players and two game servers nobody reads or decides about themselves, passes a threshold in slices, has it confirmed by their own hand, acts in an event that they take part in, and no key speaks of who was elsewhere or punishes staff',
  async () => {
    const counts = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.tuple(firstRanks, firstRanks, firstRanks), sequence, (ranks, played) =>
        run(ranks, played, counts),
      ),
      { numRuns: sequences, seed: 20_260_715, endOnFailure: true },
    )
    // Both answers of each decision were asked for.
    const names = [
      'exclude',
      'restore',
      'exclude by span',
      'rank',
      'confirm',
      'decide',
      'read',
      'code',
      'vouch',
      'invite',
      'enter',
      'act',
      'punish',
    ]
    for (const name of names)
      for (const answer of ['allowed', 'refused']) expect([...counts.keys()]).toContain(`${name} ${answer}`)
    expect([...counts.keys()]).toEqual(expect.arrayContaining(['waiting', 'alone']))
  },
  sequences * 20_000,
)
