import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { bySize } from '../../testing/size.ts'
import { type TestApp, type TestResponse, testApp } from '../../testing/test-app.ts'
import { insertRestriction } from '../accounts/restrictions/queries.ts'
import { insertApplication, storeUndo as storeApplicationUndo } from '../applications/queries.ts'
import { helper } from '../applications/testing/bodies.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { applyRulings } from '../matches/rulings/apply.ts'
import { insertReport } from '../reports/bug-reports/queries/reports.ts'
import { storeUndo as storeBugReportUndo } from '../reports/bug-reports/queries/undo.ts'
import { insertAppeal, insertMessage } from './appeals/queries.ts'
import { appealCode } from './punishments/appeal-code.ts'
import { insertPunishment } from './punishments/queries.ts'
import {
  link,
  linkedMember,
  minutesAgo,
  type Person,
  playMatches,
  somebody,
  unlink,
} from './testing/people.ts'

const ranks = ['Member', 'Helper', 'Moderator', 'Admin', 'Manager', 'Owner'] as const
type Rank = (typeof ranks)[number]
const height = (rank: Rank) => ranks.indexOf(rank)

/** Whom it is about, as seen by the actor. `once own`: a player whom they unlinked. `second account`: it owns such a player. */
type Relation = 'stranger' | 'own' | 'once own' | 'second account' | 'reported by them'

interface Target {
  readonly id: number
  readonly rank: Rank
  readonly identityId: number
  readonly matchId: string
}

interface Cell {
  readonly actor: Person
  readonly rank: Rank
  readonly target: Target
  readonly relation: Relation
}

type Call = () => Promise<TestResponse>

/** A power of staff, and the one rule about it. */
interface Power {
  readonly least: Rank
  /** Whether whom it is about has to be of a lower rank. */
  readonly isDownward: boolean
  /** Whether it is about people, so that nobody has it about themselves. */
  readonly isAboutPeople: boolean
  /** What has an author or an owner: nothing of a player without an account. */
  readonly isOfMembers?: true
  /** What a reporter does not decide. */
  readonly isCase?: true
  /** Owners change each other's ranks. */
  readonly isAmongOwners?: true
  /** Makes what it is about, and returns the call. */
  readonly prepare: (cell: Cell) => Promise<Call>
  /** Of calls about many: whether this one was done. */
  readonly isDone?: (said: TestResponse) => boolean
}

const isAllowed = (power: Power, { rank, target, relation }: Cell): boolean => {
  if (height(rank) < height(power.least)) return false
  if (power.isAboutPeople && relation !== 'stranger' && relation !== 'reported by them') return false
  if (power.isCase && relation === 'reported by them') return false
  if (power.isAmongOwners && rank === 'Owner') return true
  return !power.isDownward || height(target.rank) < height(rank)
}

let site: TestApp
let server: TestGameServer
let house: Person
let reporter: Person

const reason = 'Long enough to be a reason'
const note = 'Seen in the replay'

const run = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(site.database.sql)).rows

/** An open case about the player, by its one report; nobody has claimed it. */
async function openCase({ actor, target, relation }: Cell): Promise<number> {
  await run(sql`DELETE FROM moderation_claims`)
  const by = relation === 'reported by them' ? actor : reporter
  await run(sql`
    UPDATE moderation_reports SET status = 'dismissed', decided_at = now() - interval '1 hour', decided_by = ${house.user.id}
    WHERE subject_id = ${target.id} AND reporter_id <> ${by.user.id}`)
  const [held] = await run(sql<{ id: number }>`
    UPDATE moderation_reports SET status = 'open', decided_at = NULL, decided_by = NULL, note = NULL
    WHERE subject_id = ${target.id} AND reporter_id = ${by.user.id} RETURNING id`)
  if (held) return held.id
  const said = await by.post(`/api/players/${target.id}/reports`, { reason })
  expect(said.status, said.text).toBe(201)
  return said.json.id
}

