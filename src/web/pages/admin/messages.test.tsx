import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aMessage } from '../../domains/reports/messages/testing/sample.ts'
import { whenReady } from '../../testing/actions.ts'
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
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './messages.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const list = (show: string) => `/api/admin/messages?limit=50&show=${show}`
const mark = 'PATCH /api/admin/messages/4'

const other = aMessage({ id: 3, subject: 'Partnership', message: 'Who may I talk to?', userId: 12 })

const open = (path = '/admin/messages') => openAdmin(page, path, viewerOf('Helper'))
const row = (subject: string) => screen.findByRole('article', { name: new RegExp(subject) })
const titleOf = async (subject: string) => (await row(subject)).querySelector('button')!
/** Opens a message, as a press on its row does. */
async function card(subject: string) {
  const title = await titleOf(subject)
  title.focus()
  await whenReady.click(title)
  await act(async () => {})
  return within(await screen.findByRole('dialog', { name: new RegExp(subject) }))
}

test('Staff read who wrote what, new ones first of all', async () => {
  fakeApi({ [`GET ${list('unread')}`]: respondWith([aMessage(), other]) })
  await open()
  const message = await card('Lag in Bridge')
  expect(within(await row('Lag in Bridge')).getByText('New')).toBeTruthy()
  for (const text of ['Rowan <b>', 'rowan@mail.example']) expect(message.getByText(text)).toBeTruthy()
  expect(message.getByText(/Since Tuesday/).textContent).toBe('Since Tuesday\nevery goal lags.')
  expect(
    (await card('Partnership')).getByRole('link', { name: 'signed in as this account' }).getAttribute('href'),
  ).toBe('/player/12')
})

test('The address opens the mail program, and nothing that a stranger wrote adds to the address', async () => {
  const email = "o'neil+a&b=c@mail.example"
  fakeApi({ [`GET ${list('unread')}`]: respondWith([aMessage({ email, subject: 'Hi?&bcc=x@y.example#' })]) })
  await open()
  const link = (await card('Hi')).getByRole('link', { name: email })
  const url = new URL(link.getAttribute('href') ?? '')
  expect(url.protocol).toBe('mailto:')
  expect(decodeURIComponent(url.pathname)).toBe(email)
  expect(url.pathname.match(/@/g)).toHaveLength(1)
  expect([...url.searchParams]).toEqual([['subject', 'Re: Hi?&bcc=x@y.example#']])
  expect(url.hash).toBe('')
})

test('A long message is folded until it is asked for, a short one is not', async () => {
  const long = 'word '.repeat(200)
  fakeApi({ [`GET ${list('unread')}`]: respondWith([aMessage({ message: long }), other]) })
  await open()
  const toggle = (await card('Lag in Bridge')).getByRole('button', { name: 'Show the whole message' })
  const text = document.getElementById(toggle.getAttribute('aria-controls') ?? '')
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(text?.className).toContain('line-clamp')
  await whenReady.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(text?.className).not.toContain('line-clamp')
  expect((await card('Partnership')).queryByRole('button', { name: /whole message/ })).toBeNull()
})

