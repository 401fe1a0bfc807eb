import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AnyEndpoint, EndpointTable } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import {
  bracket,
  createCup,
  cupPathOf,
  cupSite,
  linkedMember,
  passTime,
  played,
} from '../../src/server/domains/cups/testing/cup-setup.ts'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import {
  type TestApp,
  type TestBrowser,
  type TestResponse,
  testApp,
} from '../../src/server/testing/test-app.ts'

let site: TestApp
/** Another process of the same site, as a load balancer may choose it for the next request. */
let other: TestApp
let owner: TestBrowser
let one: Awaited<ReturnType<typeof linkedMember>>
let two: Awaited<ReturnType<typeof linkedMember>>
/** Cups: one whose check-in is open, one of teams, one to change. */
let cups: { open: number; teams: number; own: number }
let post: number
let match: string

beforeAll(async () => {
  const made = await cupSite({ visitorCaches: true })
  site = made.site
  other = await testApp({ store: site.store, visitorCaches: true, environment: { RATE_LIMITS: 'off' } })
  owner = await memberWithRank(site, 'Owner')
  one = await linkedMember(site, made.server)
  two = await linkedMember(site, made.server)
  cups = {
    open: await createCup(site, made.staff),
    teams: await createCup(site, made.staff, { size: 2 }),
    own: await createCup(site, owner),
  }
  await passTime(site, cups.open, 24 * 60 - 20)
  const report = played(one, two)
  await made.server.report(report)
  match = report.data.matchId
  post = (await two.post('/api/posts', { content: 'Good game' })).json.id
})
afterAll(async () => {
  await other.close()
  await site.close()
})

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

interface Write {
  /** Its endpoint. */
  readonly call: string
  readonly by?: () => TestBrowser
  send(by: TestBrowser): Promise<TestResponse>
  /** Read alike by everybody, so that every process caches it for a second, for members too. */
  readonly page?: () => string
  /** Read anew for each member. */
  readonly own?: () => string
  /** What reading it shows of the write. */
  shows(read: TestResponse): unknown
  /** The same in the answer to the write, where it has it. */
  answers?(written: TestResponse): unknown
  readonly is: unknown
}

const cupOf = (id: number) => `/api/cups/${id}`
let made: TestResponse