/** The same, decided by the actor so lately that it can be undone, however slow this machine is. */
async function decidedCase(cell: Cell): Promise<number> {
  const id = await openCase(cell)
  await run(sql`
    UPDATE moderation_reports SET status = 'dismissed', decided_at = now() + interval '1 hour', decided_by = ${cell.actor.user.id}
    WHERE id = ${id}`)
  return id
}

async function punished({ target }: Cell, kind: 'mute' | 'ban'): Promise<string> {
  const id = randomUUID()
  await insertPunishment(site.database.sql, {
    id,
    identityId: target.identityId,
    kind,
    reason,
    until: null,
    serverId: null,
    byName: null,
    madeBy: house.user.id,
    at: new Date(),
    appealCode: await appealCode(site.database.sql, id),
  })
  return id
}

async function appealed(cell: Cell): Promise<number> {
  const subject = { punishmentId: await punished(cell, 'mute'), restrictionId: null }
  const appealId = await insertAppeal(site.database.sql, subject, false)
  await insertMessage(site.database.sql, { appealId, isStaff: false, authorId: null, text: 'Not me' })
  return appealId
}

async function waitingRuling({ target }: Cell): Promise<number> {
  // What was confirmed before is not stored during a refusal.
  await applyRulings(site.context)
  const [made] = await run(sql<{ id: number }>`
    WITH made AS (
      INSERT INTO rulings (action, reason, made_by, matches) VALUES ('exclude', ${reason}, ${house.user.id}, 1) RETURNING id
    ), named AS (INSERT INTO ruling_matches SELECT id, ${target.matchId}::uuid FROM made)
    SELECT id FROM made`)
  return made!.id
}

/** What a ruling can do to the target's match as it is now. */
async function rulingOn({ matchId }: Target): Promise<'exclude' | 'restore'> {
  await applyRulings(site.context)
  const excluded = await run(sql`SELECT FROM excluded_matches WHERE match_id = ${matchId}`)
  return excluded.length > 0 ? 'restore' : 'exclude'
}

async function applied({ target }: Cell): Promise<number> {
  await run(sql`DELETE FROM staff_applications WHERE user_id = ${target.id}`)
  const written = { ...helper, device_type: [...helper.device_type] }
  return (await insertApplication(site.database.sql, target.id, written))!.id
}

const bug = {
  gameMode: 'overall',
  reason: 'A wall is missing',
  details: 'The wall behind the spawn is missing.',
  severity: 'low',
} as const

const reportedBug = async ({ target }: Cell): Promise<number> =>
  (await insertReport(site.database.sql, target.id, bug)).id

const wrote = async ({ target }: Cell): Promise<number> => {
  const [post] = await run(sql<{ id: number }>`
    INSERT INTO all_posts (user_id, content) VALUES (${target.id}, 'A post') RETURNING id`)
  return post!.id
}

const about = { isDownward: true, isAboutPeople: true } as const
const ofMembers = { ...about, isOfMembers: true } as const
const ofCases = { ...about, least: 'Helper', isCase: true } as const
const ofAppeals = { ...about, least: 'Moderator' } as const
const ofApplications = { isDownward: false, isAboutPeople: true, isOfMembers: true } as const
/** They are about the site. */
const ofBugs = { least: 'Helper', isDownward: false, isAboutPeople: false, isOfMembers: true } as const

