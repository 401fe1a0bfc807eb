import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../../contract/admin/admin-schemas.ts'
import { actorWords, subjectPath } from '../../admin/audit-words.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  choose,
  delayedResponse,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './audit.tsx'

beforeEach(prepareAdmin)
afterEach(() => {
  vi.useRealTimers()
  leaveAdmin()
})

const list = '/api/admin/audit?limit=50'
const anEntry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 9,
  at: '2026-01-05T15:04:00.000Z',
  actorId: 7,
  actorName: 'Keeper',
  actorRank: 'Product Staff',
  action: 'report.status',
  subjectType: 'report',
  subjectId: 31,
  subjectName: null,
  before: { status: 'pending' },
  after: { status: 'resolved' },
  ...over,
})

const open = (path = '/admin/audit') => openAdmin(page, path, viewerOf('Admin'))
const rows = async () => {
  await screen.findAllByRole('listitem')
  return [...document.querySelectorAll('main ol > li, ol.divide-y > li')] as HTMLElement[]
}

test.each([
  ['event', '/admin/events#event-5'],
  ['cup', '/admin/events#event-5'],
  ['template', '/admin/events#template-5'],
  ['news', '/admin/news#news-5'],
  ['season', '/admin/seasons#season-5'],
  ['ruling', '/admin/rulings#ruling-5'],
  ['practice', '/admin/practice#practice-5'],
  ['mode', '/admin/practice#mode-5'],
])('[field.49] An audit entry about %s leads to its row', (type, path) => {
  expect(subjectPath(type, 5)).toBe(path)
})

test('An entry says who did what to which record, when, and each value before and after', async () => {
  fakeApi({
    [`GET ${list}`]: respondWith([
      anEntry(),
      anEntry({
        id: 8,
        actorId: null,
        actorName: 'command line',
        actorRank: null,
        action: 'member.rank',
        subjectType: 'member',
        subjectId: 12,
        before: { rank: 'Gold' },
        after: { rank: 'Owner' },
      }),
    ]),
  })
  await open()
  const [first, second] = await rows()
  expect(first?.textContent).toMatch(/Keeper\s*Isles Staff\s*changed the status of\s*bug report 31/)
  expect(first?.querySelector('time')?.getAttribute('datetime')).toBe('2026-01-05T15:04:00.000Z')
  expect(first?.querySelector('del')?.textContent).toBe('before: Pending')
  expect(first?.querySelector('ins')?.textContent).toBe('after: Resolved')
  expect(within(first!).getByRole('link', { name: 'Keeper' }).getAttribute('href')).toBe('/player/7')
  // Nobody's account: the machine itself.
  expect(within(second!).queryByRole('link', { name: 'command line' })).toBeNull()
  expect(within(second!).getByRole('link', { name: 'member 12' }).getAttribute('href')).toBe('/player/12')
})

test('What was made shows its values only, what was deleted what it was; a kind nobody foresaw shows its name', async () => {
  const long = 'x'.repeat(400)
  fakeApi({
    [`GET ${list}`]: respondWith([
      anEntry({
        id: 3,
        action: 'event.create',
        before: null,
        after: { title: 'Cup', at: '2026-02-01T18:00:00.000Z' },
      }),
      anEntry({ id: 2, action: 'report.delete', before: { details: long, note: null }, after: null }),
      anEntry({
        id: 1,
        action: 'shop.open',
        subjectType: 'shop',
        subjectId: null,
        after: { ranks: ['Gold'] },
      }),
    ]),
  })
  await open()
  const [made, deleted, odd] = await rows()
  expect(made?.querySelector('del')).toBeNull()
  expect(made?.querySelector('ins time')?.getAttribute('datetime')).toBe('2026-02-01T18:00:00.000Z')
  expect(deleted?.querySelector('ins')).toBeNull()
  const fold = deleted?.querySelector('details')
  expect(fold?.open).toBe(false)
  expect(fold?.textContent).toContain(long)
  expect(deleted?.textContent).toContain('nothing')
  expect(odd?.textContent).toMatch(/shop\.open\s*shop/)
  expect(odd?.textContent).toContain('ranksafter: Gold')
})

test('It is filtered by kind, days and name, once the typing pauses; all of it is in the URL, and in the file', async () => {
  const calls = fakeApi({
    [`GET ${list}`]: respondWith([anEntry()]),
    [`GET ${list}&action=member`]: respondWith([anEntry({ action: 'member.rank', subjectType: 'member' })]),
    [`GET ${list}&action=member&from=2026-01-05`]: respondWith([anEntry({ action: 'member.rank' })]),
    [`GET ${list}&actor=keep&action=member&from=2026-01-05`]: respondWith([]),
  })
  const { address } = await open()
  await rows()
  await choose('What', 'Members')
  await screen.findByText('changed the rank of')
  expect(address()).toBe('/admin/audit?what=member')
  await whenReady.change(screen.getByLabelText('From'), { target: { value: '2026-01-05' } })
  await act(async () => {})
  expect(address()).toBe('/admin/audit?what=member&from=2026-01-05')
  await rows()
  vi.useFakeTimers()
  await whenReady.change(screen.getByRole('searchbox', { name: 'Who' }), { target: { value: 'kee' } })
  await act(() => vi.advanceTimersByTimeAsync(200))
  await whenReady.change(screen.getByRole('searchbox', { name: 'Who' }), { target: { value: 'keep' } })
  await act(() => vi.advanceTimersByTimeAsync(260))
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(screen.getByText('No entries yet')).toBeTruthy()
  expect(address()).toBe('/admin/audit?what=member&from=2026-01-05&who=keep')
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    '/api/admin/audit.csv?actor=keep&action=member&from=2026-01-05',
  )
  expect(calls.map(({ path }) => path)).toEqual([
    list,
    `${list}&action=member`,
    `${list}&action=member&from=2026-01-05`,
    `${list}&actor=keep&action=member&from=2026-01-05`,
  ])
})