describe('the filter', () => {
  test('asks for unread, all or spam, stands in the address, and says what there is none of', async () => {
    const calls = fakeApi({
      [`GET ${list('unread')}`]: respondWith([]),
      [`GET ${list('all')}`]: respondWith([]),
      [`GET ${list('flagged')}`]: respondWith([aMessage({ flagged: true })]),
    })
    const { address } = await open()
    expect(await screen.findByText('Every message has been read')).toBeTruthy()
    const choice = within(screen.getByRole('group', { name: 'Which messages' }))
    await whenReady.click(choice.getByRole('button', { name: 'All' }))
    await act(async () => {})
    expect(address()).toBe('/admin/messages?show=all')
    expect(await screen.findByText('Nobody has written yet')).toBeTruthy()
    await whenReady.click(choice.getByRole('button', { name: 'Spam', pressed: false }))
    await act(async () => {})
    expect(address()).toBe('/admin/messages?show=flagged')
    expect(within(await row('Lag in Bridge')).getByText('Spam')).toBeTruthy()
    await whenReady.click(choice.getByRole('button', { name: 'Unread' }))
    await act(async () => {})
    expect(address()).toBe('/admin/messages')
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('of an address is the one that is asked for', async () => {
    const calls = fakeApi({ [`GET ${list('flagged')}`]: respondWith([]) })
    await open('/admin/messages?show=flagged')
    expect(await screen.findByText('No spam')).toBeTruthy()
    expect(calls.map(({ path }) => path)).toEqual([list('flagged')])
  })
})

describe('marking', () => {
  test('as read takes it from the unread ones, and the focus goes to the next message', async () => {
    const read = aMessage({ readAt: '2026-01-05T16:00:00.000Z', readBy: 'steve' })
    const calls = fakeApi({
      [`GET ${list('unread')}`]: inTurn([aMessage(), other], [other]),
      'GET /api/admin/messages/4': respondWith(read),
      [mark]: respondWith(read),
    })
    await open()
    const button = (await card('Lag in Bridge')).getByRole('button', { name: /^Mark as read/ })
    button.focus()
    await whenReady.click(button)
    await waitFor(() => expect(screen.queryByRole('article', { name: /Lag in Bridge/ })).toBeNull())
    expect(sent(calls, 'PATCH')).toEqual([['/api/admin/messages/4', { read: true }]])
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('article', { name: /Partnership/ })),
    )
  })

  test('as unread and as spam or not, with who has read it first', async () => {
    const read = { readAt: '2026-01-05T16:00:00.000Z', readBy: 'Keeper' }
    const calls = fakeApi({
      [`GET ${list('all')}`]: inTurn([aMessage(read)], [aMessage({ flagged: true, ...read })]),
      [mark]: respondWith(aMessage()),
    })
    await open('/admin/messages?show=all')
    const message = await card('Lag in Bridge')
    expect(message.getByText('Keeper')).toBeTruthy()
    await whenReady.click(message.getByRole('button', { name: /^Spam/ }))
    await whenReady.click(await message.findByRole('button', { name: /^Not spam/ }))
    await waitFor(() => expect(sent(calls, 'PATCH')).toHaveLength(2))
    await waitFor(() =>
      expect(
        message.getByRole('button', { name: /^Mark as unread/ }).getAttribute('aria-disabled'),
      ).toBeNull(),
    )
    await whenReady.click(message.getByRole('button', { name: /^Mark as unread/ }))
    await waitFor(() =>
      expect(sent(calls, 'PATCH').map(([, body]) => body)).toEqual([
        { flagged: true },
        { flagged: false },
        { read: false },
      ]),
    )
  })

  test('that fails says why, and asks again for what is stored', async () => {
    const calls = fakeApi({
      [`GET ${list('unread')}`]: respondWith([aMessage()]),
      [mark]: refuse(404, 'not_found', 'There is no such message'),
    })
    await open()
    await whenReady.click((await card('Lag')).getByRole('button', { name: /^Mark as read/ }))
    await expectToast('Update Failed', 'There is no such message', 'destructive')
    await waitFor(() => expect(asked(calls, list('unread'))).toBe(2))
  })
})