const powers: Readonly<Record<string, Power>> = {
  'rule by ids': {
    ...about,
    least: 'Moderator',
    async prepare({ actor, target }) {
      const body = { action: await rulingOn(target), matchIds: [target.matchId], reason }
      return () => actor.post('/api/admin/rulings', body)
    },
  },
  'rule by span': {
    ...about,
    least: 'Moderator',
    async prepare({ actor, target }) {
      const span = { userId: target.id, from: minutesAgo(600), to: minutesAgo(0) }
      const body = { action: await rulingOn(target), span, reason }
      return () => actor.post('/api/admin/rulings', body)
    },
  },
  'confirm a ruling': {
    ...about,
    least: 'Admin',
    async prepare(cell) {
      const id = await waitingRuling(cell)
      return () => cell.actor.post(`/api/admin/rulings/${id}/confirm`, {})
    },
  },
  'refuse a ruling': {
    ...about,
    least: 'Admin',
    async prepare(cell) {
      const id = await waitingRuling(cell)
      return () => cell.actor.post(`/api/admin/rulings/${id}/refuse`, {})
    },
  },
  warn: {
    ...about,
    least: 'Helper',
    prepare: async ({ actor, target }) => {
      return () => actor.post('/api/admin/punishments', { userId: target.id, kind: 'warn', reason })
    },
  },
  ban: {
    ...about,
    least: 'Moderator',
    prepare: async ({ actor, target }) => {
      return () => actor.post('/api/admin/punishments', { userId: target.id, kind: 'ban', reason })
    },
  },
  'lift a mute': {
    ...about,
    least: 'Helper',
    async prepare(cell) {
      const id = await punished(cell, 'mute')
      return () => cell.actor.post(`/api/admin/punishments/${id}/lift`, { reason })
    },
  },
  'lift a ban': {
    ...about,
    least: 'Moderator',
    async prepare(cell) {
      const id = await punished(cell, 'ban')
      return () => cell.actor.post(`/api/admin/punishments/${id}/lift`, { reason })
    },
  },
  'take the lift of a mute back': {
    ...about,
    least: 'Helper',
    async prepare(cell) {
      const id = await punished(cell, 'mute')
      await run(sql`INSERT INTO punishment_changes (punishment_id, kind, made_by, at)
        VALUES (${id}, 'lift', ${cell.actor.user.id}, now() + interval '1 hour')`)
      return () => cell.actor.post(`/api/admin/punishments/${id}/lift/undo`)
    },
  },
  'claim an appeal': {
    ...ofAppeals,
    async prepare(cell) {
      const id = await appealed(cell)
      return () => cell.actor.post(`/api/admin/appeals/${id}/claim`)
    },
  },
  'ask about an appeal': {
    ...ofAppeals,
    async prepare(cell) {
      const id = await appealed(cell)
      return () => cell.actor.post(`/api/admin/appeals/${id}/messages`, { text: 'Why?' })
    },
  },
  'decide an appeal': {
    ...ofAppeals,
    async prepare(cell) {
      const id = await appealed(cell)
      return () => cell.actor.post(`/api/admin/appeals/${id}/decisions`, { outcome: 'lifted', note })
    },
  },
  'undo a decision about an appeal': {
    ...ofAppeals,
    async prepare(cell) {
      const id = await appealed(cell)
      await run(sql`
        UPDATE appeals SET state = 'upheld', note = ${note}, reviewer_id = ${cell.actor.user.id},
          claimed_until = now() + interval '1 hour', changed_at = now() + interval '1 hour' WHERE id = ${id}`)
      return () => cell.actor.post(`/api/admin/appeals/${id}/decisions/undo`)
    },
  },
  'claim a case': {
    ...ofCases,
    async prepare(cell) {
      const id = await openCase(cell)
      return () => cell.actor.post(`/api/admin/cases/${id}/claim`)
    },
  },
  'claim a case by its subject': {
    ...ofCases,
    async prepare(cell) {
      await openCase(cell)
      const subject = { subjectType: 'player', subjectId: cell.target.id }
      return () => cell.actor.post('/api/admin/moderation/claims', subject)
    },
  },
  'decide a case': {
    ...ofCases,
    async prepare(cell) {
      const id = await openCase(cell)
      return () => cell.actor.post(`/api/admin/cases/${id}/decisions`, { outcome: 'action', note })
    },
  },
  'decide a case by its subject': {
    ...ofCases,
    async prepare(cell) {
      await openCase(cell)
      const body = { subjectType: 'player', subjectId: cell.target.id, decision: 'dismiss', note }
      return () => cell.actor.post('/api/admin/moderation/decisions', body)
    },
  },
  'decide many cases': {
    ...ofCases,
    async prepare(cell) {
      const ids = [await openCase(cell)]
      return () => cell.actor.post('/api/admin/cases/decisions', { ids, outcome: 'no_violation', note })
    },
    isDone: ({ json }) => json.decided.length === 1,
  },
  'reopen a case': {
    ...ofCases,
    async prepare(cell) {
      await decidedCase(cell)
      const body = { subjectType: 'player', subjectId: cell.target.id, reason }
      return () => cell.actor.post('/api/admin/moderation/reopenings', body)
    },
  },
  'undo a decision about cases': {
    // Of the member's own decision of the last seconds: it was theirs to make.
    least: 'Helper',
    isDownward: false,
    isAboutPeople: true,
    async prepare(cell) {
      const ids = [await decidedCase(cell)]
      return () => cell.actor.post('/api/admin/cases/decisions/undo', { ids })
    },
    isDone: ({ json }) => json.reopened.length === 1,
  },
  restrict: {
    ...ofMembers,
    least: 'Helper',
    prepare: async ({ actor, target }) => {
      return () => actor.post(`/api/admin/members/${target.id}/restriction`, { reason, days: 1 })
    },
  },
  'lift a restriction': {
    ...ofMembers,
    least: 'Helper',
    async prepare({ actor, target }) {
      await run(sql`UPDATE restrictions SET lifted_at = now() WHERE lifted_at IS NULL`)
      const row = { userId: target.id, reason, days: 1, by: house.user.id }
      await insertRestriction(site.database.sql, row)
      return () => actor.delete(`/api/admin/members/${target.id}/restriction`)
    },
  },
  'take the lift of a restriction back': {
    ...ofMembers,
    least: 'Helper',
    async prepare({ actor, target }) {
      await run(sql`UPDATE restrictions SET lifted_at = now() WHERE lifted_at IS NULL`)
      const row = { userId: target.id, reason, days: 1, by: house.user.id }
      await insertRestriction(site.database.sql, row)
      await run(sql`UPDATE restrictions SET lifted_at = now() + interval '1 hour', lifted_by = ${actor.user.id}
        WHERE lifted_at IS NULL`)
      return () => actor.post(`/api/admin/members/${target.id}/restriction/undo`)
    },
  },
  'clear a profile': {
    ...ofMembers,
    least: 'Helper',
    async prepare({ actor, target }) {
      await run(sql`UPDATE users SET bio = 'A text' WHERE id = ${target.id}`)
      return () => actor.post(`/api/admin/members/${target.id}/profile-clearing`, { parts: ['bio'], reason })
    },
  },
  'remove a post': {
    ...ofMembers,
    least: 'Helper',
    async prepare(cell) {
      const id = await wrote(cell)
      return () => cell.actor.post(`/api/admin/posts/${id}/removal`, { reason })
    },
  },
  'remove a comment': {
    ...ofMembers,
    least: 'Helper',
    async prepare(cell) {
      const [comment] = await run(sql<{ id: number }>`
        INSERT INTO all_comments (user_id, post_id, content)
        VALUES (${cell.target.id}, ${await wrote(cell)}, 'A comment') RETURNING id`)
      return () => cell.actor.post(`/api/admin/comments/${comment!.id}/removal`, { reason })
    },
  },
  'change a rank': {
    ...ofMembers,
    least: 'Admin',
    isAmongOwners: true,
    prepare: async ({ actor, target }) => {
      return () => actor.patch(`/api/admin/members/${target.id}/rank`, { rank: 'Gold' })
    },
  },
  'give a recovery code': {
    ...ofMembers,
    least: 'Admin',
    prepare: async ({ actor, target }) => {
      return () => actor.post(`/api/admin/members/${target.id}/recovery-code`)
    },
  },
  'decide an application': {
    ...ofApplications,
    least: 'Helper',
    async prepare(cell) {
      const id = await applied(cell)
      return () => cell.actor.patch(`/api/staff-applications/${id}`, { status: 'accepted', answer: 'Yes' })
    },
  },
  'undo a decision about an application': {
    ...ofApplications,
    least: 'Helper',
    async prepare(cell) {
      const id = await applied(cell)
      const by = cell.actor.user.id
      await storeApplicationUndo(site.database.sql, id, { by, noticeId: null })
      await run(
        sql`UPDATE application_undos SET changed_at = now() + interval '1 hour' WHERE application_id = ${id}`,
      )
      await run(sql`
        UPDATE staff_applications SET status = 'rejected', handled_by = ${by}, version = version + 1 WHERE id = ${id}`)
      return () => cell.actor.post(`/api/staff-applications/${id}/undo`)
    },
  },
  'delete an application': {
    ...ofApplications,
    least: 'Admin',
    async prepare(cell) {
      const id = await applied(cell)
      return () => cell.actor.delete(`/api/staff-applications/${id}`)
    },
  },
  'change a bug report': {
    ...ofBugs,
    async prepare(cell) {
      const id = await reportedBug(cell)
      return () => cell.actor.patch(`/api/admin/reports/${id}/status`, { status: 'resolved' })
    },
  },
  'undo a change of bug reports': {
    ...ofBugs,
    async prepare(cell) {
      const id = await reportedBug(cell)
      await storeBugReportUndo(site.database.sql, id, { by: cell.actor.user.id, noticeId: null })
      await run(sql`UPDATE report_undos SET changed_at = now() + interval '1 hour' WHERE report_id = ${id}`)
      await run(sql`UPDATE reports SET status = 'rejected', version = version + 1 WHERE id = ${id}`)
      return () => cell.actor.post('/api/admin/reports/statuses/undo', { ids: [id] })
    },
    isDone: ({ json }) => json.restored.length === 1,
  },
  'delete a member': {
    ...ofMembers,
    least: 'Owner',
    isAmongOwners: true,
    async prepare({ actor, rank, target, relation }) {
      // Where it goes through, of nobody whom later cells need.
      const isGone = rank === 'Owner' && relation === 'stranger'
      const { id } = isGone ? (await memberWithRank(site, target.rank)).user : target
      return () => actor.delete(`/api/admin/members/${id}`)
    },
  },
}

