import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AnyEndpoint, EndpointTable } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import {
  cupSite,
  linkedMember,
  type Player,
  played,
} from '../../src/server/domains/cups/testing/cup-setup.ts'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import { forbidden } from '../../src/server/platform/http/errors.ts'
import type { DomainEvents } from '../../src/server/platform/live/domain-events.ts'
import type { TestGameServer } from '../../src/server/testing/game-server.ts'
import type { TestApp, TestBrowser, TestResponse } from '../../src/server/testing/test-app.ts'

let site: TestApp
let server: TestGameServer
let owner: Awaited<ReturnType<typeof memberWithRank>>
let other: typeof owner
beforeAll(async () => {
  ;({ site, server } = await cupSite())
  owner = await memberWithRank(site, 'Owner')
  other = await memberWithRank(site, 'Owner')
})
afterAll(() => site.close())
afterEach(() => vi.restoreAllMocks())

const reason = 'They used an autoclicker in three matches'

interface About {
  readonly player: Player
  /** Of a punishment, ruling or appeal that is there before. */
  readonly id: string
}

interface Decision {
  readonly publishes: 'playDecided' | 'matchesRuled'
  /** What is there before. Returns its id. */
  readonly prepare?: (player: Player) => Promise<string | number>
  send(by: TestBrowser, about: About): Promise<TestResponse>
}

async function made({ status, json, text }: TestResponse) {
  expect([200, 201], text).toContain(status)
  return json?.id as string
}

const ban = async (by: TestBrowser, { user }: Player) =>
  made(await by.post('/api/admin/punishments', { userId: user.id, kind: 'ban', reason, until: null }))
const restrict = async (by: TestBrowser, { user }: Player) =>
  made(await by.post(`/api/admin/members/${user.id}/restriction`, { reason, days: null }))
const appeal = async (player: Player, about: object) =>
  made(
    await player.post('/api/appeals', {
      ...about,
      text: 'It was my brother, who played on my phone that evening, and he will not again.',
    }),
  )
const decide = (by: TestBrowser, id: string | number, outcome: string) =>
  by.post(`/api/admin/appeals/${id}/decisions`, { outcome, note: reason })

/** A match of a player, reported now. */
async function aMatch(player: Player): Promise<string> {
  const match = played(player, await linkedMember(site, server))
  await server.report(match)
  return match.data.matchId
}

