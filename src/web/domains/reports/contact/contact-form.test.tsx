import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { SiteProvider } from '../../../platform/site.tsx'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { regardless, whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testSite, testViewer } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { ContactForm } from './contact-form.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const message = {
  name: 'Alexandra',
  email: 'alex@player.example',
  subject: 'Lost my rank',
  message: 'It was there yesterday.',
}
type Name = keyof typeof message
const labels: Record<Name, string> = { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' }
const names = Object.keys(labels) as Name[]

const field = (name: Name) => screen.getByLabelText<HTMLInputElement>(labels[name])
const values = () => Object.fromEntries(names.map((name) => [name, field(name).value]))
const write = async (name: Name, text: string) =>
  await whenReady.input(field(name), { target: { value: text } })
const fill = async (over: Partial<typeof message> = {}) => {
  for (const name of names) await write(name, over[name] ?? message[name])
}
const button = () => screen.getByRole('button', { name: /^SEND/ })
const send = async () => await whenReady.click(button())

/** The error below a field; undefined without one. */
const complaintAt = (name: Name) => {
  const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
  const errorId = ids.find((id) => id.endsWith('-error'))
  return errorId === undefined ? undefined : document.getElementById(errorId)?.textContent
}

const expectToast = (title: string, sentence: string, variant: string) =>
  waitFor(() => {
    const card = document.querySelector<HTMLElement>('li[data-variant]')
    expect(card?.textContent).toBe(title + sentence)
    expect(card?.dataset.variant).toBe(variant)
  })

/** The same words as a toast and beside the button. */
async function expectProblem(title: string, sentence: string) {
  await expectToast(title, sentence, 'destructive')
  expect((await within(form()).findByRole('alert')).textContent).toBe(title + sentence)
}

const form = () => button().closest('form')!

function show(viewer: OwnUser | null = null, sendsMail = true) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  render(
    <TestProviders client={client}>
      <SiteProvider site={{ ...testSite, sendsMail }}>
        <MemoryRouter>
          <ContactForm />
        </MemoryRouter>
      </SiteProvider>
      <ToastRegion />
    </TestProviders>,
  )
}

test.each([
  [null, true, 'We answer to the email address that you give here.'],
  [null, false, 'We answer to the email address that you give here.'],
  [
    testViewer,
    true,
    'You can read our answer among the notices on your profile, and we send it to this email address.',
  ],
  [testViewer, false, 'You can read our answer among the notices on your profile.'],
])('[evening.66] The form says where the answer will be read: %#', (viewer, sendsMail, sentence) => {
  show(viewer, sendsMail)
  expect(form().textContent).toContain(sentence)
})

test('[evening.66] What the account knows is filled in: name and address, and no address where it has none', () => {
  show({ ...testViewer, email: 'steve@player.example' })
  expect(values()).toEqual({ name: 'steve', email: 'steve@player.example', subject: '', message: '' })
  cleanup()
  show(testViewer)
  expect(values()).toEqual({ name: 'steve', email: '', subject: '', message: '' })
})

const sending = 'POST /api/contact'