/** Changes with everything that a power of staff stores. */
async function stored(): Promise<string> {
  const [row] = await run(sql<{ digest: string }>`
    SELECT concat_ws(' ', (SELECT max(id) FROM rulings), (SELECT max(id) FROM ruling_decisions),
      (SELECT count(*) FROM excluded_matches), (SELECT count(*) FROM punishments), (SELECT count(*) FROM punishment_changes),
      (SELECT md5(string_agg(appeals::text, '' ORDER BY id)) FROM appeals), (SELECT count(*) FROM appeal_messages),
      (SELECT count(*) FROM moderation_claims), (SELECT md5(string_agg(status, '' ORDER BY id)) FROM moderation_reports),
      (SELECT md5(string_agg(restrictions::text, '' ORDER BY id)) FROM restrictions), (SELECT max(id) FROM notices),
      (SELECT md5(string_agg(concat(id, rank, bio, username), '' ORDER BY id)) FROM users),
      (SELECT count(*) FROM posts), (SELECT count(*) FROM comments), (SELECT max(id) FROM audit_log),
      (SELECT md5(string_agg(concat(id, status, version), '' ORDER BY id)) FROM staff_applications),
      (SELECT count(*) FROM application_undos), (SELECT count(*) FROM report_undos),
      (SELECT md5(string_agg(concat(id, status, version), '' ORDER BY id)) FROM reports)) AS digest`)
  return row!.digest
}