describe('[fair.58] answering', () => {
  const answerCall = 'POST /api/admin/messages/4/answer'
  const answered = aMessage({
    readAt: '2026-01-05T16:00:00.000Z',
    readBy: 'steve',
    answer: { text: 'It is fixed now.', at: '2026-01-05T16:00:00.000Z', by: 'steve', mail: 'sent' },
  })
  const write = async (text: string) => {
    await whenReady.click((await card('Lag in Bridge')).getByRole('button', { name: /^Answer/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Answer/ }))
    await whenReady.change(dialog.getByRole('textbox', { name: 'Answer' }), { target: { value: text } })
    await whenReady.click(dialog.getByRole('button', { name: 'Send the answer' }))
    await act(async () => {})
    return dialog
  }

  test('sends the text once, and the message says who answered and what', async () => {
    const calls = fakeApi({
      [`GET ${list('all')}`]: inTurn([aMessage()], [answered]),
      [answerCall]: respondWith(answered),
    })
    await open('/admin/messages?show=all')
    const dialog = await write('It is fixed now.')
    expect(dialog.getByText(/The site mails it to rowan@mail.example/)).toBeTruthy()
    await expectToast('Message Answered', 'The answer is stored with your name.')
    expect(sent(calls, 'POST')).toEqual([['/api/admin/messages/4/answer', { text: 'It is fixed now.' }]])
    const message = await card('Lag in Bridge')
    const said = within(await message.findByRole('region', { name: 'Answer' }))
    expect(said.getByText('steve')).toBeTruthy()
    expect(said.getByText('It is fixed now.')).toBeTruthy()
    expect(message.queryByRole('button', { name: /^Answer/ })).toBeNull()
  })

  test('[inputs.06] says when the mail did not arrive, in the list and beside the answer', async () => {
    const undelivered = { ...answered, answer: { ...answered.answer!, mail: 'undelivered' as const } }
    fakeApi({ [`GET ${list('all')}`]: respondWith([undelivered]) })
    await open('/admin/messages?show=all')
    expect(await screen.findByText('Did not arrive')).toBeTruthy()
    const message = await card('Lag in Bridge')
    const said = within(await message.findByRole('region', { name: 'Answer' }))
    expect(said.getByText(/^The email did not arrive/)).toBeTruthy()
  })

  test('second says who was first, and keeps the text', async () => {
    fakeApi({
      [`GET ${list('unread')}`]: respondWith([aMessage()]),
      [answerCall]: refuse(409, 'conflict', 'alex already answered this message'),
    })
    await open()
    const dialog = await write('My own words')
    await expectToast('Answer Failed', 'alex already answered this message', 'destructive')
    expect(dialog.getByRole('textbox', { name: 'Answer' })).toHaveProperty('value', 'My own words')
  })
})

test('A new message appears without reload', async () => {
  fakeApi({ [`GET ${list('unread')}`]: inTurn([other], [aMessage(), other]) })
  await open()
  await row('Partnership')
  await hearFeed('contact')
  expect(await row('Lag in Bridge')).toBeTruthy()
})

test('The list says while it loads and when it failed, with Retry', async () => {
  const held = delayedResponse(refuse(500, 'internal', 'no'))
  let respond: () => Response | Promise<Response> = held.respond
  fakeApi({ [`GET ${list('unread')}`]: () => respond() })
  await open()
  expect(screen.getByRole('status').textContent).toBe('Loading messages...')
  await held.release()
  expect((await screen.findByRole('alert')).textContent).toContain('Error loading messages')
  respond = respondWith([other])
  await press('Retry')
  expect(await row('Partnership')).toBeTruthy()
})

