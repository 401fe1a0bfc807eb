import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import {
  aCase,
  aPerson,
  aPlayerCase,
  at,
  cardOf,
  decidedPath,
  decisions,
  fakeApi,
  note,
  openPath,
  rowOf,
} from '../../domains/moderation/testing/setup.ts'
import { postsKey } from '../../domains/posts/posts-query.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import { regardless, whenReady } from '../../testing/actions.ts'
import {
  asked,
  choose,
  delayedResponse,
  expectToast,
  hearFeed,
  inTurn,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './moderation.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const open = (rank: Parameters<typeof viewerOf>[0] = 'Helper', path = '/admin/moderation') =>
  openAdmin(page, path, viewerOf(rank))
/** What can be pressed in a detail, apart from what closes it. */
const buttonsOf = (card: Awaited<ReturnType<typeof cardOf>>) =>
  card
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-label') !== 'Close')
    .map(({ textContent }) => textContent)

describe('the queue', () => {
  test('[admin.03] A reported post appears to staff in moderation, with the reason', async () => {
    fakeApi({ [`GET ${openPath}`]: respondWith([aCase(), aPlayerCase()]) })
    await open()
    const post = await cardOf(/Post by Alexandra/)
    expect(post.getByText('Free diamonds <b>here</b>')).toBeTruthy()
    expect(post.getByText('2 reports')).toBeTruthy()
    const reports = within(post.getByRole('list', { name: 'Reports' })).getAllByRole('listitem')
    expect(reports.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^A scamPyrite, /),
      expect.stringMatching(/^Phishingan account that is gone, /),
    ])
    const player = await cardOf(/Player Vexin/)
    expect(player.getByRole('link', { name: 'the match' }).getAttribute('href')).toBe(
      '/match/00000000-0000-4000-8000-000000000001',
    )
  })

  test('[fair.44] shows what a report is about and the matches as they were when it was filed', async () => {
    const duel = {
      matchId: '00000000-0000-4000-8000-000000000002',
      mode: 'Boxing',
      endedAt: at,
      isNamed: true,
      gamertag: 'OldVexin',
      result: 'win',
      kills: 5,
      deaths: 1,
      input: 'keyboard',
      pingMs: 40,
      reporter: { kills: 1, deaths: 5, input: null, pingMs: null },
    }
    const [report] = aPlayerCase().reports
    const evidence = { name: 'OldVexin', matches: [duel] }
    fakeApi({ [`GET ${openPath}`]: respondWith([aPlayerCase({ reports: [{ ...report!, evidence }] })]) })
    await open()
    const card = await cardOf(/Player Vexin/)
    expect(card.getByText('Cheating')).toBeTruthy()
    expect(card.getByText(/^Named/).textContent).toBe('Named OldVexin when reported')
    expect(card.getByText('1 match when reported')).toBeTruthy()
    const [, row] = card.getAllByRole('row')
    expect(within(row!).getByRole('link', { name: 'Boxing' }).getAttribute('href')).toBe(
      `/match/${duel.matchId}`,
    )
    expect(
      within(row!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^Boxing named/), 'Won', '5 / 1', 'keyboard', '40 ms', '1 / 5, –, –'])
  })

  test('[fair.82] shows the game server of a report and the chat before it, with who is reported', async () => {
    const [report] = aPlayerCase().reports
    const chat = [
      { by: 'subject', gamertag: 'Vexin', text: 'ez <b>clap</b>', at },
      { by: 'other', gamertag: 'Slate', text: 'calm down', at },
      { by: 'reporter', gamertag: 'Pyrite', text: 'reported', at },
    ] as const
    const reports = [
      { ...report!, server: 'Practice EU', chat: [...chat] },
      { ...report!, id: 17 },
    ]
    fakeApi({ [`GET ${openPath}`]: respondWith([aPlayerCase({ reports, count: 2 })]) })
    await open()
    const card = await cardOf(/Player Vexin/)
    expect(card.getAllByText(/in game on/)).toHaveLength(1)
    expect(card.getByText(/in game on/).textContent).toBe('in game on Practice EU')
    expect(card.getByText('3 chat lines before the report')).toBeTruthy()
    const lines = within(card.getByRole('list', { name: 'Chat before the report' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Vexin \(reported\): ez <b>clap<\/b>$/),
      expect.stringMatching(/Slate: calm down$/),
      expect.stringMatching(/Pyrite \(reporter\): reported$/),
    ])
  })

  test('tells what was decided about the same person before, and that they are restricted', async () => {
    fakeApi({
      [`GET ${openPath}`]: respondWith([
        aCase({
          earlier: { removed: 2, dismissed: 1, actioned: 0 },
          restriction: { reason: 'spam', until: null },
          count: 25,
        }),
        aPlayerCase(),
      ]),
    })
    await open()
    const card = await cardOf(/Post by Alexandra/)
    expect(card.getByText(/Earlier cases: 2 removed, 1 without violation/).textContent).toContain(
      'restricted for good',
    )
    expect(card.getByText('and 23 more')).toBeTruthy()
    expect((await cardOf(/Player Vexin/)).getByText('No earlier case')).toBeTruthy()
  })

  test('says while it loads, when it failed (with Retry, which asks again), and that there is nothing', async () => {
    const held = delayedResponse(refuse(500, 'internal', 'Something went wrong on our side'))
    let respond: () => Response | Promise<Response> = held.respond
    const calls = fakeApi({ [`GET ${openPath}`]: () => respond() })
    await open()
    expect(screen.getByRole('status').textContent).toBe('Loading cases...')
    await held.release()
    expect((await screen.findByRole('alert')).textContent).toContain('Error loading cases')
    respond = respondWith([])
    await press('Retry')
    expect(await screen.findByText('Nothing to moderate')).toBeTruthy()
    expect(asked(calls, openPath)).toBe(2)
    expect(document.activeElement).not.toBe(document.body)
  })

  test('shows what was decided, by whom and why; the choice stands in the address', async () => {
    fakeApi({
      [`GET ${openPath}`]: respondWith([]),
      [`GET ${decidedPath}`]: respondWith([
        aCase({ status: 'removed', isThere: false, decidedAt: at, decidedBy: 'Keeper', note: 'spam bot' }),
      ]),
    })
    const { address } = await open()
    await screen.findByText('Nothing to moderate')
    await act(async () => await press('Decided'))
    expect(address()).toBe('/admin/moderation?show=decided')
    const row = await rowOf(/Post by Alexandra/)
    for (const text of ['Removed', 'spam bot']) expect(row.getByText(text)).toBeTruthy()
    const card = await cardOf(/Post by Alexandra/)
    for (const text of ['Removed', 'Keeper', 'spam bot', '(the post is gone)'])
      expect(card.getByText(text)).toBeTruthy()
    expect(buttonsOf(card)).toEqual(['Reopen (Alexandra)'])
  })
})