interface Cast {
  readonly rank: Rank
  readonly actor: Person
  readonly own: Target
  readonly former: Person
  readonly onceOwn: Target
  readonly secondAccount: Target
}

const cast: Cast[] = []
const strangers = new Map<Rank, Target>()

async function targetOf(xuid: string, rank: Rank): Promise<Target> {
  const [matchId] = await playMatches(server, xuid, somebody())
  const [identity] = await run(sql<{ id: number }>`SELECT id FROM game_identities WHERE value = ${xuid}`)
  return { id: await accountOf(site, xuid), rank, identityId: identity!.id, matchId: matchId! }
}

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  house = await memberWithRank(site, 'Owner')
  reporter = await memberWithRank(site, 'Member')
  for (const rank of ranks) {
    const stranger = await linkedMember(site, server, rank)
    strangers.set(rank, await targetOf(stranger.xuid, rank))
    const actor = await linkedMember(site, server, rank)
    const own = await targetOf(actor.xuid, rank)
    const former = await memberWithRank(site, rank)
    const [kept, given] = [somebody(), somebody()]
    for (const xuid of [kept, given]) await unlink(await link(server, former, xuid))
    await link(server, await memberWithRank(site, 'Member'), given)
    cast.push({
      rank,
      actor,
      own,
      former,
      onceOwn: await targetOf(kept, 'Member'),
      secondAccount: await targetOf(given, 'Member'),
    })
  }
})
afterAll(() => site.close())