/** A ruling that waits for a second person. */
async function waitingRuling(player: Player): Promise<number> {
  const matchId = await aMatch(player)
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO rulings (action, reason, made_by, matches) VALUES ('exclude', ${reason}, ${other.user.id}, 1)
      RETURNING id
    )
    INSERT INTO ruling_matches (ruling_id, match_id) SELECT id, ${matchId} FROM made RETURNING ruling_id AS id
  `.execute(site.database.sql)
  return rows[0]!.id
}

const decisions: Readonly<Record<string, Decision>> = {
  'punishments.create': {
    publishes: 'playDecided',
    send: (by, { player }) =>
      by.post('/api/admin/punishments', { userId: player.user.id, kind: 'ban', reason, until: null }),
  },
  'punishments.lift': {
    publishes: 'playDecided',
    prepare: (player) => ban(other, player),
    send: (by, { id }) => by.post(`/api/admin/punishments/${id}/lift`, { reason }),
  },
  'moderation.undoLift': {
    publishes: 'playDecided',
    async prepare(player) {
      const id = await ban(other, player)
      await made(await owner.post(`/api/admin/punishments/${id}/lift`, { reason }))
      return id
    },
    send: (by, { id }) => by.post(`/api/admin/punishments/${id}/lift/undo`),
  },
  'moderation.restrict': {
    publishes: 'playDecided',
    send: (by, { player }) =>
      by.post(`/api/admin/members/${player.user.id}/restriction`, { reason, days: null }),
  },
  'moderation.lift': {
    publishes: 'playDecided',
    prepare: (player) => restrict(other, player),
    send: (by, { player }) => by.delete(`/api/admin/members/${player.user.id}/restriction`),
  },
  'moderation.undoRestrictionLift': {
    publishes: 'playDecided',
    async prepare(player) {
      const id = await restrict(other, player)
      expect((await owner.delete(`/api/admin/members/${player.user.id}/restriction`)).status).toBe(204)
      return id
    },
    send: (by, { player }) => by.post(`/api/admin/members/${player.user.id}/restriction/undo`),
  },
  'appeals.decide': {
    publishes: 'playDecided',
    prepare: async (player) => appeal(player, { punishmentId: await ban(other, player) }),
    send: (by, { id }) => decide(by, id, 'lifted'),
  },
  'appeals.undo': {
    publishes: 'playDecided',
    async prepare(player) {
      const id = await appeal(player, { punishmentId: await ban(other, player) })
      await made(await decide(owner, id, 'lifted'))
      return id
    },
    send: (by, { id }) => by.post(`/api/admin/appeals/${id}/decisions/undo`),
  },
  'members.remove': {
    publishes: 'playDecided',
    send: (by, { player }) => by.delete(`/api/admin/members/${player.user.id}`),
  },
  'rulings.create': {
    publishes: 'matchesRuled',
    prepare: aMatch,
    send: (by, { id }) => by.post('/api/admin/rulings', { action: 'exclude', matchIds: [id], reason }),
  },
  'rulings.confirm': {
    publishes: 'matchesRuled',
    prepare: waitingRuling,
    send: (by, { id }) => by.post(`/api/admin/rulings/${id}/confirm`),
  },
  'rulings.refuse': {
    publishes: 'matchesRuled',
    prepare: waitingRuling,
    send: (by, { id }) => by.post(`/api/admin/rulings/${id}/refuse`),
  },
}

/** Why a call of staff neither decides who may play nor rules on matches. One that is added here is a decision. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'asks, claims or previews: nothing is decided': [
    'appeals.ask',
    'appeals.claim',
    'cases.claim',
    'cases.release',
    'moderation.claim',
    'moderation.release',
    'rulings.preview',
  ],
  'closes or opens a case: a ban or restriction that follows is a call of its own': [
    'cases.decide',
    'cases.decideMany',
    'cases.undo',
    'moderation.decide',
    'moderation.reopen',
  ],
  'removes what somebody wrote': [
    'moderation.clearProfile',
    'moderation.removeComment',
    'moderation.removePost',
  ],
  'gives or confirms power on the site, which lets nobody into a cup and takes nobody out': [
    'members.confirm',
    'members.restore',
    'members.setRank',
    'recovery.issueCode',
  ],
  'an event or cup: staff act in it themselves (powers.36)': [
    'cupTemplates.create',
    'cupTemplates.remove',
    'cupTemplates.update',
    'cups.put',
    'cups.remove',
    'cups.renameTeam',
    'cups.reorder',
    'cups.rule',
    'events.create',
    'events.remove',
    'events.update',
  ],
  'concerns the cups of a mode (powers.125)': ['modes.merge', 'modes.undoMerge'],
  'concerns no single player and no single match': [
    'email.test',
    'gameServers.create',
    'gameServers.revoke',
    'gameServers.update',
    'modes.create',
    'modes.update',
    'seasons.create',
    'seasons.end',
    'seasons.remove',
    'seasons.undoEnd',
    'seasons.update',
  ],
}

/** Features that know no players of the game. */
const elsewhere = [
  'applications',
  'backups',
  'contactAdmin',
  'discordAdmin',
  'invites',
  'keys',
  'news',
  'practice',
  'ranks',
  'reports',
  'secrets',
  'settings',
  'webhooks',
]

const staffWrites = Object.entries(endpoints as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  elsewhere.includes(feature)
    ? []
    : Object.entries(table)
        .filter(
          ([, { method, access }]: [string, AnyEndpoint]) =>
            method !== 'GET' && (access === 'staff' || access === 'admin'),
        )
        .map(([name]) => `${feature}.${name}`),
)

test('[powers.123] Each call of staff that writes publishes what it decides about players and matches, or says why not', () => {
  expect([...Object.keys(decisions), ...Object.values(reasons).flat()].sort()).toEqual(staffWrites.sort())
})

const tables = [
  'punishments',
  'punishment_changes',
  'restrictions',
  'appeals',
  'rulings',
  'ruling_decisions',
  'users',
  'audit_log',
]

async function stored() {
  const all = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ rows: unknown }>`
        SELECT json_agg(to_json(one) ORDER BY to_json(one)::text) AS rows FROM ${sql.table(table)} AS one
      `.execute(site.database.sql)
      return [table, rows[0]!.rows]
    }),
  )
  return Object.fromEntries(all)
}

test.each(Object.entries(decisions))(
  '[powers.123] %s publishes it once, before it changes anything: whoever plays there may refuse it, and nothing is stored',
  async (_name, { publishes, prepare, send }) => {
    const player = await linkedMember(site, server)
    const about = { player, id: String(await prepare?.(player)) }
    const published: DomainEvents[typeof publishes][] = []
    const { events } = site.context
    const publish = events.publish.bind(events)
    let refuses = true
    vi.spyOn(events, 'publish').mockImplementation(async (executor, name, said) => {
      if (name === publishes) {
        if (refuses) throw forbidden('plays there')
        published.push(said as DomainEvents[typeof publishes])
      }
      await publish(executor, name, said)
    })
    const before = await stored()
    expect((await send(owner, about)).status).toBe(403)
    expect(await stored()).toEqual(before)
    refuses = false
    const { status, text } = await send(owner, about)
    expect([200, 201, 204], text).toContain(status)
    expect(await stored()).not.toEqual(before)
    expect(published).toEqual([
      {
        by: expect.objectContaining({ id: owner.user.id, rank: 'Owner' }),
        ...(publishes === 'playDecided' ? { memberId: player.user.id } : { matchIds: [expect.any(String)] }),
      },
    ])
  },
)

test('[powers.124] A mute concerns no cup, nor does an appeal against it, nor one that is upheld', async () => {
  const player = await linkedMember(site, server)
  const publish = vi.spyOn(site.context.events, 'publish')
  const mute = { userId: player.user.id, kind: 'mute', reason, until: null }
  const give = async () => made(await other.post('/api/admin/punishments', mute))
  await made(await other.post(`/api/admin/punishments/${await give()}/lift`, { reason }))
  const about = await appeal(player, { punishmentId: await give() })
  await made(await decide(owner, about, 'lifted'))
  await made(await owner.post(`/api/admin/appeals/${about}/decisions/undo`))
  const names = () => publish.mock.calls.map(([, name]) => name)
  expect(names()).not.toContain('playDecided')
  const banned = await ban(other, player)
  publish.mockClear()
  const upheld = await appeal(player, { punishmentId: banned })
  await made(await decide(owner, upheld, 'upheld'))
  await made(await owner.post(`/api/admin/appeals/${upheld}/decisions/undo`))
  expect(names()).not.toContain('playDecided')
})