test('[languages.75] who acted without an account is said in the language of the page; a name that nobody knows stays', () => {
  for (const name of ['command line', 'cup template', 'schedule', 'set-up', 'the member'])
    expect(actorWords(name)).toMatchObject({ message: [name] })
  expect(actorWords('game server Arena 1')).toMatchObject({ values: { server: 'Arena 1' } })
  for (const name of ['constructor', 'game server', 'Shedule']) expect(actorWords(name)).toBe(name)
})

test('An entry names its subject and leads to its history; the address narrows to one record, and nonsense to nothing', async () => {
  fakeApi({
    [`GET ${list}`]: respondWith([anEntry({ subjectName: 'Lag in sumo' })]),
    [`GET ${list}&subjectType=report&subjectId=31`]: respondWith([
      anEntry({ id: 4, action: 'report.delete' }),
    ]),
  })
  const { address } = await open('/admin/audit?subject=%3Cb%3E&from=2026-99-99&who=')
  const [first] = await rows()
  expect(first?.textContent).toContain('“Lag in sumo”')
  expect(within(first!).getByRole('link', { name: 'bug report 31' }).getAttribute('href')).toBe(
    '/staff-reports?open=31',
  )
  await whenReady.click(within(first!).getByRole('link', { name: 'History of bug report 31' }))
  await screen.findByText('deleted')
  expect(address()).toBe('/admin/audit?subject=report:31')
  await whenReady.click(screen.getByRole('button', { name: /^Only bug report 31/ }))
  await screen.findByText('changed the status of')
  expect(address()).toBe('/admin/audit')
})

test('The log says while it loads and when it failed, with Retry', async () => {
  const held = delayedResponse(refuse(500, 'internal', 'no'))
  let respond: () => Response | Promise<Response> = held.respond
  fakeApi({ [`GET ${list}`]: () => respond() })
  await open()
  expect(screen.getByRole('status').textContent).toBe('Loading the audit log...')
  await held.release()
  expect((await screen.findByRole('alert')).textContent).toContain('Error loading the audit log')
  respond = respondWith([anEntry()])
  await press('Retry')
  expect(await rows()).toHaveLength(1)
})

test('[voice.76] The log is filtered by what was done with messages to Discord', async () => {
  fakeApi({
    [`GET ${list}`]: respondWith([anEntry()]),
    [`GET ${list}&action=discord`]: respondWith([
      anEntry({ action: 'discord.retry', subjectType: 'discord' }),
    ]),
  })
  const { address } = await open()
  await rows()
  await choose('What', 'Messages to Discord')
  await screen.findByText('sent again')
  expect(address()).toBe('/admin/audit?what=discord')
})

test('Every group of actions is a filter', async () => {
  fakeApi({ [`GET ${list}`]: respondWith([]), [`GET ${list}&action=setting`]: respondWith([]) })
  const { address } = await open()
  await choose('What', 'Settings')
  await waitFor(() => expect(address()).toBe('/admin/audit?what=setting'))
})

test('[guards.82] values are the words of the staff area, not keys of the program; what people wrote stays as it is', async () => {
  fakeApi({
    [`GET ${list}`]: respondWith([
      anEntry({ before: { status: 'open' }, after: { status: 'dismissed', note: 'in_review' } }),
      anEntry({
        id: 8,
        action: 'appeal.claim',
        subjectType: 'appeal',
        before: null,
        after: { state: 'in_review' },
      }),
    ]),
  })
  await open()
  const [first, second] = await rows()
  const after = (row: HTMLElement | undefined) =>
    [...row!.querySelectorAll('ins')].map(({ textContent }) => textContent)
  expect(after(first)).toEqual(['after: No violation', 'after: in_review'])
  expect(after(second)).toEqual(['after: In review'])
})

test('[guards.23] an entry has words for its action, fields, modes and accounts, and shows no key of the program', async () => {
  fakeApi({
    [`GET ${list}`]: respondWith([
      anEntry({
        action: 'report.delete',
        before: { userId: 12, gameMode: 'nodebuff', severity: 'low', status: 'rejected' },
        after: null,
      }),
      anEntry({
        id: 8,
        action: 'mode.merge',
        subjectType: 'mode',
        before: { listed: true },
        after: { into: 'sumo' },
      }),
      anEntry({ id: 7, action: 'member.clear', before: null, after: { parts: ['bio', 'picture'] } }),
    ]),
  })
  await open()
  const shown = (await rows()).map((row) =>
    [...row.querySelectorAll('dl > div')].map(({ textContent }) => textContent),
  )
  expect(shown).toEqual([
    [
      'Written bybefore: account 12',
      'Game modebefore: NoDebuff',
      'Severitybefore: Low',
      'Statusbefore: Rejected',
    ],
    ['Listedbefore: Yes', 'Intoafter: Sumo'],
    ['Clearedafter: Bio, Picture'],
  ])
  expect(document.querySelector('main')?.textContent ?? document.body.textContent).not.toMatch(
    /report\.delete|nodebuff|gameMode/,
  )
})