/**
 * Every rank about the lowest and those around its own, and about themselves in each way. In the small size only the
 * ranks on both sides of the least that has the power, and Owners, who have exceptions.
 */
function cellsOf(power: Power): Cell[] {
  const cells: Cell[] = []
  const onBorder = cast.filter(
    ({ rank }) => rank === 'Owner' || [0, 1].includes(height(power.least) - height(rank)),
  )
  for (const { rank, actor, own, former, onceOwn, secondAccount } of bySize(onBorder, cast)) {
    // Between the lowest and their own surroundings nothing changes.
    for (const target of strangers.values())
      if (target.rank === 'Member' || Math.abs(height(target.rank) - height(rank)) <= 1)
        cells.push({ actor, rank, target, relation: 'stranger' })
    cells.push({ actor, rank, target: own, relation: 'own' })
    if (!power.isOfMembers) cells.push({ actor: former, rank, target: onceOwn, relation: 'once own' })
    cells.push({ actor: former, rank, target: secondAccount, relation: 'second account' })
    if (power.isCase)
      cells.push({ actor, rank, target: strangers.get('Member')!, relation: 'reported by them' })
  }
  return cells
}

test.each(Object.keys(powers))(
  '[guards.16] %s: each rank about each, themselves, whom they once owned, their second account and whom they reported is answered by one rule, and a refusal stores nothing',
  async (name) => {
    const power = powers[name]!
    const wrong: unknown[] = []
    for (const cell of cellsOf(power)) {
      const { actor, rank, target, relation } = cell
      const call = await power.prepare(cell)
      const before = await stored()
      const said = await call()
      const isDone = said.status < 300 && (power.isDone?.(said) ?? true)
      const expected = isAllowed(power, cell)
      const where = `${rank} about ${relation === 'stranger' ? target.rank : relation}`
      if (isDone !== expected) wrong.push([where, said.status, said.text.slice(0, 200)])
      else if (isDone === ((await stored()) === before))
        wrong.push([where, isDone ? 'nothing stored' : 'stored'])
      else if (!isDone && ![200, 400, 403].includes(said.status)) wrong.push([where, said.status, said.text])
      await run(
        sql`UPDATE users SET rank = ${target.rank} WHERE id = ${target.id} AND rank <> ${target.rank}`,
      )
      await run(sql`UPDATE users SET rank = ${rank} WHERE id = ${actor.user.id} AND rank <> ${rank}`)
    }
    await run(sql`UPDATE restrictions SET lifted_at = now() WHERE lifted_at IS NULL`)
    expect(wrong).toEqual([])
  },
)