describe('opening a decided case again', () => {
  const reopenings = 'POST /api/admin/moderation/reopenings'
  const show = '/admin/moderation?show=decided'
  const decided = (over: Partial<ModerationCase> = {}) =>
    aCase({ status: 'dismissed', decidedAt: at, decidedBy: 'Keeper', ...over })

  test('[fair.41] is not offered for the own report, nor about oneself or an equal rank', async () => {
    fakeApi({
      [`GET ${decidedPath}`]: respondWith([
        decided({ viewerReported: true }),
        decided({ id: 18, subject: aPerson(7, 'steve', { rank: 'Helper' }) }),
        decided({ id: 17, subject: aPerson(9, 'Orla', { rank: 'Helper' }) }),
      ]),
    })
    await open('Helper', show)
    for (const name of [/Alexandra/, /steve/, /Orla/]) expect(buttonsOf(await cardOf(name))).toEqual([])
  })

  test('[fair.41] asks for a reason, which colleagues read with the earlier note', async () => {
    const reopening = { by: 'Warden', at, reason: 'A video came in' }
    const entry = { at, reportId: null, status: null, punishment: null }
    const calls = fakeApi({
      [`GET ${decidedPath}`]: inTurn([decided()], []),
      [`GET ${openPath}`]: respondWith([aCase({ reopening, note: 'A joke' })]),
      'GET /api/admin/cases/20/timeline': respondWith([
        { ...entry, what: 'decided', by: 'Keeper', status: 'dismissed', text: 'A joke' },
        { ...entry, what: 'reopened', by: 'Warden', text: 'A video came in' },
      ]),
      [reopenings]: respondWith({ reopened: 2 }),
    })
    const { address } = await open('Helper', show)
    await whenReady.click((await cardOf(/Alexandra/)).getByRole('button', { name: /^Reopen/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'Open this case again?' }))
    await whenReady.click(await dialog.findByRole('button', { name: 'Reopen case' }))
    await dialog.findByText('Reason is required')
    expect(sent(calls, 'POST')).toEqual([])
    await whenReady.change(dialog.getByLabelText('Reason'), { target: { value: 'A video came in' } })
    await whenReady.click(dialog.getByRole('button', { name: 'Reopen case' }))
    await expectToast('Case Reopened')
    expect(sent(calls, 'POST')).toEqual([
      ['/api/admin/moderation/reopenings', { subjectType: 'post', subjectId: 5, reason: 'A video came in' }],
    ])
    await waitFor(() => expect(address()).toBe(show))
    await act(async () => await press('Open (2)'))
    const card = await cardOf(/Alexandra/)
    const timeline = await card.findByRole('region', { name: 'Timeline' })
    expect(
      within(timeline)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^DecidedNo violationby Keeper.*A joke$/),
      expect.stringMatching(/^Opened againby Warden.*A video came in$/),
    ])
    // The timeline alone says so.
    expect(card.getAllByText('A video came in')).toHaveLength(1)
  })

  test('[fair.41] that failed says why and keeps the reason', async () => {
    fakeApi({
      [`GET ${decidedPath}`]: respondWith([decided()]),
      [reopenings]: refuse(409, 'conflict', 'This case is open already'),
    })
    await open('Helper', show)
    await whenReady.click((await cardOf(/Alexandra/)).getByRole('button', { name: /^Reopen/ }))
    const dialog = within(screen.getByRole('dialog'))
    await whenReady.change(await dialog.findByLabelText('Reason'), { target: { value: 'A video' } })
    await whenReady.click(dialog.getByRole('button', { name: 'Reopen case' }))
    await expectToast('Update Failed', 'This case is open already', 'destructive')
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('A video')
  })
})