/** In this order. */
const writes: Readonly<Record<string, Write>> = {
  'a like': {
    call: 'posts.react',
    send: (by) => by.post(`/api/posts/${post}/reactions`, { type: 'like' }),
    page: () => `/api/posts/${post}`,
    shows: ({ json }) => json.reactionCounts.like,
    is: 1,
  },
  'a comment': {
    call: 'comments.create',
    send: (by) => by.post(`/api/posts/${post}/comments`, { content: 'Well played' }),
    page: () => `/api/posts/${post}/comments`,
    shows: ({ json }) => json.map(({ content }: { content: string }) => content),
    is: ['Well played'],
  },
  'a post': {
    call: 'posts.create',
    send: async (by) => (made = await by.post('/api/posts', { content: 'Anyone for Sumo?' })),
    page: () => '/api/posts',
    own: () => '/api/posts',
    shows: ({ json }) => json[0].content,
    answers: ({ json }) => json.content,
    is: 'Anyone for Sumo?',
  },
  'a changed post': {
    call: 'posts.edit',
    send: (by) => by.patch(`/api/posts/${made.json.id}`, { content: 'Anyone for Bridge?' }),
    page: () => `/api/posts/${made.json.id}`,
    own: () => `/api/posts/${made.json.id}`,
    shows: ({ json }) => json.content,
    answers: ({ json }) => json.content,
    is: 'Anyone for Bridge?',
  },
  'a deleted post': {
    call: 'posts.remove',
    send: (by) => by.delete(`/api/posts/${made.json.id}`),
    page: () => `/api/posts/${made.json.id}`,
    own: () => `/api/posts/${made.json.id}`,
    shows: ({ status }) => status,
    is: 404,
  },
  'a follow': {
    call: 'follows.follow',
    send: (by) => by.put(`/api/players/${two.user.id}/follow`),
    own: () => '/api/follows',
    shows: ({ text }) => text.includes(two.user.username),
    is: true,
  },
  'a profile': {
    call: 'users.update',
    send: (by) => by.patch('/api/user', { bio: 'I play Sumo' }),
    page: () => `/api/users/${one.user.id}`,
    own: () => '/api/user',
    shows: ({ json }) => json.bio,
    answers: ({ json }) => json.bio,
    is: 'I play Sumo',
  },
  'a registration': {
    call: 'events.register',
    send: (by) => by.post(`/api/events/${cups.open}/register`),
    page: () => cupOf(cups.open),
    shows: ({ json }) => json.registered.map(({ userId }: { userId: number }) => userId === one.user.id),
    is: [true],
  },
  'a registration, in the list of events': {
    call: 'events.register',
    by: () => two,
    send: (by) => by.post(`/api/events/${cups.open}/register`),
    page: () => `/api/events/${cups.open}`,
    shows: ({ json }) => json.participantCount,
    is: 2,
  },
  'a check-in': {
    call: 'cups.checkIn',
    send: (by) => by.put(`/api/cups/${cups.open}/check-in`),
    page: () => cupOf(cups.open),
    shows: ({ json }) => json.entrants.map(({ entrant }: { entrant: number }) => entrant === one.user.id),
    is: [true],
  },
  'a check-in, for the member': {
    call: 'cups.checkIn',
    by: () => two,
    send: (by) => by.put(`/api/cups/${cups.open}/check-in`),
    own: () => `${cupOf(cups.open)}/mine`,
    shows: ({ json }) => [json.isCheckedIn, json.entrant === two.user.id],
    answers: ({ json }) => [json.isCheckedIn, json.entrant === two.user.id],
    is: [true, true],
  },
  'who unregistered': {
    call: 'events.unregister',
    send: (by) => by.delete(`/api/events/${cups.open}/register`),
    page: () => cupOf(cups.open),
    shows: ({ json }) => json.entrants.map(({ entrant }: { entrant: number }) => entrant === two.user.id),
    is: [true],
  },
  'who left': {
    call: 'cups.leave',
    by: () => two,
    send: (by) => by.post(`/api/cups/${cups.open}/leave`),
    page: () => cupOf(cups.open),
    shows: ({ json }) => json.entrants,
    is: [],
  },
  'a team': {
    call: 'cups.createTeam',
    send: async (by) => (made = await by.post(`/api/cups/${cups.teams}/teams`, { name: 'Foxes' })),
    page: () => cupOf(cups.teams),
    shows: ({ json }) => json.teams.map(({ name }: { name: string }) => name),
    answers: ({ json }) => [json.team.name],
    is: ['Foxes'],
  },
  'who joined a team': {
    call: 'cups.joinTeam',
    by: () => two,
    send: (by) => by.post(`/api/cups/${cups.teams}/teams/join`, { code: made.json.team.code }),
    page: () => cupOf(cups.teams),
    shows: ({ json }) => json.teams[0].players.length,
    answers: ({ json }) => json.team.players.length,
    is: 2,
  },
  'a renamed team': {
    call: 'cups.renameTeam',
    by: () => owner,
    send: (by) =>
      by.patch(`/api/admin/cups/${cups.teams}/teams/${made.json.team.entrant}`, { name: 'Hares' }),
    page: () => cupOf(cups.teams),
    shows: ({ json }) => json.teams[0].name,
    is: 'Hares',
  },
  'rules of a cup': {
    call: 'cups.put',
    by: () => owner,
    send: (by) => by.put(cupPathOf(cups.own), { ...bracket, seats: 16 }),
    page: () => cupOf(cups.own),
    shows: ({ json }) => json.config.seats,
    answers: ({ json }) => json.seats,
    is: 16,
  },
  'an event': {
    call: 'events.update',
    by: () => owner,
    send: (by) => by.patch(`/api/events/${cups.own}`, { title: 'Sumo Night' }),
    page: () => cupOf(cups.own),
    shows: ({ json }) => json.title,
    answers: ({ json }) => json.title,
    is: 'Sumo Night',
  },
  'a cancelled cup': {
    call: 'cups.rule',
    by: () => owner,
    send: (by) =>
      by.post(`/api/admin/cups/${cups.own}/rulings`, { kind: 'cancel', reason: 'Too few people came' }),
    page: () => cupOf(cups.own),
    shows: ({ json }) => json.phase,
    answers: ({ json }) => json.phase,
    is: 'cancelled',
  },
  'no cup any more': {
    call: 'cups.remove',
    by: () => owner,
    send: (by) => by.delete(cupPathOf(cups.own)),
    page: () => cupOf(cups.own),
    shows: ({ status }) => status,
    is: 404,
  },
  'a season': {
    call: 'seasons.create',
    by: () => owner,
    send: (by) => by.post('/api/admin/seasons', { name: 'Spring', startsAt: at(3), endsAt: at(9) }),
    page: () => '/api/seasons',
    shows: ({ text }) => text.includes('Spring'),
    answers: ({ json }) => json.name === 'Spring',
    is: true,
  },
  'a mode': {
    call: 'modes.create',
    by: () => owner,
    send: (by) => by.post('/api/admin/modes', { key: 'brand_new', name: 'Brand New', listed: true }),
    page: () => '/api/modes',
    shows: ({ text }) => text.includes('Brand New'),
    answers: ({ json }) => json.name === 'Brand New',
    is: true,
  },
  settings: {
    call: 'settings.save',
    by: () => owner,
    send: (by) =>
      by.put('/api/admin/settings/look', {
        value: { accent: '#3dd6c8', tint: null, corners: 'round' },
        base: null,
      }),
    own: () => '/api/admin/settings',
    shows: ({ text }) => text.toLowerCase().includes('#3dd6c8'),
    is: true,
  },
  'a rank': {
    call: 'ranks.update',
    by: () => owner,
    send: (by) => by.patch('/api/admin/ranks/Gold', { aliases: ['Myth'] }),
    own: () => '/api/admin/ranks',
    shows: ({ text }) => text.includes('Myth'),
    is: true,
  },
  'a choice of notifications': {
    call: 'notifications.choose',
    send: (by) => by.put('/api/notifications/choices', { kind: 'event', site: false }),
    own: () => '/api/notifications/choices',
    shows: ({ json }) => json.find(({ kind }: { kind: string }) => kind === 'event').site,
    is: false,
  },
  'no like any more': {
    call: 'posts.react',
    send: (by) => by.post(`/api/posts/${post}/reactions`, { type: 'like' }),
    page: () => `/api/posts/${post}`,
    shows: ({ json }) => json.reactionCounts.like,
    is: 0,
  },
  'a deleted comment': {
    call: 'comments.remove',
    async send(by) {
      const [{ id }] = (await by.get(`/api/posts/${post}/comments`)).json
      return by.delete(`/api/comments/${id}`)
    },
    page: () => `/api/posts/${post}/comments`,
    shows: ({ json }) => json,
    is: [],
  },
  'no follow any more': {
    call: 'follows.unfollow',
    send: (by) => by.delete(`/api/players/${two.user.id}/follow`),
    own: () => '/api/follows',
    shows: ({ text }) => text.includes(two.user.username),
    is: false,
  },
  'a block': {
    call: 'blocks.block',
    send: (by) => by.put(`/api/players/${two.user.id}/block`),
    own: () => `/api/players/${two.user.id}/block`,
    shows: ({ json }) => json.isBlocked,
    answers: ({ json }) => json.isBlocked,
    is: true,
  },
  'no block any more, in the list': {
    call: 'blocks.unblock',
    send: (by) => by.delete(`/api/players/${two.user.id}/block`),
    own: () => '/api/blocks',
    shows: ({ json }) => json,
    is: [],
  },
  'a ruling on a match': {
    call: 'rulings.create',
    by: () => owner,
    send: (by) =>
      by.post('/api/admin/rulings', { action: 'exclude', matchIds: [match], reason: 'They traded wins' }),
    page: () => `/api/matches/${match}`,
    own: () => '/api/admin/rulings',
    shows: ({ json }) => (json.players ? json.excluded : json[0].matchIds.includes(match)),
    is: true,
  },
  'an event, in the list': {
    call: 'events.create',
    by: () => owner,
    send: async (by) =>
      (made = await by.post('/api/events', {
        title: 'Bridge Night',
        description: '',
        startDate: at(2),
        rewards: [],
      })),
    page: () => '/api/events',
    shows: ({ text }) => text.includes('Bridge Night'),
    answers: ({ json }) => json.title === 'Bridge Night',
    is: true,
  },
  'a deleted event': {
    call: 'events.remove',
    by: () => owner,
    send: (by) => by.delete(`/api/events/${made.json.id}`),
    page: () => '/api/events',
    shows: ({ text }) => text.includes('Bridge Night'),
    is: false,
  },
  news: {
    call: 'news.publish',
    by: () => owner,
    async send(by) {
      const text = { title: 'Spring has come', summary: 'It begins on Monday.', markdown: 'Soon.' }
      made = await by.post('/api/admin/news', { ...text, slug: 'spring' })
      return by.post(`/api/admin/news/${made.json.id}/publication`, {})
    },
    page: () => '/api/news',
    shows: ({ text }) => text.includes('Spring has come'),
    is: true,
  },
  'changed news': {
    call: 'news.update',
    by: () => owner,
    send: (by) => by.patch(`/api/admin/news/${made.json.id}`, { title: 'Summer has come' }),
    page: () => '/api/news/spring',
    shows: ({ json }) => json.title,
    answers: ({ json }) => json.title,
    is: 'Summer has come',
  },
  'news that were taken back': {
    call: 'news.unpublish',
    by: () => owner,
    send: (by) => by.delete(`/api/admin/news/${made.json.id}/publication`),
    page: () => '/api/news/spring',
    shows: ({ status }) => status,
    is: 404,
  },
  'a practice mode': {
    call: 'practice.create',
    by: () => owner,
    send: (by) =>
      by.post('/api/practice', {
        category: 'ffa',
        name: 'Four Corners',
        description: 'Everybody against everybody',
      }),
    page: () => '/api/practice?category=ffa',
    shows: ({ text }) => text.includes('Four Corners'),
    answers: ({ json }) => json.name === 'Four Corners',
    is: true,
  },
}