describe('what is not sent', () => {
  test.each(names)(
    "[contact.05] An empty %s: 'Form Incomplete' / 'Please fill out all fields.' and no call",
    async (name) => {
      const calls = fakeApi({ [sending]: respondWith({ id: 1 }, 201) })
      show()
      for (const empty of ['', '  ']) {
        await fill({ [name]: empty })
        await send()
        await expectProblem('Form Incomplete', 'Please fill out all fields.')
        expect(complaintAt(name)).toBe('Please fill out this field.')
        expect(names.filter((other) => complaintAt(other) !== undefined)).toEqual([name])
        expect(document.activeElement).toBe(field(name))
        act(clearToasts)
      }
      expect(calls).toEqual([])
    },
  )

  test("[contact.05] All fields empty: one 'Form Incomplete', each field marked, the first one focused", async () => {
    const calls = fakeApi({ [sending]: respondWith({ id: 1 }, 201) })
    show()
    await send()
    await expectProblem('Form Incomplete', 'Please fill out all fields.')
    expect(names.every((name) => field(name).getAttribute('aria-invalid') === 'true')).toBe(true)
    expect(document.activeElement).toBe(field('name'))
    expect(calls).toEqual([])
  })

  test.each(['alex', 'alex@player', 'alex player@isles.example', '@isles.example'])(
    "[contact.06] The bad email %j: 'Invalid Email' / 'Please enter a valid email address.' and no call",
    async (email) => {
      const calls = fakeApi({ [sending]: respondWith({ id: 1 }, 201) })
      show()
      await fill({ email })
      await send()
      await expectProblem('Invalid Email', 'Please enter a valid email address.')
      expect(complaintAt('email')).toBe('Please enter a valid email address.')
      expect(document.activeElement).toBe(field('email'))
      expect(calls).toEqual([])
    },
  )

  test.each([
    ['name', 100, 'Name must be 100 characters or less'],
    ['subject', 150, 'Subject must be 150 characters or less'],
    ['message', 5_000, 'Message must be 5000 characters or less'],
  ] as const)(
    '%s may have %d characters, halves of them not counted, and not one more',
    async (name, most, message) => {
      const calls = fakeApi({ [sending]: respondWith({ id: 1 }, 201) })
      show()
      await fill({ [name]: `${'🦊'.repeat(most)}!` })
      await send()
      await expectProblem('Message Not Sent', message)
      expect(complaintAt(name)).toBe(message)
      expect(calls).toEqual([])
      await write(name, '🦊'.repeat(most))
      await send()
      await waitFor(() => expect(calls).toHaveLength(1))
      await expectToast('Message Received', received, 'default')
    },
  )

  test('A field that is being mended is not complained about any more, and with the last complaint the alert goes', async () => {
    fakeApi({})
    show()
    await fill({ name: '', subject: '' })
    await send()
    await expectProblem('Form Incomplete', 'Please fill out all fields.')
    await write('name', 'A')
    await waitFor(() => expect(complaintAt('name')).toBeUndefined())
    expect(complaintAt('subject')).toBe('Please fill out this field.')
    await write('subject', 'B')
    await waitFor(() => expect(within(form()).queryByRole('alert')).toBeNull())
  })
})

const received = "Thank you for contacting us. We'll get back to you as soon as possible."

describe('sending', () => {
  test("[contact.07] It calls POST /api/contact {name, email, subject, message}; meanwhile the button shows 'SENDING...'", async () => {
    let respond = (_: Response) => {}
    const calls = fakeApi({
      [sending]: () =>
        new Promise((resolve) => {
          respond = resolve
        }),
    })
    show()
    await fill({ name: ' Alexandra ', email: ' alex@player.example ', message: '  indented\n' })
    expect(button().textContent).toBe('SEND MESSAGE')
    await send()
    await waitFor(() => expect(button().textContent).toBe('SENDING...'))
    expect(button().getAttribute('aria-disabled')).toBe('true')
    expect(calls).toEqual([
      { method: 'POST', path: '/api/contact', body: { ...message, message: '  indented\n' } },
    ])
    respond(Response.json({ id: 4 }, { status: 201 }))
    await waitFor(() => expect(button().textContent).toBe('SEND MESSAGE'))
  })

  test('A double click, and clicks while it is on its way, send once', async () => {
    let respond = (_: Response) => {}
    const calls = fakeApi({
      [sending]: () =>
        new Promise((resolve) => {
          respond = resolve
        }),
    })
    show()
    await fill()
    act(() => {
      button().click()
      button().click()
    })
    await waitFor(() => expect(button().textContent).toBe('SENDING...'))
    regardless.click(button())
    await whenReady.submit(form())
    expect(calls).toHaveLength(1)
    respond(Response.json({ id: 4 }, { status: 201 }))
    await waitFor(() => expect(button().textContent).toBe('SEND MESSAGE'))
    expect(calls).toHaveLength(1)
    // Afterwards another message can be sent.
    await fill()
    await send()
    await waitFor(() => expect(calls).toHaveLength(2))
    respond(Response.json({ id: 5 }, { status: 201 }))
    await screen.findByText('Message 5 is with the team.')
  })

  test("[contact.08] [contact.09] Success: 'Message Received' / 'Thank you for contacting us. …', and the form is reset", async () => {
    fakeApi({ [sending]: respondWith({ id: 12 }, 201) })
    show()
    await fill()
    await send()
    await expectToast('Message Received', received, 'default')
    expect(values()).toEqual({ name: '', email: '', subject: '', message: '' })
    expect((await screen.findByText('Message 12 is with the team.')).getAttribute('role')).toBe('status')
    expect(within(form()).queryByRole('alert')).toBeNull()
  })

  test("[contact.09] [contact.10] Non-OK answer: 'Message Not Sent' with the server's message; the input stays", async () => {
    fakeApi({ [sending]: refuse(429, 'too_many_requests', 'Too many requests. Please try again later.') })
    show()
    await fill()
    await send()
    await expectProblem('Message Not Sent', 'Too many requests. Please try again later.')
    expect(values()).toEqual(message)
  })

  test.each([
    ['', 500],
    ['<h1>Bad Gateway</h1>', 502],
    ['{"detail":"no"}', 503],
  ])(
    "[contact.09] [contact.10] Non-OK answer without a message (%j): 'An error occurred while sending your message. Please try again.'",
    async (body, status) => {
      fakeApi({ [sending]: () => new Response(body, { status }) })
      show()
      await fill()
      await send()
      await expectProblem(
        'Message Not Sent',
        'An error occurred while sending your message. Please try again.',
      )
      expect(values()).toEqual(message)
    },
  )

  test('[contact.10] What the server says of single fields stands at them', async () => {
    fakeApi({
      [sending]: refuse(400, 'validation', 'Invalid email address', {
        email: 'Invalid email address',
        x: 'no',
      }),
    })
    show()
    await fill()
    await send()
    await expectProblem('Message Not Sent', 'Invalid email address')
    expect(complaintAt('email')).toBe('Invalid email address')
    expect(document.activeElement).toBe(field('email'))
  })

  test("[contact.09] [contact.11] Network failure: 'Connection Error' / 'We couldn't connect to our servers. …'; the input stays and can be sent again", async () => {
    fakeApi({})
    show()
    await fill()
    await send()
    await expectProblem(
      'Connection Error',
      "We couldn't connect to our servers. Please check your internet connection and try again.",
    )
    expect(values()).toEqual(message)
    const calls = fakeApi({ [sending]: respondWith({ id: 3 }, 201) })
    await send()
    await expectToast('Message Received', received, 'default')
    expect(calls.map(({ body }) => body)).toEqual([message])
  })
})