describe('news', () => {
  test('of new reports ask again, and what is being written stays, though the case has a newer report now', async () => {
    const more = aCase({ id: 30, count: 3, reports: [{ ...aCase().reports[0]!, id: 30, reason: 'Me too' }] })
    fakeApi({ [`GET ${openPath}`]: inTurn([aCase(), aPlayerCase()], [more, aPlayerCase()]) })
    await open()
    const card = await cardOf(/Post by Alexandra/)
    await whenReady.change(note(card), { target: { value: 'looking into it' } })
    note(card).focus()
    await hearFeed('moderation')
    await screen.findByText('Me too')
    const now = await cardOf(/Post by Alexandra/)
    expect(note(now).value).toBe('looking into it')
    expect(document.activeElement).toBe(note(now))
  })

  test('of other lists ask for nothing', async () => {
    const calls = fakeApi({ [`GET ${openPath}`]: respondWith([]) })
    await open()
    await screen.findByText('Nothing to moderate')
    await hearFeed('contact')
    expect(asked(calls, openPath)).toBe(1)
  })
})

describe('removing a post', () => {
  test('asks why first, and cancelling makes no call', async () => {
    const calls = fakeApi({ [`GET ${openPath}`]: respondWith([aCase()]) })
    await open()
    await whenReady.click((await cardOf(/Alexandra/)).getByRole('button', { name: /^Remove post/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'Remove this post?' }))
    expect(dialog.getByText(/within 30 days brings it back/)).toBeTruthy()
    await whenReady.click(await dialog.findByRole('button', { name: 'Remove post' }))
    await dialog.findByText('Reason is required')
    await whenReady.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog', { name: 'Remove this post?' })).toBeNull()
    expect(sent(calls, 'POST')).toEqual([])
  })

  test('[admin.04] sends the decision with the note; the case leaves, the feed is asked for again, and the focus goes to the next case', async () => {
    const calls = fakeApi({
      [`GET ${openPath}`]: inTurn([aCase(), aPlayerCase()], [aPlayerCase()]),
      [decisions]: respondWith({ decided: 2 }),
    })
    await open()
    queryClientForHere().setQueryData(postsKey, { pages: [], pageParams: [] })
    const card = await cardOf(/Post by Alexandra/)
    await whenReady.change(note(card), { target: { value: ' spam bot ' } })
    const remove = card.getByRole('button', { name: /^Remove post/ })
    remove.focus()
    await whenReady.click(remove)
    const dialog = within(screen.getByRole('dialog'))
    await whenReady.change(await dialog.findByLabelText('Reason'), { target: { value: 'Advertising' } })
    await whenReady.click(dialog.getByRole('button', { name: 'Remove post' }))
    await expectToast('Post Removed', 'Post by Alexandra')
    expect(sent(calls, 'POST')).toEqual([
      [
        '/api/admin/moderation/decisions',
        {
          subjectType: 'post',
          subjectId: 5,
          caseId: 20,
          decision: 'remove',
          note: 'spam bot',
          reason: 'Advertising',
        },
      ],
    ])
    await waitFor(() => expect(screen.queryByText(/Free diamonds/)).toBeNull())
    expect(queryClientForHere().getQueryState(postsKey)?.isInvalidated).toBe(true)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('article', { name: /Player Vexin/ })),
    )
  })

  test('is not offered for a post that is gone, nor for a player', async () => {
    fakeApi({ [`GET ${openPath}`]: respondWith([aCase({ isThere: false }), aPlayerCase()]) })
    await open()
    for (const name of [/Post by Alexandra/, /Player Vexin/]) {
      const card = await cardOf(name)
      expect(card.queryByRole('button', { name: /^Remove post/ })).toBeNull()
      expect(
        card.getAllByRole('button', { name: /^(Dealt with|No violation|Insufficient|Duplicate)/ }),
      ).toHaveLength(4)
    }
  })
})

