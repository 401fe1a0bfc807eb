import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../testing/game-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { applyRulings } from '../matches/rulings/apply.ts'
import { minutesAgo, type Person, somebody } from './testing/people.ts'

// The long form: POWER_SEQUENCES=1000 npx vitest run --project server src/server/domains/moderation/power-sequences.test.ts
const sequences = Number(process.env.POWER_SEQUENCES ?? 50)

let site: TestApp
let server: TestGameServer
let reporter: Person
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  reporter = await memberWithRank(site, 'Member')
  // So that nobody in a sequence is the last Owner.
  await memberWithRank(site, 'Owner')
})
afterAll(() => site.close())

const order = ['Member', 'Helper', 'Moderator', 'Admin', 'Manager', 'Owner'] as const
type Rank = (typeof order)[number]
const isBelow = (one: Rank, other: Rank) => order.indexOf(one) < order.indexOf(other)
const isFrom = (least: Rank, rank: Rank) => !isBelow(rank, least)

type Action = 'exclude' | 'restore'

/** `staff`, `by`, `target`: which of three; `player`: which of two; `nth`: counted around what there is. */
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
  | { readonly type: 'decide'; readonly by: number; readonly nth: number }

const staff = fc.nat({ max: 2 })
const players = fc.nat({ max: 1 })
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
      rank: fc.constantFrom<Rank>('Member', 'Helper', 'Moderator', 'Admin', 'Admin', 'Manager'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: type('rule'),
      by: staff,
      action: actions,
      from: fc.nat({ max: 37 }),
      count: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: type('span'), by: staff, action: actions, player: players }) },
  { weight: 6, arbitrary: fc.record({ type: type('confirm'), by: staff, nth }) },
  { weight: 1, arbitrary: fc.record({ type: type('refuse'), by: staff, nth }) },
  { weight: 2, arbitrary: fc.record({ type: type('report'), player: players }) },
  { weight: 4, arbitrary: fc.record({ type: type('decide'), by: staff, nth }) },
)

const firstRanks = fc.constantFrom<Rank>('Moderator', 'Admin', 'Manager', 'Manager', 'Owner')

interface Made {
  readonly id: number
  readonly by: number
  readonly at: number
  readonly action: Action
  readonly matches: readonly string[]
  /** Whose span it is: the account of a staff member, or whoever has the player. */
  readonly span: { readonly staff: number } | { readonly player: number } | undefined
  decidedBy: number | undefined
  isRefused: boolean
}

interface Report {
  readonly id: number
  about: { readonly staff: number } | { readonly player: number }
  isOpen: boolean
}

/** Knows all that was ever owned, every rank that anybody ever had and by whose hand, and every decision. */
class Oracle {
  readonly ownedBy: (number | undefined)[] = [undefined, undefined]
  /** Pairs of staff and player, for ever. */
  readonly #owned: [number, number][] = []
  readonly #hands: { readonly by: number; readonly target: number }[] = []
  /** Ranks after each step. */
  readonly #history: Rank[][]
  readonly rulings: Made[] = []
  readonly reports: Report[] = []
  readonly excluded = new Set<string>()
  readonly #lastByTwo = new Map<string, boolean>()

  constructor(
    readonly ranks: Rank[],
    /** Who of the two played in a match. */
    readonly playedIn: ReadonlyMap<string, readonly number[]>,
  ) {
    this.#history = [[...ranks]]
  }

  link(one: number, other: number) {
    this.ownedBy[other] = one
    this.#owned.push([one, other])
    for (const report of this.reports)
      if ('player' in report.about && report.about.player === other) report.about = { staff: one }
  }

  unlink(one: number) {
    const at = this.ownedBy.indexOf(one)
    if (at >= 0) this.ownedBy[at] = undefined
  }

  /** Staff and players that are one person with this member. */
  person(one: number): { readonly staff: ReadonlySet<number>; readonly players: ReadonlySet<number> } {
    const found = { staff: new Set([one]), players: new Set<number>() }
    for (let size = 0; size !== found.staff.size + found.players.size; ) {
      size = found.staff.size + found.players.size
      for (const [member, own] of this.#owned)
        if (found.staff.has(member) || found.players.has(own)) {
          found.staff.add(member)
          found.players.add(own)
        }
    }
    return found
  }

  endStep() {
    this.#history.push([...this.ranks])
  }

  get now() {
    return this.#history.length - 1
  }

  mayRank(by: number, target: number, rank: Rank): boolean {
    const own = this.ranks[by]!
    const isAbove =
      own === 'Owner' || (isFrom('Admin', own) && isBelow(this.ranks[target]!, own) && isBelow(rank, own))
    return isAbove && !this.person(by).staff.has(target)
  }

  setRank(by: number, target: number, rank: Rank) {
    if (this.ranks[target] === rank) return
    this.ranks[target] = rank
    this.#hands.push({ by, target })
  }

  changing(action: Action, named: readonly string[]): string[] {
    return named.filter((id) => this.excluded.has(id) === (action === 'restore'))
  }

  /** Nobody rules about themselves, or about a rank that is not below their own. */
  #hasPower(by: number, matches: readonly string[]): boolean {
    const own = this.person(by).players
    const playing = new Set(matches.flatMap((id) => this.playedIn.get(id)!))
    return (
      isFrom('Moderator', this.ranks[by]!) &&
      [...playing].every((one) => !own.has(one) && this.#isAbove(by, { player: one }))
    )
  }

  #isAbove(by: number, about: Report['about']): boolean {
    const account = 'staff' in about ? about.staff : this.ownedBy[about.player]
    return account === undefined || isBelow(this.ranks[account]!, this.ranks[by]!)
  }

