import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rank } from '../../src/contract/accounts/ranks.ts'
import { type AnyEndpoint, type EndpointTable, urlOf } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { type TestApp, type TestBrowser, testApp } from '../../src/server/testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

type Member = Awaited<ReturnType<TestApp['member']>>

async function memberOf(rank: Rank): Promise<Member> {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

const enteredMinutesAgo = ({ user }: Member, minutes: number) =>
  sql`UPDATE sessions SET confirmed_at = now() - make_interval(mins => ${minutes}) WHERE user_id = ${user.id}`.execute(
    site.database.sql,
  )

/** A member whose session was left open: the password was last entered 16 minutes ago. */
async function stale(rank: Rank) {
  const member = await memberOf(rank)
  await enteredMinutesAgo(member, 16)
  return member
}

const calls = Object.entries(endpoints as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  Object.entries(table).map(([name, endpoint]) => ({ feature, name: `${feature}.${name}`, endpoint })),
)

const isStaffWork = ({ access }: AnyEndpoint) => access === 'staff' || access === 'admin'
const isWrite = ({ method }: AnyEndpoint) => method !== 'GET'

/** Calls that make an account what it is. */
const ofAccounts = [
  'users',
  'account',
  'sessions',
  'secondFactor',
  'email',
  'link',
  'discordLink',
  'invites',
  'recovery',
  'setup',
]

const staffWrites = calls.filter(({ endpoint }) => isStaffWork(endpoint) && isWrite(endpoint))
const memberWrites = calls.filter(
  ({ feature, endpoint }) =>
    (endpoint.access === 'member' || endpoint.access === 'public') &&
    isWrite(endpoint) &&
    (ofAccounts.includes(feature) || endpoint.method === 'DELETE'),
)

const namesOf = (listed: typeof calls) => listed.map(({ name }) => name).sort()

/** Why a call of staff that writes does not ask for the password. A call that is added here is a decision. */
const staffReasons: Readonly<Record<string, readonly string[]>> = {
  'decides about what others sent: gives no power, and is decided again or answered': [
    'appeals.ask',
    'appeals.claim',
    'appeals.decide',
    'appeals.undo',
    'applications.undo',
    'applications.update',
    'cases.claim',
    'cases.decide',
    'cases.decideMany',
    'cases.release',
    'cases.undo',
    'contactAdmin.answerMessage',
    'contactAdmin.markMessage',
    'contactAdmin.markMessages',
    'moderation.claim',
    'moderation.decide',
    'moderation.release',
    'moderation.reopen',
    'reports.setStatus',
    'reports.setStatuses',
    'reports.undoStatuses',
  ],
  'hides what is restored for 30 days': ['moderation.removeComment', 'moderation.removePost'],
  'is about lower ranks alone and can be lifted: it gives nobody more than the rank that they have': [
    'moderation.lift',
    'moderation.restrict',
    'moderation.undoLift',
    'moderation.undoRestrictionLift',
    'punishments.create',
    'punishments.lift',
  ],
  'is a ruling, which a later one takes back; a large one needs a second person': [
    'cups.rule',
    'rulings.confirm',
    'rulings.create',
    'rulings.preview',
    'rulings.refuse',
  ],
  'plans what the network offers: no power, and nothing that members wrote goes': [
    'cupTemplates.create',
    'cupTemplates.remove',
    'cupTemplates.update',
    'cups.put',
    'cups.remove',
    'cups.renameTeam',
    'cups.reorder',
    'events.create',
    'events.update',
    'modes.create',
    'modes.merge',
    'modes.undoMerge',
    'modes.update',
    'practice.create',
    'practice.remove',
    'practice.update',
    'seasons.create',
    'seasons.end',
    'seasons.undoEnd',
    'seasons.remove',
    'seasons.update',
  ],
  'writes news, which can be withdrawn': [
    'news.create',
    'news.preview',
    'news.publish',
    'news.removeCover',
    'news.setCover',
    'news.unpublish',
    'news.update',
  ],
  'stores nothing that others see': [
    'settings.drawing',
    'settings.picture',
    'settings.ping',
    'settings.preview',
  ],
  'sends a message to a webhook, which only a variable sets': ['discordAdmin.retry', 'discordAdmin.test'],
  'sends events to an address that was confirmed with the password': [
    'webhooks.resend',
    'webhooks.resendFailed',
    'webhooks.test',
  ],
}

/** The same of calls that change credentials or delete, of members about themselves. */
const memberReasons: Readonly<Record<string, readonly string[]>> = {
  'asks for the password itself': [
    'account.remove',
    'account.restore',
    'secondFactor.begin',
    'secondFactor.remove',
    'secondFactor.renewCodes',
    'sessions.confirm',
    'users.changePassword',
    'users.login',
  ],
  'finishes what asked for it': ['discordLink.finish', 'secondFactor.confirm'],
  'is proved by a secret that the caller was sent': [
    'email.confirm',
    'invites.look',
    'recovery.byCode',
    'recovery.finish',
    'setup.makeOwner',
  ],
  'opens nothing: a mail goes to the confirmed address alone': ['recovery.request'],
  'makes an account of its own, or ends a session': [
    'sessions.end',
    'sessions.endOthers',
    'users.logout',
    'users.register',
  ],
  'changes a profile: a new email address counts once it is confirmed, which asks': [
    'users.chooseLanguage',
    'users.chooseName',
    'users.setAvatar',
    'users.update',
  ],
  'takes back what the member did, or what was for them': [
    'blocks.unblock',
    'comments.remove',
    'cups.checkOut',
    'cups.disbandTeam',
    'cups.removePlayer',
    'discordLink.remove',
    'events.unregister',
    'follows.unfollow',
    'keys.remove',
    'moderation.seen',
    'notificationSettings.endDigest',
    'notificationSettings.endQuietHours',
    'notificationSettings.unsubscribe',
    'posts.remove',
  ],
}

const paramsOf = (confirm: AnyEndpoint['confirm']) => ({
  id: 2_147_483_647,
  ...(typeof confirm === 'object' &&
    Object.fromEntries(Object.entries(confirm).map(([name, values]) => [name, values[0]]))),
})

const send = (browser: TestBrowser, endpoint: AnyEndpoint, params: object = paramsOf(endpoint.confirm)) =>
  browser.send(endpoint.method, urlOf(endpoint, { params }), isWrite(endpoint) ? { raw: '{}' } : {})

test('[powers.20] a session that was left open makes nobody an Owner and deletes no account', async () => {
  const [owner, admin] = [await stale('Owner'), await memberOf('Admin')]
  const path = `/api/admin/members/${admin.user.id}`
  const refused = [await owner.patch(`${path}/rank`, { rank: 'Owner' }), await owner.delete(path)]
  for (const { status, json } of refused) expect([status, json.code]).toEqual([403, 'confirm_password'])
  const ranks = async () =>
    (
      await sql`SELECT rank FROM users WHERE id = ${admin.user.id} AND username IS NOT NULL`.execute(
        site.database.sql,
      )
    ).rows
  expect(await ranks()).toEqual([{ rank: 'Admin' }])
  await enteredMinutesAgo(owner, 14)
  expect((await owner.patch(`${path}/rank`, { rank: 'Manager' })).status).toBe(200)
  expect((await owner.delete(path)).status).toBe(204)
  expect(await ranks()).toEqual([])
})

test('[powers.21] of all calls those that declare it ask for the password again, and no other', async () => {
  let owner = await stale('Owner')
  const asking: string[] = []
  for (const { name, endpoint } of calls) {
    if (endpoint.access === 'game-server') continue
    for (const path of [endpoint.path, endpoint.aliasPath ?? []].flat()) {
      const { status, json } = await send(owner, { ...endpoint, path })
      expect(status, name).toBeLessThan(500)
      const asks = json?.code === 'confirm_password'
      expect([name, asks]).toEqual([name, endpoint.confirm !== undefined])
      if (asks) asking.push(name)
      // What signs in or out, or ends sessions.
      if (isWrite(endpoint) && status < 300) owner = await stale('Owner')
    }
  }
  expect(asking.sort()).toMatchInlineSnapshot(`
    [
      "applications.remove",
      "backups.create",
      "backups.plan",
      "discordLink.begin",
      "email.requestConfirmation",
      "email.test",
      "events.remove",
      "gameServers.create",
      "gameServers.revoke",
      "gameServers.update",
      "invites.accept",
      "invites.create",
      "invites.revoke",
      "keys.create",
      "keys.removeOfStaff",
      "link.create",
      "link.remove",
      "members.confirm",
      "members.remove",
      "members.restore",
      "members.setRank",
      "moderation.clearProfile",
      "news.remove",
      "ranks.create",
      "ranks.merge",
      "ranks.order",
      "ranks.update",
      "recovery.issueCode",
      "reports.remove",
      "secrets.save",
      "settings.save",
      "settings.undo",
      "webhooks.create",
      "webhooks.remove",
      "webhooks.rotate",
      "webhooks.update",
    ]
  `)
})

test('[powers.21] OpenAPI says the same', async () => {
  const { json } = await site.browser().get('/api/openapi.json')
  const operations = Object.values<Record<string, Record<string, unknown>>>(json.paths).flatMap(Object.values)
  const said = operations.filter((operation) => 'x-confirm-password' in operation)
  expect(said.map(({ operationId }) => operationId).sort()).toEqual(
    namesOf(calls.filter(({ endpoint }) => endpoint.confirm !== undefined)),
  )
})

test('[powers.21] whoever may not call is refused as before, and is not asked', async () => {
  const member = await stale('Member')
  for (const { name, endpoint } of calls.filter(({ endpoint: { confirm } }) => confirm !== undefined)) {
    if (!isStaffWork(endpoint)) continue
    expect([name, (await send(member, endpoint)).json.code]).toEqual([name, 'forbidden'])
    expect([name, (await send(site.browser(), endpoint)).json.code]).toEqual([name, 'unauthorized'])
  }
})

test('[powers.22] a setting asks where it is an Owner’s, and no other does', async () => {
  const owner = await stale('Owner')
  const { save, undo } = endpoints.settings as unknown as EndpointTable
  const codes = async (scope: string) => [
    (await send(owner, save!, { scope })).json.code,
    (await send(owner, undo!, { scope })).json.code,
  ]
  expect(await codes('identity')).toEqual(['confirm_password', 'confirm_password'])
  expect(await codes('announcement')).toEqual(['validation', 'validation'])
})

test('[powers.23] every writing call of staff asks for the password, or says why it does not', () => {
  const silent = staffWrites.filter(({ endpoint }) => endpoint.confirm === undefined)
  expect(namesOf(silent)).toEqual(Object.values(staffReasons).flat().sort())
  expect({ asks: staffWrites.length - silent.length, hasReason: silent.length }).toMatchInlineSnapshot(`
    {
      "asks": 30,
      "hasReason": 71,
    }
  `)
})

test('[powers.23] so does every call of members about credentials, identities and deletion', () => {
  const silent = memberWrites.filter(({ endpoint }) => endpoint.confirm === undefined)
  expect(namesOf(silent)).toEqual(Object.values(memberReasons).flat().sort())
  expect({ asks: memberWrites.length - silent.length, hasReason: silent.length }).toMatchInlineSnapshot(`
    {
      "asks": 5,
      "hasReason": 38,
    }
  `)
})

test('[powers.24] calls of programs with keys are never asked', () => {
  const programs = calls.filter(({ endpoint }) => endpoint.access === 'game-server')
  expect(programs.filter(({ endpoint }) => endpoint.confirm !== undefined)).toEqual([])
})
