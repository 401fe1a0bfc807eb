import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'

/** How a list is ordered, and how the rest of it is read: by a parameter of the query, or not at all, and why not. */
type Rule =
  | { readonly order: string; readonly more: 'after' | 'before' | 'cursor' | 'limit' | 'offset' | 'since' }
  | { readonly order: string; readonly bounded: string }

const newest = (more: 'before' | 'cursor') => ({ order: 'newest first', more }) as const
const configured = 'what staff or the operator set up, within a limit that refuses more'
const inForce = 'all in force of one player, and the newest others up to 200'
const modes = 'one row per mode, of which there is a limit'

/** Every response that is a list, or has one as its main part. */
const rules: Readonly<Record<string, Rule>> = {
  'sessions.list': { order: 'newest first', bounded: 'a member has a hundred, an older one ends' },
  'stats.list': { order: 'overall first, then as modes are ordered', bounded: modes },
  'posts.list': newest('before'),
  'comments.list': { order: 'oldest first', more: 'after' },
  'comments.show': { order: 'a comment as it is listed', bounded: 'one comment, in its thread' },
  'comments.listOnNews': { order: 'oldest first', more: 'after' },
  'mentions.suggest': {
    order: 'the exact name first, then members',
    bounded: 'suggestions: more letters narrow them',
  },
  'reports.mine': newest('before'),
  'reports.list': newest('before'),
  'applications.list': newest('before'),
  'applications.mine': {
    order: 'newest first',
    bounded: 'all open ones, one per position, and the newest others up to 20',
  },
  'status.history': { order: 'oldest first', bounded: 'a chart of a span' },
  'leaderboard.page': { order: 'by position', more: 'offset' },
  'leaderboard.around': { order: 'by position', bounded: 'a player and two neighbours each side' },
  'ratings.ofPlayer': { order: 'newest season first, most played first', bounded: modes },
  'ratings.history': newest('before'),
  'seasons.list': { order: 'newest first', bounded: 'all of them: staff make a few a year' },
  'players.search': { order: 'exact, prefix, inside', bounded: 'suggestions: more letters narrow them' },
  'players.list': { order: 'as asked', bounded: 'a hundred at most are asked for' },
  'players.matches': newest('before'),
  'players.opponents': { order: 'as asked', bounded: 'the first five are a figure' },
  'players.devices': { order: 'most used first', bounded: 'a figure of the last 30 matches' },
  'players.places': { order: 'most played first', bounded: 'the first twelve are a figure' },
  'players.milestones': { order: 'newest first', bounded: 'one row per step of each figure' },
  'players.headToHead': { order: 'newest season first, most played first', bounded: modes },
  'players.commonOpponents': { order: 'most met first', bounded: 'the first five are a figure' },
  'players.pointsHistory': { order: 'oldest first', bounded: 'a chart of a span' },
  'players.latest': { order: 'newest first', more: 'limit' },
  'players.arrivals': { order: 'as they arrived', more: 'since' },
  'players.streams': { order: 'as the content has them', bounded: configured },
  'players.match': { order: 'by team and place', bounded: 'the players of a match' },
  'follows.list': { order: 'newest first', bounded: 'a member follows 200 at most' },
  'follows.feed': { order: 'newest first', bounded: 'news of the last days' },
  'blocks.list': { order: 'newest first', bounded: 'a member blocks 500 at most' },
  'today.show': { order: 'newest first', bounded: 'of whom a member follows' },
  'gameServers.list': {
    order: 'keys in force first',
    bounded: 'those in force, a hundred at most, and the newest revoked ones up to 200',
  },
  'gameServers.rejections': { order: 'newest first', bounded: 'the last 20 of the last 48 hours' },
  'gameServers.unknownRanks': { order: 'newest first', bounded: 'swept' },
  'punishments.list': { order: 'newest first', bounded: inForce },
  'punishments.mine': { order: 'newest first', bounded: inForce },
  'rulings.list': newest('before'),
  'modes.list': { order: 'as staff ordered them', bounded: modes },
  'modes.manage': { order: 'as staff ordered them', bounded: modes },
  'presence.list': { order: 'newest first', more: 'limit' },
  'practice.list': { order: 'as staff ordered them', bounded: configured },
  'practice.manage': { order: 'as staff ordered them', bounded: configured },
  'practiceToday.list': { order: 'as practice modes are ordered', bounded: configured },
  'events.list': newest('before'),
  'events.manage': newest('before'),
  'cups.list': { order: 'to come: soonest first; past: what ended last first', more: 'before' },
  'cups.show': { order: 'by seed', bounded: 'the seats of a cup' },
  'cups.mine': { order: 'newest first', bounded: 'results of ten minutes, and the first hundred disputes' },
  'cups.faces': { order: 'by player', bounded: 'the seats of a bracket' },
  'cups.standings': { order: 'by position', more: 'offset' },
  'cups.trophies': { order: 'best first, then newest', bounded: 'the best hundred are a figure' },
  'cups.watch': {
    order: 'with open questions first, then soonest first',
    bounded: 'the first 50 that are not over; the page links the list of all',
  },
  'cups.seeds': { order: 'by seed', bounded: 'the seats of a cup' },
  'cupTemplates.list': { order: 'as staff made them', bounded: configured },
  'discordAdmin.messages': { order: 'newest first', bounded: 'the last 50 say whether messages arrive' },
  'webhooks.list': { order: 'as they were added', bounded: 'twenty at most' },
  'webhooks.deliveries': { order: 'newest first', more: 'before' },
  'secrets.list': { order: 'as the program names them', bounded: 'one row per secret' },
  'settings.list': { order: 'as the form has them', bounded: 'one row per setting' },
  'settings.given': { order: 'as the form has them', bounded: 'one row per text of a setting' },
  'settings.languages': { order: 'by name', bounded: 'one row per language' },
  'settings.revisions': {
    order: 'newest first',
    bounded: '200 of a setting are stored, older ones are deleted',
  },
  'news.list': newest('before'),
  'news.manage': newest('before'),
  'news.show': { order: 'as its schema names them', bounded: 'the texts of an item' },
  'members.list': newest('before'),
  'members.listDeleted': {
    order: 'the next to be gone first',
    bounded: 'deleted within 14 days, the first 200',
  },
  'invites.list': {
    order: 'newest first',
    bounded: 'all open ones, a hundred at most, and the newest others up to 200',
  },
  'keys.current': { order: 'as declared', bounded: 'the scopes of a key' },
  'keys.list': { order: 'newest first', bounded: 'a member has five at most' },
  'keys.ofStaff': { order: 'newest first', bounded: 'five of each of the staff, the first 200' },
  'ranks.list': { order: 'by authority', bounded: configured },
  'backups.list': { order: 'newest first', bounded: 'what is kept' },
  'admin.numbers': { order: 'by name', bounded: 'the team' },
  'admin.jobs': { order: 'by name', bounded: 'one row per job' },
  'admin.audit': newest('before'),
  'contactAdmin.messages': newest('before'),
  'appeals.mine': { order: 'newest first', bounded: 'one appeal per punishment of one player' },
  'appeals.list': { order: 'open: longest waiting first; closed: newest first', more: 'before' },
  'cases.list': { order: 'most urgent first', more: 'cursor' },
  'cases.timeline': { order: 'oldest first', bounded: 'the newest 200 of one case' },
  'moderation.list': newest('before'),
  'moderation.inForce': newest('cursor'),
  'moderation.notices': {
    order: 'newest first',
    bounded: 'unread ones: the next follow when these are read',
  },
  'notifications.list': newest('before'),
  'notifications.choices': { order: 'as the settings show them', bounded: 'one row per kind' },
}