describe('deciding', () => {
  test('No violation, Dealt with, Insufficient and Duplicate need no confirmation and say what happened', async () => {
    const choices = [
      ['Ash', 'No violation', 'dismiss', 'Reports Dismissed'],
      ['Elm', 'Dealt with', 'action', 'Case Closed'],
      ['Fir', 'Insufficient', 'insufficient', 'Case Closed'],
      ['Oak', 'Duplicate', 'duplicate', 'Case Closed'],
    ] as const
    let cases = choices.map(([username], at) =>
      aPlayerCase({
        id: 18 + at,
        subjectId: 41 + at,
        subject: aPerson(41 + at, username),
      }),
    )
    const calls = fakeApi({
      [`GET ${openPath}`]: () => respondWith(cases)(),
      [decisions]() {
        cases = cases.slice(1)
        return respondWith({ decided: 1 })()
      },
    })
    await open()
    for (const [name, button, , title] of choices) {
      const card = await cardOf(new RegExp(name))
      await whenReady.change(note(card), { target: { value: `Seen ${name}` } })
      const pressed = card.getByRole('button', { name: new RegExp(`^${button}`) })
      pressed.focus()
      await whenReady.click(pressed)
      await expectToast(title, `Player ${name}`)
      await waitFor(() => expect(screen.queryByRole('article', { name: new RegExp(name) })).toBeNull())
    }
    expect(sent(calls, 'POST').map(([, body]) => body)).toEqual(
      choices.map(([name, , decision], at) => ({
        subjectType: 'player',
        subjectId: 41 + at,
        caseId: 18 + at,
        decision,
        note: `Seen ${name}`,
        reason: null,
      })),
    )
    await screen.findByText('Nothing to moderate')
    // Nothing is left in the list, but the keyboard is still where the work is.
    await waitFor(() =>
      expect(document.activeElement?.contains(screen.getByText('Nothing to moderate'))).toBe(true),
    )
    expect(document.activeElement).not.toBe(document.body)
  })

  const decided = aPlayerCase({
    status: 'actioned',
    decidedAt: '2026-01-05T15:10:00.000Z',
    decidedBy: 'Keeper',
    note: 'warned in game',
  })
  const decidedCase = 'GET /api/admin/cases/18'

  test('second: choice and note stay beside what the colleague decided, until they are closed', async () => {
    const { decidedBy, decidedAt, note: theirs } = decided
    fakeApi({
      [`GET ${openPath}`]: inTurn([aPlayerCase()], []),
      [decidedCase]: respondWith(decided),
      [decisions]: () =>
        Response.json(
          {
            error: 'Keeper has already decided this',
            message: 'Keeper has already decided this',
            code: 'conflict',
            current: { decided: { status: 'actioned', decidedBy, decidedAt, note: theirs } },
          },
          { status: 409 },
        ),
    })
    await open()
    const card = await cardOf(/^Player Vexin/)
    await whenReady.change(note(card), { target: { value: 'looks innocent' } })
    const dismiss = card.getByRole('button', { name: /^No violation/ })
    dismiss.focus()
    await whenReady.click(dismiss)
    await expectToast('Update Failed', 'Keeper has already decided this', 'destructive')
    const kept = await rowOf(/^Already decided: Player Vexin/)
    for (const text of ['Dealt with', 'Keeper', 'warned in game', 'No violation'])
      expect(kept.getByText(text)).toBeTruthy()
    expect(kept.getByLabelText<HTMLTextAreaElement>('Your note, not saved').value).toBe('looks innocent')
    expect(screen.getByText('Nothing to moderate')).toBeTruthy()
    expect(document.activeElement).not.toBe(document.body)
    await whenReady.click(kept.getByRole('button', { name: /^Close/ }))
    expect(screen.queryByText('looks innocent')).toBeNull()
  })

  test('what is typed on after a colleague’s decision goes to no other case', async () => {
    fakeApi({
      [`GET ${openPath}`]: inTurn([aPlayerCase(), aCase()], [aCase()]),
      [decidedCase]: respondWith(decided),
    })
    await open()
    const field = note(await cardOf(/^Player Vexin/))
    field.focus()
    await whenReady.change(field, { target: { value: 'half a sent' } })
    await hearFeed('moderation')
    const kept = await screen.findByRole('article', { name: /^Already decided: Player Vexin/ })
    expect(document.activeElement).toBe(kept)
  })

  test('a note that is being written stays when news take the case away; without a note it just leaves', async () => {
    fakeApi({
      [`GET ${openPath}`]: inTurn([aCase(), aPlayerCase()], []),
      [decidedCase]: respondWith(decided),
    })
    await open()
    const card = await cardOf(/^Player Vexin/)
    await whenReady.change(note(card), { target: { value: 'half a sent' } })
    note(card).focus()
    await hearFeed('moderation')
    const kept = await rowOf(/^Already decided: Player Vexin/)
    expect(kept.getByLabelText<HTMLTextAreaElement>('Your note, not saved').value).toBe('half a sent')
    expect(kept.queryByText(/Your choice was/)).toBeNull()
    expect(screen.queryByText(/Alexandra/)).toBeNull()
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })

  test('cannot be done twice at once, and a failure keeps the note', async () => {
    const held = delayedResponse(() => Promise.reject(new TypeError('Failed to fetch')))
    const calls = fakeApi({ [`GET ${openPath}`]: respondWith([aPlayerCase()]), [decisions]: held.respond })
    await open()
    const card = await cardOf(/Vexin/)
    await whenReady.change(note(card), { target: { value: 'reach' } })
    const dismiss = card.getByRole('button', { name: /^No violation/ })
    await whenReady.click(dismiss)
    await waitFor(() => expect(dismiss.getAttribute('aria-disabled')).toBe('true'))
    regardless.click(dismiss)
    regardless.click(card.getByRole('button', { name: /^Dealt with/ }))
    expect(sent(calls, 'POST')).toHaveLength(1)
  })
})