  /** Whether this is somebody else, and below. */
  #mayJudge(by: number, about: Report['about']): boolean {
    const own = this.person(by)
    const isOwn = 'staff' in about ? own.staff.has(about.staff) : own.players.has(about.player)
    return !isOwn && this.#isAbove(by, about)
  }

  mayRule(by: number, matches: readonly string[], span?: Report['about']): boolean {
    return (
      matches.length > 0 && this.#hasPower(by, matches) && (span === undefined || this.#mayJudge(by, span))
    )
  }

  waits(by: number, matches: readonly string[]): boolean {
    const { staff: own } = this.person(by)
    const alone = new Set(matches)
    for (const made of this.rulings)
      if (own.has(made.by) && !made.isRefused && made.decidedBy !== undefined && own.has(made.decidedBy))
        for (const id of made.matches) alone.add(id)
    const isMany = [0, 1].some((one) => {
      const played = (id: string) => this.playedIn.get(id)!.includes(one)
      return matches.some(played) && [...alone].filter(played).length > 20
    })
    return matches.length > 20 || isMany || matches.some((id) => this.#lastByTwo.get(id))
  }

  apply(made: Made, by: number) {
    made.decidedBy = by
    for (const id of made.matches) {
      this.#lastByTwo.set(id, made.by !== by)
      if (made.action === 'exclude') this.excluded.add(id)
      else this.excluded.delete(id)
    }
  }

  /** The second person of a ruling: another, of the rank then, and not of the maker's making. */
  mayDecide(by: number, made: Made, isConfirmed: boolean): boolean {
    const makers = this.person(made.by).staff
    if (made.decidedBy !== undefined || makers.has(by) || !isFrom('Admin', this.ranks[by]!)) return false
    if (!this.#hasPower(by, made.matches) || (made.span && !this.#isAbove(by, made.span))) return false
    return !isConfirmed || (isFrom('Admin', this.#history[made.at]![by]!) && !this.#isMadeBy(makers, by))
  }

  #isMadeBy(makers: ReadonlySet<number>, by: number): boolean {
    const made = new Set(makers)
    for (let size = 0; size !== made.size; ) {
      size = made.size
      for (const hand of this.#hands) if (made.has(hand.by)) made.add(hand.target)
    }
    return [...this.person(by).staff].some((one) => made.has(one))
  }

  mayDecideCase(by: number, { about, isOpen }: Report): boolean {
    return isOpen && isFrom('Helper', this.ranks[by]!) && this.#mayJudge(by, about)
  }

  close(decided: Report) {
    for (const report of this.reports)
      if (JSON.stringify(report.about) === JSON.stringify(decided.about)) report.isOpen = false
  }
}

/** Changes with everything that a decision stores. */
async function stored(): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    SELECT concat_ws(' ', (SELECT max(id) FROM rulings), (SELECT max(id) FROM ruling_decisions),
      (SELECT count(*) FROM excluded_matches), (SELECT count(*) FROM ruling_matches), (SELECT max(id) FROM audit_log),
      (SELECT count(*) FROM moderation_reports WHERE status <> 'open'), (SELECT max(id) FROM notices)) AS digest
  `.execute(site.database.sql)
  return rows[0]!.digest
}

const pairs = [
  { playing: [0, 1], count: 4 },
  { playing: [0], count: 24 },
  { playing: [1], count: 10 },
]

/** Three staff, two players, and their matches against each other and against others. */
async function cast(ranks: readonly Rank[]) {
  const people: Person[] = []
  for (const rank of ranks) people.push(await memberWithRank(site, rank))
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
  const ids = [...playedIn.keys()]

  /** A decision goes through when the oracle allows it, and otherwise stores nothing. */
  const decision = async (name: string, isAllowed: boolean, call: () => ReturnType<Person['post']>) => {
    const before = await stored()
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
        const path = `/api/admin/members/${people[target]!.user.id}/rank`
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
        const made = waiting[step.nth % waiting.length] ?? oracle.rulings[0]
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
      case 'decide': {
        const open = oracle.reports.filter(({ isOpen }) => isOpen)
        const report = open[step.nth % open.length] ?? oracle.reports[0]
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
  '[guards.15] in random sequences of link, unlink, promote, demote, rule, confirm, restore and decide nobody decides about themselves, passes a threshold in slices, or has it confirmed by their own hand',
  async () => {
    const counts = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(firstRanks, firstRanks, firstRanks),
        fc.array(steps, { minLength: 12, maxLength: 24 }),
        (ranks, sequence) => run(ranks, sequence, counts),
      ),
      { numRuns: sequences, seed: 20_260_715, endOnFailure: true },
    )
    // Both answers of each decision were asked for.
    const names = ['exclude', 'restore', 'exclude by span', 'rank', 'confirm', 'decide']
    for (const name of names)
      for (const answer of ['allowed', 'refused']) expect([...counts.keys()]).toContain(`${name} ${answer}`)
    expect([...counts.keys()]).toEqual(expect.arrayContaining(['waiting', 'alone']))
  },
  sequences * 20_000,
)