describe('what was typed into the form', () => {
  test('[contact.01] The form has name, email, subject and message', () => {
    show()
    expect(names.map((name) => field(name).required)).toEqual([true, true, true, true])
    expect(field('email').type).toBe('email')
    expect(values()).toEqual({ name: '', email: '', subject: '', message: '' })
  })

  test("A signed-in member's name and email are there already, also after a message was sent", async () => {
    fakeApi({ [sending]: respondWith({ id: 3 }, 201) })
    show({ ...testViewer, email: 'steve@isles.example' })
    expect(values()).toMatchObject({ name: 'steve', email: 'steve@isles.example' })
    await fill()
    await send()
    await expectToast('Message Received', received, 'default')
    expect(values()).toEqual({ name: 'steve', email: 'steve@isles.example', subject: '', message: '' })
  })

  test('A member without an email gets the name alone', () => {
    show(testViewer)
    expect(values()).toMatchObject({ name: 'steve', email: '' })
  })

  test('The characters of the message are counted near its limit, in code points, and no more after sending', async () => {
    fakeApi({ [sending]: respondWith({ id: 3 }, 201) })
    show()
    await fill({ message: '🦊'.repeat(3_999) })
    expect(screen.queryByText(/characters$/)).toBeNull()
    await write('message', '🦊'.repeat(4_000))
    expect(screen.getByText('4,000 of 5,000 characters')).toBeTruthy()
    await send()
    await expectToast('Message Received', received, 'default')
    expect(screen.queryByText(/characters$/)).toBeNull()
  })

  test('[contact.14] The honeypot is reached neither by eye, by ear nor by keyboard, and what fills it is sent along', async () => {
    const calls = fakeApi({ [sending]: respondWith({ id: 3 }, 201) })
    show()
    const trap = form().querySelector<HTMLInputElement>('input[name=website]')!
    expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull()
    expect(trap.closest('[aria-hidden=true]')?.className).toContain('-start-[9999px]')
    expect(trap.tabIndex).toBe(-1)
    expect(trap.autocomplete).toBe('off')
    await fill()
    await whenReady.input(trap, { target: { value: 'https://spam.example' } })
    await send()
    await expectToast('Message Received', received, 'default')
    expect(calls[0]?.body).toEqual({ ...message, website: 'https://spam.example' })
    expect(trap.value).toBe('')
  })
})