/** Why a write is not tried here. One that is added here is a decision. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'signs somebody in or out, or changes how: the session and the account are read from the database by every request':
    [
      'account.remove',
      'account.restore',
      'discordLink.begin',
      'discordLink.finish',
      'discordLink.remove',
      'email.confirm',
      'email.requestConfirmation',
      'invites.accept',
      'link.create',
      'link.remove',
      'recovery.byCode',
      'recovery.finish',
      'recovery.request',
      'secondFactor.begin',
      'secondFactor.confirm',
      'secondFactor.remove',
      'secondFactor.renewCodes',
      'sessions.confirm',
      'sessions.end',
      'sessions.endOthers',
      'setup.makeOwner',
      'users.changePassword',
      'users.login',
      'users.logout',
      'users.register',
    ],
  'a list of the caller, which nothing caches: as a choice of notifications': [
    'follows.mute',
    'keys.create',
    'keys.remove',
    'moderation.seen',
    'notificationSettings.endDigest',
    'notificationSettings.endQuietHours',
    'notificationSettings.setDigest',
    'notificationSettings.setQuietHours',
    'notificationSettings.subscribe',
    'notificationSettings.unsubscribe',
    'notifications.read',
    'today.visit',
    'users.chooseLanguage',
  ],
  'on the pages of a member: as a profile': ['users.chooseName', 'users.setAvatar'],
  'stores nothing that is read': [
    'cases.claim',
    'discordAdmin.retry',
    'discordAdmin.test',
    'email.test',
    'invites.look',
    'news.preview',
    'rulings.preview',
    'settings.drawing',
    'settings.picture',
    'settings.ping',
    'settings.preview',
    'webhooks.resend',
    'webhooks.resendFailed',
    'webhooks.test',
  ],
  'a queue or list of staff, which nothing caches: as a rank': [
    'appeals.ask',
    'appeals.claim',
    'appeals.decide',
    'appeals.undo',
    'applications.remove',
    'applications.undo',
    'applications.update',
    'backups.create',
    'backups.plan',
    'cases.decide',
    'cases.decideMany',
    'cases.release',
    'cases.undo',
    'contactAdmin.answerMessage',
    'contactAdmin.markMessage',
    'contactAdmin.markMessages',
    'cupTemplates.create',
    'cupTemplates.remove',
    'cupTemplates.update',
    'gameServers.create',
    'gameServers.revoke',
    'gameServers.update',
    'invites.create',
    'invites.revoke',
    'keys.removeOfStaff',
    'members.confirm',
    'members.setRank',
    'moderation.claim',
    'moderation.decide',
    'moderation.lift',
    'moderation.release',
    'moderation.reopen',
    'moderation.restrict',
    'moderation.undoLift',
    'moderation.undoRestrictionLift',
    'punishments.create',
    'punishments.lift',
    'ranks.create',
    'ranks.merge',
    'ranks.order',
    'recovery.issueCode',
    'reports.remove',
    'reports.setStatus',
    'reports.setStatuses',
    'reports.undoStatuses',
    'rulings.confirm',
    'rulings.refuse',
    'secrets.save',
    'webhooks.create',
    'webhooks.remove',
    'webhooks.rotate',
    'webhooks.update',
  ],
  'sent to staff, whose queues nothing caches': [
    'appeals.create',
    'appeals.reply',
    'appeals.withdraw',
    'applications.create',
    'comments.report',
    'contact.send',
    'moderation.reportPlayer',
    'newsletter.confirm',
    'newsletter.subscribe',
    'posts.report',
    'reports.create',
  ],
  'of a cup, by the same call of the worker: as a check-in or a team': [
    'cups.checkOut',
    'cups.disbandTeam',
    'cups.dispute',
    'cups.ready',
    'cups.removePlayer',
    'cups.reorder',
  ],
  'by the same function as a write that is tried': [
    'comments.createOnNews',
    'modes.merge',
    'modes.undoMerge',
    'modes.update',
    'news.create',
    'news.remove',
    'news.removeCover',
    'news.setCover',
    'practice.remove',
    'practice.update',
    'seasons.end',
    'seasons.remove',
    'seasons.undoEnd',
    'seasons.update',
    'settings.undo',
  ],
  'tells staff by a live message, and every message empties the caches of all processes': [
    'members.remove',
    'members.restore',
    'moderation.clearProfile',
    'moderation.removeComment',
    'moderation.removePost',
  ],
  'by game servers, in batches: matches.test.ts and stats-feed': ['ingest.ack', 'ingest.events'],
}

test('[field.113] Each write is tried here, or says why not', () => {
  const all = Object.entries(endpoints as Record<string, EndpointTable>).flatMap(([feature, table]) =>
    Object.entries(table)
      .filter(([, { method }]: [string, AnyEndpoint]) => method !== 'GET')
      .map(([name]) => `${feature}.${name}`),
  )
  const tried = new Set(Object.values(writes).map(({ call }) => call))
  expect([...tried, ...Object.values(reasons).flat()].sort()).toEqual(all.sort())
})

test.each(Object.keys(writes))(
  '[field.112] The answer to a write, and what is asked right after it, has the write, in every process: %s',
  async (name) => {
    const { by = () => one, send, page, own, shows, answers, is } = writes[name]!
    const [member, visitor, elsewhere] = [by(), site.browser(), other.browser()]
    const paths = [page?.(), own?.()].filter((path) => path !== undefined)
    // Whatever is cached for a second is cached now.
    if (page) {
      await visitor.get(page())
      await elsewhere.get(page())
    }
    const emptied = vi.spyOn(other.context.visitorCaches!, 'invalidate')
    const written = await send(member)
    expect([200, 201, 204], written.text).toContain(written.status)
    if (answers) expect(answers(written)).toEqual(is)
    for (const path of paths) expect(shows(await member.get(path)), path).toEqual(is)
    if (page) {
      expect(shows(await visitor.get(page()))).toEqual(is)
      await vi.waitFor(() => expect(emptied, 'the caches of the other process').toHaveBeenCalled())
      expect(shows(await elsewhere.get(page()))).toEqual(is)
    }
    emptied.mockRestore()
  },
)
