import { act, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { reportGameModes } from '../../../../contract/reports/reports.ts'
import { NewReport } from '../../../../contract/reports/reports-schemas.ts'
import { textOf } from '../../../../contract/sentences.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { sayIn } from '../../../platform/translation.tsx'
import { viewerQuery } from '../../../platform/viewer.ts'
import { regardless, whenReady } from '../../../testing/actions.ts'
import { TestProviders, testViewer } from '../../../testing/site.tsx'
import { takenOver } from '../../../testing/taken-over.tsx'
import { ReportBug } from './report-bug.tsx'
import { payloadOf } from './report-payload.ts'
import { delayedResponse, FakeServer, json, refusal } from './testing/fake-server.ts'
import { choose, fillBrowserGaps, openSelect, press, show, type } from './testing/setup.tsx'

const member: OwnUser = { ...testViewer, rank: 'Member' }
const first = 'POST /api/reports'
const second = 'POST /api/test/reports'

let server: FakeServer
beforeEach(() => {
  server = new FakeServer()
})
afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const words = { reason: 'No knockback', details: 'Hits register but nobody moves at all.' }

const fill = async ({ reason, details, link = '' }: { reason: string; details: string; link?: string }) => {
  await type('Title', reason)
  await type('Details', details)
  await type(/^Media Link/, link)
}
const submit = async () => await press('Submit Report')
const problem = () => screen.findByRole('alert')

/**
 * Returns the errors shown at the fields. Validation and the call after it are a chain of promises, so that in the next
 * turn all errors are shown and a call would have been made.
 */
async function complaints() {
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
  return [...document.querySelectorAll('[id$="-error"]')].map(({ textContent }) => textContent)
}

describe('what is refused', () => {
  test("[report.10] Submitting when not signed in shows 'You must be logged in to submit a bug report' under 'Error Submitting Report' and makes no call", async () => {
    await show(<ReportBug />, null)
    for (const text of [{ reason: '', details: '' }, words]) {
      await fill(text)
      await submit()
      const alert = await problem()
      expect(alert.querySelector('h2')?.textContent).toBe('Error Submitting Report')
      expect(alert.querySelector('p')?.textContent).toBe('You must be logged in to submit a bug report')
      expect(await complaints()).toEqual([])
    }
    expect(server.calls).toEqual([])
    // What was written is still there.
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(words.reason)
  })

  const shortTitle = 'Please provide a title that is at least 5 characters'
  const badLink = 'Please enter a valid URL or leave blank'
  test.each([
    { what: 'title under 5 characters', change: { reason: 'Four' }, sentence: shortTitle },
    { what: 'title of spaces', change: { reason: '       ' }, sentence: shortTitle },
    {
      what: 'title over 100 characters',
      change: { reason: '🦊'.repeat(101) },
      sentence: 'Title must be 100 characters or less',
    },
    {
      what: 'details under 20 characters',
      change: { details: 'x'.repeat(19) },
      sentence: 'Please provide details that are at least 20 characters',
    },
    {
      what: 'details over 5,000 characters',
      change: { details: 'x'.repeat(5_001) },
      sentence: 'Details must be 5000 characters or less',
    },
    { what: 'media link neither URL nor empty', change: { link: 'my clip' }, sentence: badLink },
    { what: 'media link that is a script', change: { link: 'javascript:alert(1)' }, sentence: badLink },
  ])(
    "[report.06] [report.07] [report.08] [report.09] A $what: '$sentence', and no call",
    async ({ change, sentence }) => {
      await show(<ReportBug />, member)
      await fill({ ...words, ...change })
      await submit()
      expect(await complaints()).toEqual([sentence])
      expect(server.calls).toEqual([])
    },
  )

  test("[report.03] [report.05] Without a game mode 'Please select a game mode', without a severity 'Please select a severity level'", () => {
    const issues = NewReport.safeParse(words).error?.issues.map(({ path, message }) => [
      path[0],
      sayIn(undefined, textOf(message)),
    ])
    expect(issues).toEqual([
      ['gameMode', 'Please select a game mode'],
      ['severity', 'Please select a severity level'],
    ])
  })
})

describe('the fields', () => {
  test('[report.02] [report.03] Game modes with their values; the default is nodebuff', async () => {
    server.on(first, () => json({}, 201))
    await show(<ReportBug />, member)
    const modes = [
      ['NoDebuff', 'nodebuff'],
      ['Sumo', 'sumo'],
      ['Build', 'build'],
      ['Nemo Slap', 'nemoslap'],
      ['Boxing', 'boxing'],
      ['Bedfight', 'bedfight'],
      ['The Bridge', 'thebridge'],
      ['Fireball Fight', 'fireballfight'],
      ['Other', 'other'],
    ]
    expect(reportGameModes).toEqual(modes)
    expect(screen.getByRole('combobox', { name: 'Game Mode' }).textContent).toBe('NoDebuff')
    const options = await openSelect('Game Mode')
    expect(options.map(({ textContent }) => textContent)).toEqual(modes.map(([label]) => label))
    await whenReady.keyDown(options[3] as HTMLElement, { key: 'Enter' })
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    await fill(words)
    await submit()
    await screen.findByText('Report Submitted')
    expect(server.calls.map(({ body }) => (body as NewReport).gameMode)).toEqual(['nemoslap'])
  })

  test('[report.04] [report.05] Severities with their meanings; the default is medium', async () => {
    server.on(first, () => json({}, 201))
    await show(<ReportBug />, member)
    const radios = screen.getAllByRole<HTMLInputElement>('radio')
    expect(radios.map((radio) => [radio.value, radio.labels?.[0]?.textContent])).toEqual([
      ['low', 'Lowminor visual or cosmetic issue'],
      ['medium', 'Mediumfunctionality issue with workaround'],
      ['high', 'Highserious functionality issue'],
      ['critical', 'Criticalgame breaking'],
    ])
    expect(radios.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(['medium'])
    await whenReady.click(screen.getByRole('radio', { name: /^Critical/ }))
    await fill(words)
    await submit()
    await screen.findByText('Report Submitted')
    expect(server.calls.map(({ body }) => (body as NewReport).severity)).toEqual(['critical'])
  })

  test('Lengths are counted in code points: 100 and 5,000 of the longest characters fit', async () => {
    server.on(first, () => json({}, 201))
    await show(<ReportBug />, member)
    await fill({ reason: '🦊'.repeat(100), details: '🦊'.repeat(5_000) })
    expect(screen.getByText(/^5000 of 5000 characters/)).toBeTruthy()
    await submit()
    await screen.findByText('Report Submitted')
  })
})

describe('what is sent', () => {
  test("[report.12] [report.13] type 'bug', the member twice, the name, the fields and status 'pending'; an empty mediaLink is omitted", async () => {
    server.on(first, () => json({}, 201))
    await show(<ReportBug />, member)
    await fill(words)
    await submit()
    await whenReady.click(await screen.findByRole('button', { name: 'Submit Another Report' }))
    await fill({ ...words, link: 'https://clips.example/1' })
    await submit()
    await waitFor(() => expect(server.calls).toHaveLength(2))
    const body = {
      type: 'bug',
      userId: 7,
      reportedByUserId: 7,
      username: 'steve',
      gameMode: 'nodebuff',
      ...words,
      severity: 'medium',
      status: 'pending',
    }
    expect(server.calls.map((call) => [call.method, call.path, call.body])).toEqual([
      ['POST', '/api/reports', body],
      ['POST', '/api/reports', { ...body, mediaLink: 'https://clips.example/1' }],
    ])
    // Two reports, two submissions.
    expect(new Set(server.calls.map(({ key }) => key)).size).toBe(2)
  })

  test("[report.14] A report without a username falls back to 'Anonymous'", () => {
    const values = { ...words, gameMode: 'sumo', severity: 'low' } as const
    expect(payloadOf({ id: 3, username: '' }, values).username).toBe('Anonymous')
  })

  test("[report.11] While submitting, the button shows 'Submitting Report...' and sends nothing twice", async () => {
    const response = delayedResponse(() => json({}, 201))
    server.on(first, response.respond)
    await show(<ReportBug />, member)
    await fill(words)
    await submit()
    const busy = await screen.findByRole('button', { name: 'Submitting Report...' })
    regardless.click(busy)
    await act(async () => {})
    expect(server.calls).toHaveLength(1)
    response.release()
    await screen.findByText('Report Submitted')
  })
})

describe('[report.15] If POST /api/reports fails or is not OK, the same body goes to POST /api/test/reports; if that succeeds the success screen shows', () => {
  test.each([
    ['not OK', () => refusal(500, 'internal', 'Something went wrong on our side')],
    ['refused', () => refusal(401, 'unauthorized', 'You must be signed in')],
    ['no connection', undefined],
  ])('%s', async (_what, response) => {
    if (response !== undefined) server.on(first, response)
    server.on(second, () => json({}, 201))
    await show(<ReportBug />, member)
    await fill(words)
    await submit()
    await screen.findByText('Report Submitted')
    const [one, two] = server.calls
    expect(server.calls.map(({ path }) => path)).toEqual(['/api/reports', '/api/test/reports'])
    expect(two?.body).toEqual(one?.body)
    // One submission: the server must not store it twice if only the first answer got lost.
    expect(one?.key).toBeTruthy()
    expect(two?.key).toBe(one?.key)
  })
})

describe("[report.16] If both addresses fail: heading 'Error Submitting Report' with 'Failed to submit your report. Please try again later.'", () => {
  const slow = 'Too many requests. Please try again later.'
  const bad = 'Please provide a title that is at least 5 characters'
  test.each([
    ['no connection', undefined, null],
    ['a failure of the server', () => refusal(500, 'internal', 'Something went wrong on our side'), null],
    ["a proxy's page", () => new Response('<h1>Bad gateway</h1>', { status: 502 }), null],
    ['too many', () => refusal(429, 'too_many_requests', slow), slow],
    ['a bad field', () => refusal(400, 'validation', bad, { fields: { reason: bad } }), bad],
  ])('%s', async (_what, response, said) => {
    if (response !== undefined) server.on(first, response).on(second, response)
    await show(<ReportBug />, member)
    await fill(words)
    await submit()
    const alert = await problem()
    expect(alert.querySelector('h2')?.textContent).toBe('Error Submitting Report')
    const [sentence, refused] = alert.querySelectorAll('p')
    expect(sentence?.textContent).toBe('Failed to submit your report. Please try again later.')
    expect(refused?.textContent ?? null).toBe(said)
    expect(server.calls).toHaveLength(2)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Details').value).toBe(words.details)
  })

  test('The same report tried again is the same submission, a changed one is another', async () => {
    await show(<ReportBug />, member)
    await fill(words)
    await submit()
    await problem()
    await submit()
    await waitFor(() => expect(server.calls).toHaveLength(4))
    await problem()
    await type('Title', 'No knockback in boxing')
    await submit()
    await waitFor(() => expect(server.calls).toHaveLength(6))
    const keys = server.calls.map(({ key }) => key)
    expect(new Set(keys.slice(0, 4)).size).toBe(1)
    expect(keys[4]).not.toBe(keys[0])
    expect(keys[5]).toBe(keys[4])
    await problem()
  })
})

test("[report.17] An unexpected exception while submitting: 'Error Submitting Report' with 'An unexpected error occurred. Please try again later.'", async () => {
  server.on(first, () => new Response('not JSON', { status: 201 }))
  await show(<ReportBug />, member)
  await fill(words)
  await submit()
  const alert = await problem()
  expect(alert.querySelector('h2')?.textContent).toBe('Error Submitting Report')
  expect(alert.querySelector('p')?.textContent).toBe('An unexpected error occurred. Please try again later.')
})

describe('afterwards', () => {
  const send = async () => {
    server.on(first, () => json({}, 201))
    const page = await show(<ReportBug />, member)
    await whenReady.click(screen.getByRole('radio', { name: /^High/ }))
    await choose('Game Mode', 'Sumo')
    await fill({ ...words, link: 'https://clips.example/1' })
    await submit()
    await screen.findByText('Report Submitted')
    return page
  }

  test("[report.18] A screen offers 'Submit Another Report' and 'Return', and has the focus", async () => {
    await send()
    expect(screen.queryByLabelText('Title')).toBeNull()
    expect(screen.getByRole('button', { name: 'Submit Another Report' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Report Submitted' }))
  })

  test("[report.19] 'Submit Another Report' shows the form again, reset to its defaults", async () => {
    await send()
    await press('Submit Another Report')
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Details').value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>(/^Media Link/).value).toBe('')
    expect(screen.getByRole('combobox', { name: 'Game Mode' }).textContent).toBe('NoDebuff')
    expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('medium')
    expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  })

  test("[report.20] 'Return' leads to /", async () => {
    const page = await send()
    await whenReady.click(screen.getByRole('link', { name: 'Return' }))
    await waitFor(() => expect(page.address()).toBe('/'))
  })
})

test('A severity chosen before the page came alive is the one that is sent', async () => {
  fillBrowserGaps()
  server.on(first, () => json({}, 201))
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, member)
  await takenOver(
    <TestProviders client={client}>
      <MemoryRouter>
        <ReportBug />
      </MemoryRouter>
    </TestProviders>,
    (html) => html.querySelector<HTMLInputElement>('[value=critical]')!.click(),
  )
  await fill(words)
  await submit()
  await waitFor(() => expect(server.calls).toHaveLength(1))
  expect(server.calls[0]?.body).toMatchObject({ severity: 'critical' })
})