describe('[fair.65] the open message', () => {
  const key = async (key: string) => await whenReady.keyDown(document.activeElement ?? document.body, { key })

  test('stands in the address, so that a colleague opens it, and leaves it when it is closed', async () => {
    fakeApi({ [`GET ${list('unread')}`]: respondWith([aMessage(), other]) })
    const { address, router } = await open('/admin/messages?open=3')
    expect(await screen.findByRole('dialog', { name: 'Partnership' })).toBeTruthy()
    expect((await row('Partnership')).getAttribute('aria-current')).toBe('true')
    await card('Lag in Bridge')
    expect(address()).toBe('/admin/messages?open=4')
    await act(async () => void (await press('Close')))
    expect(address()).toBe('/admin/messages')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test('was opened from the list: Back and Close lead there, however many were looked at', async () => {
    fakeApi({ [`GET ${list('unread')}`]: respondWith([aMessage(), other]) })
    const { address, router } = await open()
    await card('Lag in Bridge')
    await card('Partnership')
    expect(address()).toBe('/admin/messages?open=3')
    await act(() => router.navigate(-1))
    expect(address()).toBe('/admin/messages')
    await card('Partnership')
    await act(async () => void (await press('Close')))
    expect([address(), router.state.historyAction]).toEqual(['/admin/messages', 'POP'])
    await waitFor(async () => expect(document.activeElement).toBe(await titleOf('Partnership')))
  })

  test('is opened by Enter and closed by Escape, and j and k move; beside the list it follows them', async () => {
    fakeApi({ [`GET ${list('unread')}`]: respondWith([aMessage(), other]) })
    const { address } = await open()
    await row('Partnership')
    await key('j')
    await key('j')
    await key('k')
    expect(document.activeElement).toBe(await row('Lag in Bridge'))
    expect(address()).toBe('/admin/messages')
    await act(async () => void (await key('Enter')))
    expect(address()).toBe('/admin/messages?open=4')
    await screen.findByRole('dialog', { name: 'Lag in Bridge' })
    // In place of the list, the focus alone opens nothing.
    await act(async () => void (await key('j')))
    expect(address()).toBe('/admin/messages?open=4')
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    await act(async () => void (await key('k')))
    await act(async () => void (await key('j')))
    expect(address()).toBe('/admin/messages?open=3')
    await act(async () => void (await key('Enter')))
    expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Partnership' }))
    await act(async () => void (await key('Escape')))
    expect(address()).toBe('/admin/messages')
  })

  test('keeps what is typed in it from the keys of the list', async () => {
    fakeApi({ [`GET ${list('unread')}`]: respondWith([aMessage(), other]) })
    const { address } = await open()
    await whenReady.click((await card('Lag in Bridge')).getByRole('button', { name: /^Answer/ }))
    const field = await screen.findByRole('textbox', { name: 'Answer' })
    field.focus()
    await key('j')
    expect(document.activeElement).toBe(field)
    expect(address()).toBe('/admin/messages?open=4')
  })
})

test('[fair.66] the filters stand in the address and are asked for; nothing found is said', async () => {
  const calls = fakeApi({
    [`GET ${list('all')}&q=lag&assignee=me`]: respondWith([aMessage()]),
    [`GET ${list('all')}&q=lag&assignee=me&days=7`]: respondWith([]),
  })
  const { address } = await open('/admin/messages?show=all&q=lag&assignee=me&days=2')
  await row('Lag in Bridge')
  await choose('Age', '7 days or more')
  expect(await screen.findByText('No message fits these filters')).toBeTruthy()
  expect(address()).toBe('/admin/messages?show=all&q=lag&assignee=me&days=7')
  expect(calls).toHaveLength(2)
})

test('[fair.66] messages are selected by x and marked at once, and one undo takes it back', async () => {
  const calls = fakeApi({
    [`GET ${list('unread')}`]: inTurn([aMessage(), other], [], [aMessage(), other]),
    'POST /api/admin/messages/marks': respondWith({ changed: [3, 4] }),
  })
  await open()
  const key = async (key: string) => await whenReady.keyDown(document.activeElement ?? document.body, { key })
  await row('Partnership')
  await key('j')
  await key('x')
  await whenReady.click(
    within(await row('Partnership')).getByRole('checkbox', { name: 'Select Partnership' }),
  )
  expect(screen.getByText('2 messages selected')).toBeTruthy()
  await act(async () => void (await press('Spam (all selected)')))
  expect(await screen.findByText('2 messages marked as spam.')).toBeTruthy()
  expect(screen.queryByText('2 messages selected')).toBeNull()
  await act(async () => void (await press('Undo')))
  await waitFor(() => expect(screen.queryByText('2 messages marked as spam.')).toBeNull())
  expect(sent(calls, 'POST').map(([, body]) => body)).toEqual([
    { ids: [4, 3], flagged: true },
    { ids: [3, 4], flagged: false },
  ])
  await row('Lag in Bridge')
})

test('[fair.66] a mark of many that fails says why and keeps the selection', async () => {
  fakeApi({
    [`GET ${list('unread')}`]: respondWith([aMessage()]),
    'POST /api/admin/messages/marks': refuse(500, 'internal', 'Something went wrong on our side'),
  })
  await open()
  await whenReady.click(within(await row('Lag')).getByRole('checkbox'))
  await act(async () => void (await press('Mark as read (all selected)')))
  await expectToast('Update Failed', 'Something went wrong on our side', 'destructive')
  expect(screen.getByText('1 message selected')).toBeTruthy()
})