describe('a claim', () => {
  const until = new Date(Date.now() + 1_800_000).toISOString()
  const claims = 'POST /api/admin/moderation/claims'

  test('is made and given up', async () => {
    const mine = aPlayerCase({ claim: { id: viewerOf('Helper').id, username: 'Me', rank: 'Helper', until } })
    const calls = fakeApi({
      [`GET ${openPath}`]: inTurn([aPlayerCase()], [mine], [aPlayerCase()]),
      [claims]: respondWith(mine.claim),
      'DELETE /api/admin/moderation/claims/player/41': () => new Response(null, { status: 204 }),
    })
    await open()
    await whenReady.click((await cardOf(/Vexin/)).getByRole('button', { name: 'Claim (Vexin)' }))
    await whenReady.click(await screen.findByRole('button', { name: 'Release (Vexin)' }))
    expect(await screen.findByRole('button', { name: 'Claim (Vexin)' })).toBeTruthy()
    expect(sent(calls, 'POST')).toEqual([
      ['/api/admin/moderation/claims', { subjectType: 'player', subjectId: 41 }],
    ])
  })

  test('of somebody else shows who and takes the buttons away; a note that was begun stays', async () => {
    const theirs = aPlayerCase({ claim: { id: 99, username: 'Keeper', rank: 'Helper', until } })
    fakeApi({ [`GET ${openPath}`]: inTurn([aPlayerCase()], [theirs]) })
    await open()
    await whenReady.change(note(await cardOf(/Vexin/)), { target: { value: 'begun' } })
    await hearFeed('moderation')
    const card = await cardOf(/Vexin/)
    expect(await card.findByText(/is working on this case until/)).toBeTruthy()
    expect(card.getByText('Keeper')).toBeTruthy()
    expect((await rowOf(/Vexin/)).getByText('Keeper')).toBeTruthy()
    expect(buttonsOf(card)).toEqual([])
    expect(note(card).value).toBe('begun')
  })

  test('[guards.17] of a lower rank is taken over with a reason, in the case itself', async () => {
    const claim = { id: 99, username: 'Keeper', rank: 'Helper' as const, until }
    const calls = fakeApi({
      [`GET ${openPath}`]: inTurn(
        [aPlayerCase({ claim })],
        [aPlayerCase({ claim: { ...claim, id: viewerOf('Moderator').id } })],
      ),
      [claims]: respondWith({ ...claim, id: viewerOf('Moderator').id }),
    })
    await open('Moderator')
    const card = await cardOf(/Vexin/)
    expect(buttonsOf(card)).toEqual(['Take over (Vexin)'])
    await whenReady.click(card.getByRole('button', { name: 'Take over (Vexin)' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Take this case over?' }))
    await whenReady.click(await dialog.findByRole('button', { name: 'Take over' }))
    await dialog.findByText('Reason is required')
    await whenReady.change(dialog.getByLabelText('Reason'), { target: { value: 'On holiday' } })
    await whenReady.click(dialog.getByRole('button', { name: 'Take over' }))
    await screen.findByRole('button', { name: 'Release (Vexin)' })
    expect(sent(calls, 'POST')).toEqual([
      ['/api/admin/moderation/claims', { subjectType: 'player', subjectId: 41, reason: 'On holiday' }],
    ])
  })
})

test('a case that is not the viewer’s to decide has no buttons, and says why: their own report, themselves, a superior', async () => {
  const about = (id: number, username: string, rank: 'Member' | 'Moderator') => ({
    id: 50 + id,
    subjectId: id,
    subject: aPerson(id, username, { rank }),
  })
  fakeApi({
    [`GET ${openPath}`]: respondWith([
      aPlayerCase({ viewerReported: true }),
      aPlayerCase(about(viewerOf('Helper').id, 'steve', 'Moderator')),
      aPlayerCase(about(42, 'Orla', 'Moderator')),
    ]),
  })
  await open()
  for (const [name, sentence] of [
    [/Vexin/, 'You reported this. Somebody else decides it.'],
    [/steve/, 'This is about you. Somebody else decides it.'],
    [/Orla/, 'Only somebody with a higher rank can decide this.'],
  ] as const) {
    const card = await cardOf(name)
    expect(card.getByText(sentence)).toBeTruthy()
    expect(buttonsOf(card)).toEqual([])
    expect(card.queryByRole('textbox')).toBeNull()
  }
})

describe('restricting', () => {
  const restriction = 'POST /api/admin/members/41/restriction'

  test.each([
    ['Helper', ['Member']],
    ['Moderator', ['Member']],
    ['Owner', ['Member', 'Moderator']],
  ] as const)('is offered to a %s for these members only: %j', async (viewer, offered) => {
    const about = (id: number, username: string, rank: 'Member' | 'Moderator' | 'Owner', isMember = true) =>
      aPlayerCase({ id, subjectId: id, subject: aPerson(id, username, { rank, isMember }) })
    const ranks = ['Member', 'Moderator', 'Owner'] as const
    fakeApi({
      [`GET ${openPath}`]: respondWith([
        ...ranks.map((rank, at) => about(41 + at, rank, rank)),
        // Nobody can sign in as them: there is nothing to restrict.
        about(44, 'Guest', 'Member', false),
        aPlayerCase({ id: 45, subjectId: 45, subject: null }),
      ]),
    })
    await open(viewer)
    for (const name of [...ranks, 'Guest', 'gone']) {
      const card = await cardOf(new RegExp(`^Player .*${name}`))
      const button = card.queryByRole('button', { name: /^Restrict/ })
      expect([name, button !== null]).toEqual([name, offered.some((rank) => rank === name)])
    }
  })

  test('needs a reason, sends it with the days, closes and says so', async () => {
    const calls = fakeApi({
      [`GET ${openPath}`]: respondWith([aPlayerCase()]),
      [restriction]: respondWith({ userId: 41, reason: 'insults', until: at }, 201),
    })
    await open()
    await whenReady.click((await cardOf(/Vexin/)).getByRole('button', { name: 'Restrict Vexin' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Restrict Vexin' }))
    await whenReady.click(await dialog.findByRole('button', { name: 'Restrict' }))
    await dialog.findByText('Reason is required')
    expect(document.activeElement).toBe(dialog.getByLabelText('Reason'))
    await whenReady.change(dialog.getByLabelText('Reason'), { target: { value: 'insults' } })
    await choose('How long', 'For good')
    await whenReady.click(dialog.getByRole('button', { name: 'Restrict' }))
    await expectToast('Member Restricted', 'Vexin is restricted now.')
    expect(sent(calls, 'POST')).toEqual([
      ['/api/admin/members/41/restriction', { reason: 'insults', days: null, caseId: 18 }],
    ])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Restrict Vexin' })).toBeNull())
    expect(asked(calls, openPath)).toBe(2)
  })

  test('shows the restriction that holds, and lifts it', async () => {
    const calls = fakeApi({
      [`GET ${openPath}`]: respondWith([aPlayerCase({ restriction: { reason: 'slurs', until: null } })]),
      'DELETE /api/admin/members/41/restriction': () => new Response(null, { status: 204 }),
    })
    await open()
    await whenReady.click((await cardOf(/Vexin/)).getByRole('button', { name: 'Restriction of Vexin' }))
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText(/Restricted for good/)
    expect(dialog.getByText('slurs')).toBeTruthy()
    await whenReady.click(dialog.getByRole('button', { name: 'Lift the restriction' }))
    await expectToast('Restriction Lifted', 'Vexin')
    expect(sent(calls, 'DELETE')).toHaveLength(1)
  })

  test('stays open when it fails, and says why', async () => {
    fakeApi({
      [`GET ${openPath}`]: respondWith([aPlayerCase()]),
      [restriction]: refuse(403, 'forbidden', 'You can only restrict members below your own rank'),
    })
    await open()
    await whenReady.click((await cardOf(/Vexin/)).getByRole('button', { name: 'Restrict Vexin' }))
    const dialog = within(screen.getByRole('dialog'))
    await whenReady.change(await dialog.findByLabelText('Reason'), { target: { value: 'insults' } })
    await whenReady.click(dialog.getByRole('button', { name: 'Restrict' }))
    await expectToast('Update Failed', 'You can only restrict members below your own rank', 'destructive')
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('insults')
  })
})

describe('filters', () => {
  test('[fair.56] stand in the address and are asked for; the counts are said', async () => {
    const path = '/admin/moderation?severity=high&subject=player&assignee=me&q=reach'
    const asking = '/api/admin/cases?state=open&severity=high&subjectType=player&assignee=me&q=reach&limit=50'
    fakeApi({ [`GET ${asking}`]: respondWith([aPlayerCase()]) })
    await open('Helper', path)
    await rowOf(/Player Vexin/)
    expect(screen.getByRole('button', { name: 'Open (2)' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Claimed (1)' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Who has it').value).toBe('me')
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('reach')
  })

  test('[fair.56] a search is written to the address once the typing pauses; nothing found is said', async () => {
    fakeApi({
      [`GET ${openPath}`]: respondWith([aPlayerCase()]),
      'GET /api/admin/cases?state=open&q=vex&limit=50': respondWith([]),
    })
    const { address } = await open()
    await rowOf(/Player Vexin/)
    await whenReady.change(screen.getByLabelText('Search'), { target: { value: ' vex ' } })
    expect(await screen.findByText('No case fits these filters')).toBeTruthy()
    expect(address()).toBe('/admin/moderation?q=vex')
  })

  test('[fair.56] what the address says wrongly is left out', async () => {
    fakeApi({ [`GET ${openPath}`]: respondWith([aPlayerCase()]) })
    await open('Helper', '/admin/moderation?severity=worst&days=x&class=rude&q=a')
    await rowOf(/Player Vexin/)
  })
})

test('[fair.93] the end of a claim is seen in its row, also when no case is open', async () => {
  const claim = { id: 99, username: 'Keeper', rank: 'Helper' as const, until: new Date().toISOString() }
  fakeApi({ [`GET ${openPath}`]: inTurn([aPlayerCase({ claim })], [aPlayerCase()]) })
  await open()
  expect((await rowOf(/Vexin/)).getByText('Keeper')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Keeper')).toBeNull())
})

const key = async (key: string) => await whenReady.keyDown(document.activeElement ?? document.body, { key })

describe('keys', () => {
  test('[fair.93] the row says how severe, what, who, how old and who has it; the address names the open one', async () => {
    const until = new Date(Date.now() + 1_800_000).toISOString()
    const claim = { id: 99, username: 'Keeper', rank: 'Helper' as const, until }
    fakeApi({
      [`GET ${openPath}`]: respondWith([
        aPlayerCase({ severity: 'high', class: 'cheating', claim }),
        aCase(),
      ]),
    })
    const { address } = await open('Helper', '/admin/moderation?open=player-41')
    expect(await screen.findByRole('dialog', { name: 'Player Vexin' })).toBeTruthy()
    const row = await rowOf(/Player Vexin/)
    for (const text of ['High', 'Reach', 'Keeper']) expect(row.getByText(text)).toBeTruthy()
    expect(row.getByText(/^1 report, Cheating/).textContent).toContain('claimed by Keeper')
    await key('j')
    await key('j')
    await act(async () => await key('Enter'))
    expect(address()).toBe('/admin/moderation?open=post-5')
    expect(screen.getByRole('dialog', { name: 'Post by Alexandra' })).toBeTruthy()
    await act(async () => await press('Close'))
    expect(address()).toBe('/admin/moderation')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('[fair.93] c and x in the detail are about its case', async () => {
    const calls = fakeApi({
      [`GET ${openPath}`]: respondWith([aCase(), aPlayerCase()]),
      'POST /api/admin/moderation/claims': respondWith({ id: 7, username: 'Me', until: at }),
    })
    await open()
    const card = await cardOf(/Player Vexin/)
    card.getByRole('button', { name: /^Dealt with/ }).focus()
    await key('x')
    expect(screen.getByLabelText<HTMLInputElement>(/^Select Player Vexin/).checked).toBe(true)
    await key('c')
    await waitFor(() =>
      expect(sent(calls, 'POST')).toEqual([
        ['/api/admin/moderation/claims', { subjectType: 'player', subjectId: 41 }],
      ]),
    )
  })

  test('[fair.57] j and k move, c claims and gives up, Enter goes into the case, ? helps', async () => {
    const until = new Date(Date.now() + 1_800_000).toISOString()
    const mine = aPlayerCase({ claim: { id: viewerOf('Helper').id, username: 'Me', rank: 'Helper', until } })
    const calls = fakeApi({
      [`GET ${openPath}`]: inTurn([aCase(), aPlayerCase()], [aCase(), mine]),
      'POST /api/admin/moderation/claims': respondWith(mine.claim),
      'DELETE /api/admin/moderation/claims/player/41': () => new Response(null, { status: 204 }),
    })
    await open()
    await rowOf(/Player Vexin/)
    const [first, second] = screen.getAllByRole('article')
    await key('j')
    expect(document.activeElement).toBe(first)
    await key('j')
    await key('j')
    expect(document.activeElement).toBe(second)
    await key('c')
    await (await rowOf(/Player Vexin/)).findByText(/claimed by you/)
    await key('c')
    await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1))
    await key('k')
    expect(document.activeElement).toBe(screen.getAllByRole('article')[0])
    await act(async () => await key('Enter'))
    await screen.findByRole('dialog', { name: /^Post by Alexandra/ })
    screen.getAllByRole('article')[0]?.focus()
    await key('Enter')
    expect(document.activeElement?.tagName).toBe('TEXTAREA')
    await key('j')
    expect(document.activeElement?.tagName).toBe('TEXTAREA')
    screen.getAllByRole('article')[0]?.focus()
    await key('?')
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeTruthy()
  })

  test('[fair.57] x selects only what the viewer may decide', async () => {
    fakeApi({ [`GET ${openPath}`]: respondWith([aPlayerCase({ viewerReported: true }), aCase()]) })
    await open()
    await rowOf(/Player Vexin/)
    await key('j')
    await key('x')
    expect(screen.queryByRole('region', { name: 'Selected cases' })).toBeNull()
    await key('j')
    await key('x')
    expect(screen.getByText('1 case selected')).toBeTruthy()
    expect(screen.getAllByLabelText<HTMLInputElement>(/^Select /)).toHaveLength(1)
    await key('x')
    expect(screen.queryByRole('region', { name: 'Selected cases' })).toBeNull()
  })
})

describe('selected cases', () => {
  const many = 'POST /api/admin/cases/decisions'
  const undo = 'POST /api/admin/cases/decisions/undo'

  test('[fair.57] are decided alike; what is refused says why and keeps the note, the rest can be undone', async () => {
    const calls = fakeApi({
      [`GET ${openPath}`]: inTurn([aCase(), aPlayerCase()], [aPlayerCase()], [aCase(), aPlayerCase()]),
      [many]: respondWith({
        decided: [20],
        refused: [
          {
            id: aPlayerCase().id,
            status: 409,
            error: 'Keeper has already decided this',
            decided: { status: 'actioned', decidedBy: 'Keeper', decidedAt: at, note: 'warned in game' },
          },
        ],
      }),
      [undo]: respondWith({ reopened: [20], refused: [] }),
    })
    await open()
    await rowOf(/Player Vexin/)
    for (const box of screen.getAllByLabelText(/^Select /)) await whenReady.click(box)
    const bar = within(screen.getByRole('region', { name: 'Selected cases' }))
    expect(bar.getByText('2 cases selected')).toBeTruthy()
    await whenReady.change(bar.getByLabelText('Note for all of them'), { target: { value: ' a raid ' } })
    await whenReady.click(bar.getByRole('button', { name: /^No violation/ }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(
      'Player Vexin: Keeper has already decided this (noted: warned in game)',
    )
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note for all of them').value).toBe(' a raid ')
    await press('Undo')
    await expectToast('1 Case Reopened')
    expect(screen.queryByText('1 case decided.')).toBeNull()
    expect(sent(calls, 'POST')).toEqual([
      [
        '/api/admin/cases/decisions',
        { ids: [20, aPlayerCase().id], outcome: 'no_violation', note: 'a raid' },
      ],
      ['/api/admin/cases/decisions/undo', { ids: [20] }],
    ])
  })

  test('[fair.57] a call that fails changes nothing and keeps the note', async () => {
    fakeApi({
      [`GET ${openPath}`]: respondWith([aCase()]),
      [many]: refuse(500, 'internal', 'Something went wrong on our side'),
    })
    await open()
    await rowOf(/Alexandra/)
    await whenReady.click(screen.getByLabelText(/^Select /))
    await whenReady.change(screen.getByLabelText('Note for all of them'), { target: { value: 'spam' } })
    await whenReady.click(screen.getByRole('button', { name: 'Duplicate (all selected)' }))
    await expectToast('Update Failed', 'Something went wrong on our side', 'destructive')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note for all of them').value).toBe('spam')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
