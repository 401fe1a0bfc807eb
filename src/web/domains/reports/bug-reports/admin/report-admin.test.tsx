import { act, type BoundFunctions, type queries, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { live } from '../../../../platform/live/live-socket.ts'
import { clearToasts } from '../../../../platform/toasts.ts'
import { whenReady } from '../../../../testing/actions.ts'
import { FakeSocket } from '../../../../testing/fake-socket.ts'
import { testViewer } from '../../../../testing/site.tsx'
import { aReport, FakeAdminApi } from '../testing/fake-admin.ts'
import { delayedResponse, json, refusal } from '../testing/fake-server.ts'
import { choose, expectToast, openSelect, press, show, shownToast, toastVariant } from '../testing/setup.tsx'
import { ReportAdmin } from './report-admin.tsx'

let adminApi: FakeAdminApi
beforeEach(() => {
  FakeSocket.install()
  adminApi = new FakeAdminApi([
    aReport({ id: 3, reason: 'Bow shoots backwards', severity: 'critical', username: 'Alexandra' }),
    aReport({ id: 2, reason: 'Sky is green', severity: 'low', status: 'rejected', gameMode: 'thebridge' }),
    aReport({ id: 1, reason: 'No knockback', status: 'resolved', severity: 'high' }),
  ])
})
afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

async function open(path = '/staff-reports') {
  const page = await show(<ReportAdmin />, testViewer, path)
  // The socket outlives pages; each test gets a connection of its own.
  live.reopen()
  await waitFor(() => expect(screen.queryByText('Loading reports...')).toBeNull())
  return page
}

const list = 'GET /api/admin/reports'
/** Not those of one report by itself. */
const lists = () =>
  adminApi.server
    .sent(list)
    .map(({ path }) => path)
    .filter((path) => path.split('?')[0] === '/api/admin/reports')
type Part = BoundFunctions<typeof queries>

// By selector: asking a whole table for roles and names takes seconds.
const titleButtons = () => [...document.querySelectorAll<HTMLElement>('tbody th button')]
const titles = () => titleButtons().map(({ textContent }) => textContent)
const titleOf = (reason: string) => {
  const title = titleButtons().find(({ textContent }) => textContent === reason)
  if (title === undefined) throw new Error(`no row of ${reason}`)
  return title
}
const rowOf = (reason: string): Part => within(titleOf(reason).closest('tr') as HTMLElement)
const shownStatus = (reason: string) => rowOf(reason).getAllByRole('cell')[2]?.textContent

function button(name: string, inside: Part): HTMLButtonElement {
  return inside.getByRole('button', { name: new RegExp(`^${name}`) }) as HTMLButtonElement
}

async function openDetails(reason: string): Promise<Part> {
  titleOf(reason).focus()
  await whenReady.click(titleOf(reason))
  return within(await screen.findByRole('dialog', { name: reason }))
}

describe('the list', () => {
  test('[staffreports.01] A table of the reports', async () => {
    await open()
    const table = screen.getByRole('table', { name: 'Bug reports, newest first' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Select', 'Report', 'Severity', 'Status', 'Reported', 'Actions']])
    expect(titles()).toEqual(['Bow shoots backwards', 'Sky is green', 'No knockback'])
    const sky = rowOf('Sky is green')
    expect(sky.getByRole('rowheader').textContent).toBe('Sky is greenBuilder · The Bridge')
    expect(
      sky
        .getAllByRole('cell')
        .slice(1, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(['Low', 'Rejected'])
    expect(sky.getByText('Jan 5, 2026, 3:04 PM')).toBeTruthy()
  })

  test('[staffreports.02] [staffreports.03] The filter asks GET /api/admin/reports?status={x}; status is omitted for all', async () => {
    const page = await open()
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      ...['All', 'Pending', 'Reviewing', 'Resolved', 'Rejected'],
    ])
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('All')
    for (const [status, shown] of [
      ['Pending', ['Bow shoots backwards']],
      ['Resolved', ['No knockback']],
      ['Rejected', ['Sky is green']],
    ] as const) {
      await whenReady.mouseDown(screen.getByRole('tab', { name: status }))
      await waitFor(() => expect(titles()).toEqual(shown))
    }
    await whenReady.mouseDown(screen.getByRole('tab', { name: 'Reviewing' }))
    await screen.findByText('No bug reports found matching the current filter.')
    expect(page.address()).toBe('/staff-reports?status=reviewing')
    await whenReady.mouseDown(screen.getByRole('tab', { name: 'All' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(lists()).toEqual([
      '/api/admin/reports',
      '/api/admin/reports?status=pending',
      '/api/admin/reports?status=resolved',
      '/api/admin/reports?status=rejected',
      '/api/admin/reports?status=reviewing',
      '/api/admin/reports',
    ])
  })

  test('An address with a status opens there; one that is none shows all', async () => {
    const page = await open('/staff-reports?status=rejected')
    expect(titles()).toEqual(['Sky is green'])
    page.unmount()
    await open('/staff-reports?status=closed')
    expect(titles()).toHaveLength(3)
  })

  test("[staffreports.20] Empty list: 'No bug reports found matching the current filter.'", async () => {
    adminApi.reports = []
    await open()
    expect(screen.getByText('No bug reports found matching the current filter.')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test("[staffreports.19] A failed list load shows 'Error loading reports. Please try again.', and Retry asks again", async () => {
    adminApi.server.on(list, () => refusal(500, 'internal', 'Something went wrong on our side'))
    await open()
    expect((await screen.findByRole('alert')).textContent).toBe('Error loading reports. Please try again.')
    adminApi.listen()
    await press('Retry')
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('[staffreports.21] Not cached: every visit asks again and shows nothing old; not refetched on focus', async () => {
    const page = await open()
    expect(lists()).toHaveLength(1)
    act(() => {
      window.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new Event('focus'))
    })
    await act(async () => {})
    expect(lists()).toHaveLength(1)
    page.unmount()
    await waitFor(() => expect(page.client.getQueryCache().findAll({ queryKey: ['admin'] })).toEqual([]))

    const again = await show(<ReportAdmin />, testViewer)
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(lists()).toHaveLength(2)
    again.unmount()
  })

  test('A full page offers more, from behind its last report', async () => {
    adminApi.reports = Array.from({ length: 53 }, (_, at) =>
      aReport({ id: 53 - at, reason: `Report ${53 - at}` }),
    )
    await open()
    expect(titles()).toHaveLength(50)
    await whenReady.click(screen.getByText('Load more'))
    await waitFor(() => expect(titles()).toHaveLength(53))
    expect(screen.queryByText('Load more')).toBeNull()
    expect(lists()).toEqual(['/api/admin/reports', '/api/admin/reports?before=4'])
  })

  test('A new report appears when the server says that there is one', async () => {
    await open()
    adminApi.reports = [aReport({ id: 4, reason: 'Just in' }), ...adminApi.reports]
    act(() => FakeSocket.last.open())
    expect(FakeSocket.last.said).toEqual([{ type: 'subscribe', channel: 'staff' }])
    act(() => FakeSocket.last.hear({ type: 'staff_update', list: 'applications' }))
    act(() => FakeSocket.last.hear({ type: 'staff_update', list: 'reports' }))
    await waitFor(() => expect(titles()[0]).toBe('Just in'))
    expect(lists()).toHaveLength(2)
  })
})

describe('a report', () => {
  test("[staffreports.04] A details dialog shows a report's details and media link, as text and as a guarded link", async () => {
    const details = '<img src=x onerror=alert(1)>\n  second line'
    adminApi.reports = [aReport({ details, mediaLink: 'https://clips.example/1?a=<b>' })]
    await open()
    const dialog = await openDetails('No knockback')
    expect(within(dialog.getByRole('region', { name: 'Details' })).getByText(/onerror/).textContent).toBe(
      details,
    )
    expect(document.querySelector('img')).toBeNull()
    const link = dialog.getByRole('link')
    expect(link.textContent).toBe('https://clips.example/1?a=<b>')
    expect(link.getAttribute('href')).toBe('https://clips.example/1?a=<b>')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  test('A media link that is no link of the site’s rules stays text', async () => {
    adminApi.reports = [aReport({ mediaLink: 'javascript:alert(1)' })]
    await open()
    const dialog = await openDetails('No knockback')
    expect(dialog.getByText('javascript:alert(1)')).toBeTruthy()
    expect(dialog.queryByRole('link')).toBeNull()
  })

  test('[staffreports.10] Reject is disabled if already rejected, Resolve if already resolved, in the table and in the dialog', async () => {
    await open()
    const states = (inside: Part) => ['Resolve', 'Reject'].map((name) => button(name, inside).disabled)
    for (const [reason, expected] of [
      ['Bow shoots backwards', [false, false]],
      ['Sky is green', [false, true]],
      ['No knockback', [true, false]],
    ] as const) {
      expect(states(rowOf(reason))).toEqual(expected)
      const dialog = await openDetails(reason)
      expect(states(dialog)).toEqual(expected)
      await whenReady.click(dialog.getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  test('The focus comes back to the title when the dialog closes', async () => {
    await open()
    const dialog = await openDetails('Sky is green')
    await whenReady.keyDown(dialog.getByRole('button', { name: 'Close' }), { key: 'Escape' })
    await waitFor(() => expect(document.activeElement).toBe(titleOf('Sky is green')))
  })
})

describe('[fair.65] the open report', () => {
  test('stands in the address, and its row says that it is open', async () => {
    const page = await open('/staff-reports?open=2')
    await screen.findByRole('dialog', { name: 'Sky is green' })
    expect(titleOf('Sky is green').closest('tr')?.getAttribute('aria-current')).toBe('true')
    await openDetails('No knockback')
    expect(page.address()).toBe('/staff-reports?open=1')
    await whenReady.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'Escape' })
    await waitFor(() => expect(page.address()).toBe('/staff-reports'))
  })

  test('is reached by j, k and Enter', async () => {
    const page = await open()
    const key = async (key: string) =>
      await whenReady.keyDown(document.activeElement ?? document.body, { key })
    await key('j')
    await key('j')
    expect(document.activeElement).toBe(titleOf('Sky is green').closest('tr'))
    await key('Enter')
    await screen.findByRole('dialog', { name: 'Sky is green' })
    expect(page.address()).toBe('/staff-reports?open=2')
  })
})

test('[fair.67] the filters stand in the address and are asked for with the status', async () => {
  await open('/staff-reports?status=pending&severity=critical&q=bow&assignee=nobody&days=2')
  expect(lists()).toEqual(['/api/admin/reports?status=pending&q=bow&assignee=nobody&severity=critical'])
  await choose('Age', '3 days or more')
  await waitFor(() =>
    expect(lists().at(-1)).toBe(
      '/api/admin/reports?status=pending&q=bow&assignee=nobody&severity=critical&days=3',
    ),
  )
})

test('[fair.67] an answer goes along with the new status; the report says who handled it and what was answered', async () => {
  adminApi.reports = [
    aReport({ handledBy: 'Keeper', handledAt: '2026-01-06T15:04:00.000Z', answer: 'Try it again, please.' }),
  ]
  await open()
  expect(rowOf('No knockback').getByText('Keeper')).toBeTruthy()
  const dialog = await openDetails('No knockback')
  expect(dialog.getByText('Keeper')).toBeTruthy()
  expect(
    within(dialog.getByRole('region', { name: 'Answer' })).getByText('Try it again, please.'),
  ).toBeTruthy()
  await whenReady.change(dialog.getByRole('textbox', { name: 'Answer to the reporter' }), {
    target: { value: ' Fixed now. ' },
  })
  await whenReady.click(button('Resolve', dialog))
  await expectToast('Report Resolved')
  expect(adminApi.server.sent('PATCH').map(({ body }) => body)).toEqual([
    { status: 'resolved', answer: 'Fixed now.' },
  ])
})

describe('changing a status', () => {
  test('[staffreports.08] [staffreports.11] [staffreports.13] Staff set any status from any status with a selector plus Save', async () => {
    await open()
    const changes = [
      ['Bow shoots backwards', 'Rejected', '/api/admin/reports/3/status', 'rejected', '"1"'],
      ['Sky is green', 'Pending', '/api/admin/reports/2/status', 'pending', '"1"'],
      ['No knockback', 'Reviewing', '/api/admin/reports/1/status', 'reviewing', '"1"'],
      ['Sky is green', 'Resolved', '/api/admin/reports/2/status', 'resolved', '"2"'],
    ] as const
    for (const [at, [reason, label]] of changes.entries()) {
      const dialog = await openDetails(reason)
      const options = await openSelect('Status')
      expect(options.map(({ textContent }) => textContent)).toEqual([
        ...['Pending', 'Reviewing', 'Resolved', 'Rejected'],
      ])
      await whenReady.keyDown(options.find(({ textContent }) => textContent === label) as HTMLElement, {
        key: 'Enter',
      })
      await waitFor(() => expect(button('Save', dialog).disabled).toBe(false))
      await whenReady.click(button('Save', dialog))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(lists()).toHaveLength(at + 2)
      expect(shownStatus(reason)).toBe(label)
      await expectToast('Status Updated')
      act(clearToasts)
    }
    expect(adminApi.server.sent('PATCH')).toMatchObject(
      changes.map(([, , path, status, ifMatch]) => ({ path, body: { status }, ifMatch })),
    )
  })

  test('[staffreports.09] Save is disabled while saving and while the status is unchanged', async () => {
    const response = delayedResponse(() => json(aReport({ id: 3 })))
    adminApi.server.on('PATCH /api/admin/reports/3/status', response.respond)
    await open()
    const dialog = await openDetails('Bow shoots backwards')
    expect(button('Save', dialog).disabled).toBe(true)
    await choose('Status', 'Reviewing')
    expect(button('Save', dialog).disabled).toBe(false)
    await choose('Status', 'Pending')
    expect(button('Save', dialog).disabled).toBe(true)
    await choose('Status', 'Resolved')
    await whenReady.click(button('Save', dialog))
    await waitFor(() => expect(button('Save', dialog).disabled).toBe(true))
    expect(adminApi.server.sent('PATCH')).toHaveLength(1)
    response.release()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each([
    ['Resolve', 'resolved', 'Resolved', 'Report Resolved'],
    ['Reject', 'rejected', 'Rejected', 'Report Rejected'],
  ])(
    '[staffreports.12] [staffreports.13] [staffreports.15] %s shows at once, before the answer, and the list is asked for again after it',
    async (name, status, label, title) => {
      const response = delayedResponse(() => adminApi.change(3, status))
      adminApi.server.on('PATCH /api/admin/reports/3/status', response.respond)
      await open()
      await whenReady.click(button(name, rowOf('Bow shoots backwards')))
      await waitFor(() => expect(shownStatus('Bow shoots backwards')).toBe(label))
      expect(button(name, rowOf('Bow shoots backwards')).disabled).toBe(true)
      expect([lists().length, shownToast()]).toEqual([1, null])
      response.release()
      await expectToast(title)
      await waitFor(() => expect(lists()).toHaveLength(2))
      expect(shownStatus('Bow shoots backwards')).toBe(label)
      expect(adminApi.server.sent('PATCH').map(({ body }) => body)).toEqual([{ status }])
    },
  )

  test('Where only pending reports are shown, a resolved one leaves after the answer, and the focus stays in the list', async () => {
    await open('/staff-reports?status=pending')
    const resolve = button('Resolve', rowOf('Bow shoots backwards'))
    resolve.focus()
    await whenReady.click(resolve)
    await screen.findByText('No bug reports found matching the current filter.')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('No bug reports found'))
  })

  test('Two changes at once both stay on the screen', async () => {
    const one = delayedResponse(() => adminApi.change(3, 'resolved'))
    const two = delayedResponse(() => adminApi.change(2, 'resolved'))
    adminApi.server.on('PATCH /api/admin/reports/3/status', one.respond)
    adminApi.server.on('PATCH /api/admin/reports/2/status', two.respond)
    await open()
    await whenReady.click(button('Resolve', rowOf('Bow shoots backwards')))
    await whenReady.click(button('Resolve', rowOf('Sky is green')))
    await waitFor(() => expect(shownStatus('Sky is green')).toBe('Resolved'))
    one.release()
    await expectToast('Report Resolved')
    expect([lists().length, shownStatus('Sky is green')]).toEqual([1, 'Resolved'])
    two.release()
    await waitFor(() => expect(lists()).toHaveLength(2))
    expect([shownStatus('Bow shoots backwards'), shownStatus('Sky is green')]).toEqual([
      'Resolved',
      'Resolved',
    ])
  })
})

describe('a change that fails', () => {
  const restoring = 'Operation failed, restoring data...'
  const busy = 'The server is busy. Please try again in a moment.'
  const responses = [
    ['with the sentence of the server', () => refusal(503, 'overloaded', busy), busy],
    ['with bare text', () => new Response('disk full', { status: 500 }), 'disk full'],
    ["with a proxy's page", () => new Response('<html>Bad gateway</html>', { status: 502 }), null],
    ['without an answer', undefined, null],
  ] as const

  test("[staffreports.14] [staffreports.16] A failed save: toast 'Update Failed' with its reason, and the list shows the stored status again", async () => {
    const patch = 'PATCH /api/admin/reports/3/status'
    await open()
    const dialog = await openDetails('Bow shoots backwards')
    await choose('Status', 'Resolved')
    for (const [at, [how, response, said]] of responses.entries()) {
      if (response === undefined) adminApi.server.lose(patch)
      else adminApi.server.on(patch, response)
      await whenReady.click(button('Save', dialog))
      const reason =
        said === null ? 'There was an error updating the report status.' : `Update failed: ${said}`
      await expectToast('Update Failed', restoring, reason)
      expect([how, toastVariant()]).toEqual([how, 'destructive'])
      await waitFor(() => expect(lists()).toHaveLength(at + 2))
      // The dialog stays, with what was chosen, for another try.
      await waitFor(() => expect(button('Save', dialog).disabled).toBe(false))
      act(clearToasts)
    }
    await whenReady.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(shownStatus('Bow shoots backwards')).toBe('Pending'))
  })

  test.each([
    ['Resolve', 'Resolve failed', 'There was an error resolving the report.'],
    ['Reject', 'Reject failed', 'There was an error rejecting the report.'],
  ])(
    "[staffreports.14] [staffreports.17] A failed %s: toast '%s' with texts like those of 'Update Failed'",
    async (name, title, unknown) => {
      const patch = 'PATCH /api/admin/reports/3/status'
      await open()
      adminApi.server.lose(patch)
      await whenReady.click(button(name, rowOf('Bow shoots backwards')))
      await expectToast(title, restoring, unknown)
      await waitFor(() => expect(lists()).toHaveLength(2))
      expect(shownStatus('Bow shoots backwards')).toBe('Pending')

      adminApi.server.on(patch, () => refusal(503, 'overloaded', busy))
      await waitFor(() => expect(button(name, rowOf('Bow shoots backwards')).disabled).toBe(false))
      await whenReady.click(button(name, rowOf('Bow shoots backwards')))
      await expectToast(title, restoring, `${title}: ${busy}`)
      await waitFor(() => expect(lists()).toHaveLength(3))
    },
  )

  test('[staffreports.14] Even when the list cannot be had either, the stored status shows again', async () => {
    await open()
    adminApi.server.lose('PATCH /api/admin/reports/3/status').lose(list)
    await whenReady.click(button('Resolve', rowOf('Bow shoots backwards')))
    await expectToast('Resolve failed', restoring, 'There was an error resolving the report.')
    await screen.findByText('Error loading reports. Please try again.')
    expect(shownStatus('Bow shoots backwards')).toBe('Pending')
  })

  test('A colleague’s change is shown before it is overwritten', async () => {
    await open('/staff-reports?status=pending')
    const dialog = await openDetails('Bow shoots backwards')
    await choose('Status', 'Reviewing')
    // Their news has not arrived yet.
    adminApi.change(3, 'rejected')
    await whenReady.click(button('Save', dialog))
    const changed = 'Somebody else changed this in the meantime'
    await expectToast('Update Failed', restoring, `Update failed: ${changed}`)
    const note = await dialog.findByText('Somebody else changed this report while you had it open.')
    expect(note.closest('[role=alert]')?.textContent).toContain('It is rejected now.')
    expect(adminApi.stored(3)).toMatchObject({ status: 'rejected', version: 2 })

    await waitFor(() => expect(button('Save', dialog).disabled).toBe(false))
    await whenReady.click(button('Save', dialog))
    await expectToast('Status Updated')
    expect(adminApi.server.sent('PATCH').map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"'])
    expect(adminApi.stored(3)).toMatchObject({ status: 'reviewing', version: 3 })
  })

  test('A colleague’s change that arrives by itself is shown in the open dialog', async () => {
    await open()
    const dialog = await openDetails('Bow shoots backwards')
    expect(dialog.queryByRole('alert')).toBeNull()
    adminApi.change(3, 'resolved')
    act(() => FakeSocket.last.hear({ type: 'staff_update', list: 'reports' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('It is resolved now.')
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Resolved')
  })
})

describe('deleting', () => {
  const askIn = async (inside: Part) => {
    button('Delete', inside).focus()
    await whenReady.click(button('Delete', inside))
    return within(await screen.findByRole('alertdialog', { name: 'Delete Report' }))
  }

  test('[staffreports.05] Deleting a report asks for confirmation first; cancelling makes no call', async () => {
    await open()
    const question = await askIn(rowOf('Sky is green'))
    expect(question.getByText(/Are you sure you want to delete/).textContent).toContain('Sky is green')
    await whenReady.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(adminApi.server.sent('DELETE')).toEqual([])
    expect(titles()).toHaveLength(3)
  })

  test.each(['table', 'dialog'])(
    '[staffreports.13] [staffreports.15] From the %s: gone at once, asked for again, toast',
    async (place) => {
      const response = delayedResponse(() => adminApi.remove(2))
      adminApi.server.on('DELETE /api/reports/2', response.respond)
      await open()
      const question = await askIn(
        place === 'table' ? rowOf('Sky is green') : await openDetails('Sky is green'),
      )
      await whenReady.click(question.getByRole('button', { name: 'Delete' }))
      await waitFor(() => expect(titles()).not.toContain('Sky is green'))
      expect([lists().length, shownToast()]).toEqual([1, null])
      response.release()
      await expectToast('Report Deleted')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(lists()).toHaveLength(2))
      expect(titles()).toEqual(['Bow shoots backwards', 'No knockback'])
      expect(adminApi.server.sent('DELETE').map(({ path }) => path)).toEqual(['/api/reports/2'])
      await waitFor(() => expect(document.activeElement).toBe(titleOf('No knockback').closest('tr')))
    },
  )

  test("[staffreports.14] [staffreports.18] Failed deletion: toast 'Delete failed' / 'There was an error deleting the report.', and the report is back", async () => {
    await open()
    adminApi.server.on('DELETE /api/reports/2', () =>
      refusal(500, 'internal', 'Something went wrong on our side'),
    )
    const question = await askIn(rowOf('Sky is green'))
    await whenReady.click(question.getByRole('button', { name: 'Delete' }))
    await expectToast(
      'Delete failed',
      'Operation failed, restoring data...',
      'There was an error deleting the report.',
    )
    await waitFor(() => expect(lists()).toHaveLength(2))
    expect(titles()).toHaveLength(3)
  })
})

describe('selected reports', () => {
  const many = 'POST /api/admin/reports/statuses'
  const undo = 'POST /api/admin/reports/statuses/undo'
  const boxOf = (reason: string) => rowOf(reason).getByRole<HTMLInputElement>('checkbox')
  const selectAll = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all shown' })

  beforeEach(() => {
    adminApi.reports = [
      aReport({ id: 3, reason: 'Bow shoots backwards' }),
      aReport({ id: 2, reason: 'Sky is green', version: 4 }),
      aReport({ id: 1, reason: 'No knockback' }),
    ]
    adminApi.listenToMany()
  })

  test('[fair.95] are selected one by one, by x, or all that are shown, and cleared', async () => {
    await open()
    expect(screen.queryByRole('region', { name: 'Selected reports' })).toBeNull()
    const key = async (key: string) =>
      await whenReady.keyDown(document.activeElement ?? document.body, { key })
    await key('j')
    await key('x')
    expect([boxOf('Bow shoots backwards').checked, selectAll().checked]).toEqual([true, false])
    expect(selectAll().indeterminate).toBe(true)
    await whenReady.click(boxOf('Sky is green'))
    const bar = within(screen.getByRole('region', { name: 'Selected reports' }))
    expect(bar.getByText('2 reports selected')).toBeTruthy()
    await key('x')
    expect(bar.getByText('1 report selected')).toBeTruthy()
    await whenReady.click(selectAll())
    expect(bar.getByText('3 reports selected')).toBeTruthy()
    expect([selectAll().checked, selectAll().indeterminate]).toEqual([true, false])
    await whenReady.click(selectAll())
    expect(screen.queryByRole('region', { name: 'Selected reports' })).toBeNull()
    await whenReady.click(boxOf('Sky is green'))
    await press('Clear')
    expect(boxOf('Sky is green').checked).toBe(false)
  })

  test('[fair.95] get one status with the version that was selected; one undo takes it back', async () => {
    await open()
    await whenReady.click(boxOf('Sky is green'))
    await whenReady.click(boxOf('No knockback'))
    await press('Resolved (all selected)')
    expect(await screen.findByText('2 reports marked as resolved.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Selected reports' })).toBeNull()
    await waitFor(() => expect(shownStatus('Sky is green')).toBe('Resolved'))
    await press('Undo')
    await expectToast('2 Reports Restored')
    expect(screen.queryByText('2 reports marked as resolved.')).toBeNull()
    await waitFor(() => expect(shownStatus('Sky is green')).toBe('Pending'))
    const reports = [
      { id: 2, version: 4 },
      { id: 1, version: 1 },
    ]
    expect(adminApi.server.sent(many).map(({ body }) => body)).toEqual([
      { reports, status: 'resolved' },
      { ids: [2, 1] },
    ])
    expect(adminApi.server.sent(undo)).toHaveLength(1)
  })

  test('[fair.95] the selection and the undo stay when another status is chosen and left again', async () => {
    await open()
    await whenReady.click(boxOf('Sky is green'))
    await press('Resolved (all selected)')
    await screen.findByText('1 report marked as resolved.')
    await whenReady.click(boxOf('No knockback'))
    await whenReady.mouseDown(screen.getByRole('tab', { name: 'Rejected' }))
    await waitFor(() => expect(screen.queryByText('No knockback')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected reports' })).toBeNull())
    await whenReady.mouseDown(screen.getByRole('tab', { name: 'All' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(boxOf('No knockback').checked).toBe(true)
    await press('Undo')
    await waitFor(() => expect(shownStatus('Sky is green')).toBe('Pending'))
    expect(adminApi.server.sent(undo).map(({ body }) => body)).toEqual([{ ids: [2] }])
  })

  test('[fair.95] one that a colleague changed since it was selected is named, stays, and can be changed as it is now', async () => {
    await open()
    await whenReady.click(selectAll())
    adminApi.change(2, 'reviewing')
    act(() => FakeSocket.last.open())
    act(() => FakeSocket.last.hear({ type: 'staff_update', list: 'reports' }))
    await waitFor(() => expect(shownStatus('Sky is green')).toBe('Reviewing'))
    await press('Rejected (all selected)')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('1 report not changed')
    expect(alert.textContent).toContain('Sky is green: Somebody else changed this in the meantime')
    expect(screen.getByText('2 reports marked as rejected.')).toBeTruthy()
    await waitFor(() => expect(shownStatus('No knockback')).toBe('Rejected'))
    expect(shownStatus('Sky is green')).toBe('Reviewing')
    expect([boxOf('Sky is green').checked, boxOf('No knockback').checked]).toEqual([true, false])

    await press('Rejected (all selected)')
    await waitFor(() => expect(shownStatus('Sky is green')).toBe('Rejected'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('[fair.95] one that the viewer changed since it was selected is changed', async () => {
    await open()
    await whenReady.click(boxOf('Sky is green'))
    adminApi.change(2, 'resolved')
    adminApi.reports = adminApi.reports.map((one) =>
      one.id === 2 ? { ...one, handledBy: testViewer.username } : one,
    )
    act(() => FakeSocket.last.open())
    act(() => FakeSocket.last.hear({ type: 'staff_update', list: 'reports' }))
    await waitFor(() => expect(shownStatus('Sky is green')).toBe('Resolved'))
    await press('Rejected (all selected)')
    expect(await screen.findByText('1 report marked as rejected.')).toBeTruthy()
    expect(adminApi.server.sent(many)[0]?.body).toEqual({
      reports: [{ id: 2, version: 5 }],
      status: 'rejected',
    })
  })

  test('[fair.95] one that the viewer changed a moment ago is changed, before the list was asked for again', async () => {
    await open()
    adminApi.server.on('GET /api/admin/reports', () => new Promise<never>(() => {}))
    await whenReady.click(button('Resolve', rowOf('Sky is green')))
    await expectToast('Report Resolved')
    await whenReady.click(boxOf('Sky is green'))
    await press('Rejected (all selected)')
    expect(await screen.findByText('1 report marked as rejected.')).toBeTruthy()
    expect(adminApi.server.sent(many)[0]?.body).toEqual({
      reports: [{ id: 2, version: 5 }],
      status: 'rejected',
    })
  })

  test('[fair.95] a call that fails changes nothing, says why and keeps the selection', async () => {
    adminApi.server.on(many, () => refusal(500, 'internal', 'Something went wrong on our side'))
    await open()
    await whenReady.click(boxOf('Sky is green'))
    await press('Rejected (all selected)')
    await expectToast('Update Failed', 'Something went wrong on our side')
    expect(screen.getByText('1 report selected')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