/** Parts of one thing, as an author writes it: its schema bounds them. */
const parts =
  /^(?:content\.|(?:posts|applications|events|appeals|cases)\.(?:show|one|byCode)$|admin\.overview$|setup\.|users\.)/

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
}
const jsonOf = (schema: AnyEndpoint['response']) =>
  z.toJSONSchema(schema as z.ZodMiniType, { unrepresentable: 'any', io: 'input' }) as JsonSchema

const hasList = (schema: JsonSchema): boolean =>
  schema.type === 'array' || Object.values(schema.properties ?? {}).some(hasList)

const lists = Object.entries(endpoints).flatMap(([group, table]) =>
  Object.entries(table as Readonly<Record<string, AnyEndpoint>>)
    .filter(([, { method, response }]) => method === 'GET' && response !== undefined)
    .filter(([name, { response }]) => hasList(jsonOf(response)) && !parts.test(`${group}.${name}`))
    .map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
)

test('[field.11] Every list says by what it is ordered, and has more or says why it ends', () => {
  expect(lists.map(({ name }) => name).sort()).toEqual(Object.keys(rules).sort())
  for (const { name, endpoint } of lists) {
    const rule = rules[name]!
    expect([name, rule.order.length > 3]).toEqual([name, true])
    const asked = Object.keys(endpoint.query === undefined ? {} : (jsonOf(endpoint.query).properties ?? {}))
    const pages = ['after', 'before', 'cursor', 'offset', 'since'].filter((one) => asked.includes(one))
    if ('more' in rule) expect([name, asked]).toEqual([name, expect.arrayContaining([rule.more])])
    // A list that has pages says so here.
    else expect([name, pages]).toEqual([name, []])
  }
})
