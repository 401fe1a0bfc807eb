import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { canIssueRecovery, canSetRank } from '../../../contract/accounts/members.ts'
import type { Member } from '../../../contract/accounts/members-schemas.ts'
import {
  applyRanks,
  listRanks,
  type Rank,
  rankLabel,
  shippedRanks,
} from '../../../contract/accounts/ranks.ts'
import { regardless, whenReady } from '../../testing/actions.ts'
import {
  asked,
  choose,
  delayedResponse,
  expectToast,
  inTurn,
  leaveAdmin,
  openAdmin,
  optionsOf,
  prepareAdmin,
  press,
  sent,
  staffRanks,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, refuseStale, respondWith } from '../../testing/fake-api.ts'
import { testSite, testViewer } from '../../testing/site.tsx'
import * as page from './members.tsx'

beforeEach(prepareAdmin)
afterEach(() => {
  vi.useRealTimers()
  leaveAdmin()
  applyRanks()
})

const list = '/api/admin/members?limit=50'
const aMember = (over: Partial<Member> = {}): Member => ({
  id: 41,
  username: 'Vexin',
  avatarUrl: null,
  rank: 'Gold',
  linked: false,
  createdAt: new Date(Date.now() - 86_400_000).toISOString(),
  lastSeen: null,
  restriction: null,
  ...over,
})

const open = (rank: Rank) => openAdmin(page, '/admin/members', viewerOf(rank))
const rowOf = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('li') as HTMLElement)

test('Staff see everybody who can sign in: shown name, rank, since when, whether linked and whether restricted', async () => {
  fakeApi({
    [`GET ${list}`]: respondWith([
      aMember({ linked: true, lastSeen: new Date(Date.now() - 120_000).toISOString() }),
      aMember({ id: 42, username: 'Oak', restriction: { reason: 'slurs', until: null } }),
    ]),
  })
  await open('Helper')
  const vexin = await rowOf('Vexin')
  expect(vexin.getByRole('img', { name: 'Linked' })).toBeTruthy()
  expect(vexin.getByText(/joined/).textContent).toBe('joined yesterday')
  expect(vexin.getByText(/seen/).textContent).toBe('seen 2 min ago')
  expect(vexin.queryByText(/restricted/)).toBeNull()
  const oak = await rowOf('Oak')
  expect(oak.getByText(/restricted for good/).textContent).toContain('slurs')
  expect(oak.queryByRole('img', { name: 'Linked' })).toBeNull()
  expect(oak.getByRole('button', { name: 'Restriction of Oak' })).toBeTruthy()
})

/** One member of each rank, called like it, and the viewer. */
const everyRank = (viewer: Rank) => [
  ...shippedRanks.map((rank, at) => aMember({ id: 41 + at, username: rank, rank })),
  aMember({ id: testViewer.id, username: 'steve', rank: viewer }),
]
/** Who has a button of this name. */
const offered = (name: RegExp) =>
  screen
    .queryAllByRole('button', { name })
    .map((button) => within(button.closest('li') as HTMLElement).getAllByRole('link')[0]?.textContent)

test.each<[Rank, Rank]>([...staffRanks.map((rank): [Rank, Rank] => [rank, 'Member']), ['Owner', 'Owner']])(
  '[guards.42] %s is offered the ranks that they may give (to a %s as well), recovery codes for lower ranks if an admin, and to delete others if an Owner',
  async (rank, target) => {
    fakeApi({ [`GET ${list}`]: respondWith(everyRank(rank)) })
    await open(rank)
    await rowOf('steve')
    const viewer = viewerOf(rank)
    const allowed = (of: Rank) => shippedRanks.filter((to) => canSetRank(viewer, { rank: of }, to))
    const those = (may: (of: Rank) => boolean) => shippedRanks.filter(may)
    expect(offered(/^Change rank of (?!steve)/)).toEqual(those((of) => allowed(of).length > 0))
    expect(offered(/^Recovery code for/)).toEqual(those((of) => canIssueRecovery(viewer, { rank: of })))
    expect(offered(/^Delete the account of/)).toEqual(rank === 'Owner' ? shippedRanks : [])
    if (allowed(target).length === 0) return
    await press(`Change rank of ${target}`)
    const options = (await optionsOf('Rank')).map(({ textContent }) => textContent)
    expect(options).toEqual(allowed(target).map((to) => rankLabel(to, testSite)))
  },
)

describe('changing a rank', () => {
  const setRank = 'PATCH /api/admin/members/41/rank'

  test('cannot be saved unchanged; it sends the rank, closes, says so and asks for the list again', async () => {
    const calls = fakeApi({
      [`GET ${list}`]: inTurn([aMember()], [aMember({ rank: 'Product Staff' })]),
      [setRank]: respondWith(aMember({ rank: 'Product Staff' })),
      'GET /api/user': respondWith(viewerOf('Owner')),
    })
    await open('Owner')
    const trigger = await screen.findByRole('button', { name: 'Change rank of Vexin' })
    trigger.focus()
    await whenReady.click(trigger)
    const dialog = within(screen.getByRole('dialog', { name: 'Rank of Vexin' }))
    const save = dialog.getByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    regardless.click(save)
    expect(sent(calls, 'PATCH')).toEqual([])
    await choose('Rank', 'Isles Staff')
    await whenReady.click(save)
    await expectToast('Rank Updated', 'Vexin is now Isles Staff.')
    expect(sent(calls, 'PATCH')).toEqual([
      ['/api/admin/members/41/rank', { rank: 'Product Staff', base: 'Gold' }],
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked(calls, list)).toBe(2)
    await waitFor(() => expect(document.activeElement).toBe(trigger))
  })

  test.each([
    [409, 'conflict', 'The last Owner cannot be given another rank'],
    [403, 'forbidden', 'You can only change ranks below your own, to ranks below your own'],
  ])('that is refused with %i says why and stays open', async (status, code, sentence) => {
    fakeApi({
      [`GET ${list}`]: respondWith([aMember()]),
      [setRank]: refuse(status, code, sentence),
      'GET /api/user': respondWith(viewerOf('Owner')),
    })
    await open('Owner')
    await whenReady.click(await screen.findByRole('button', { name: 'Change rank of Vexin' }))
    await choose('Rank', 'Emerald')
    await press('Save')
    await expectToast('Update Failed', sentence, 'destructive')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  test('[field.85] A rank that somebody else gave in the meantime is named, and the choice stays to be saved over it', async () => {
    const calls = fakeApi({
      [`GET ${list}`]: respondWith([aMember()]),
      [setRank]: () =>
        (sent(calls, 'PATCH').length === 1 ? refuseStale : respondWith)(aMember({ rank: 'Diamond' }))(),
      'GET /api/user': respondWith(viewerOf('Owner')),
    })
    await open('Owner')
    await whenReady.click(await screen.findByRole('button', { name: 'Change rank of Vexin' }))
    await choose('Rank', 'Emerald')
    await press('Save')
    expect((await screen.findByRole('alert')).textContent).toContain('Vexin is now Diamond.')
    await press('Save')
    await expect
      .poll(() => sent(calls, 'PATCH').map(([, body]) => body))
      .toEqual([
        { rank: 'Emerald', base: 'Gold' },
        { rank: 'Emerald', base: 'Diamond' },
      ])
  })

  test('[guards.78] of oneself asks for its word, says what one will not see, and changes at once what one may do here', async () => {
    const self = aMember({ id: testViewer.id, username: 'steve', rank: 'Owner' })
    const calls = fakeApi({
      [`GET ${list}`]: respondWith([self]),
      [`PATCH /api/admin/members/${testViewer.id}/rank`]: respondWith({ ...self, rank: 'Helper' }),
      'GET /api/user': respondWith(viewerOf('Helper')),
    })
    await open('Owner')
    await whenReady.click(await screen.findByRole('button', { name: 'Change rank of steve' }))
    await choose('Rank', 'Helper')
    expect(
      screen.getByText(/You will not see news, seasons, Discord, numbers and the audit log/),
    ).toBeTruthy()
    const save = screen.getByRole('button', { name: 'Save' })
    for (const typed of ['owner', 'Owne', '']) {
      await whenReady.change(screen.getByLabelText('Type Owner to give it up'), { target: { value: typed } })
      expect(save.getAttribute('aria-disabled')).toBe('true')
    }
    expect(sent(calls, 'PATCH')).toEqual([])
    await whenReady.change(screen.getByLabelText('Type Owner to give it up'), { target: { value: 'Owner' } })
    await press('Save')
    await expect
      .poll(() => sent(calls, 'PATCH').map(([, body]) => body))
      .toEqual([{ rank: 'Helper', base: 'Owner', confirmation: 'Owner' }])
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Change rank/ })).toBeNull())
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull())
  })
})

describe('the search', () => {
  test('asks once the typing pauses, and says when nobody is found', async () => {
    const calls = fakeApi({
      [`GET ${list}`]: respondWith([aMember()]),
      [`GET ${list}&search=o'x`]: respondWith([]),
    })
    await open('Helper')
    await rowOf('Vexin')
    vi.useFakeTimers()
    const field = screen.getByRole('searchbox', { name: 'Find a member' })
    for (const value of ['o', "o'", "o'x "]) {
      await whenReady.change(field, { target: { value } })
      await act(() => vi.advanceTimersByTimeAsync(200))
    }
    expect(calls).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(300))
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(calls.slice(1).map(({ path }) => path)).toEqual([`${list}&search=o'x`])
    expect(screen.getByText(/No member is called/).textContent).toBe('No member is called "o\'x"')
  })
})

test('[settings.46] The list is narrowed to a rank in the address, own ranks of the site included', async () => {
  applyRanks([...listRanks(), { key: 'Legend', name: 'Champion', power: 'member' }])
  const calls = fakeApi({
    [`GET ${list}`]: respondWith([aMember()]),
    [`GET ${list}&rank=Legend`]: respondWith([aMember({ rank: 'Legend' })]),
    [`GET ${list}&rank=Gold`]: respondWith([]),
  })
  const { address } = await openAdmin(page, '/admin/members?rank=Legend', viewerOf('Helper'))
  expect((await rowOf('Vexin')).getAllByText('Champion')).not.toEqual([])
  expect((await optionsOf('Rank')).map(({ textContent }) => textContent)).toEqual([
    'Any rank',
    ...shippedRanks.map((rank) => rankLabel(rank, testSite)),
    'Champion',
  ])
  await whenReady.click(screen.getByRole('option', { name: 'Gold' }))
  expect(await screen.findByText('No member has this rank')).toBeTruthy()
  expect(address()).toBe('/admin/members?rank=Gold')
  await choose('Rank', 'Any rank')
  await waitFor(() => expect(address()).toBe('/admin/members'))
  expect(calls.map(({ path }) => path)).toContain(`${list}&rank=Legend`)
})

test('The list says while it loads and when it failed, with Retry', async () => {
  const held = delayedResponse(refuse(500, 'internal', 'no'))
  let respond: () => Response | Promise<Response> = held.respond
  fakeApi({ [`GET ${list}`]: () => respond() })
  await open('Helper')
  expect(screen.getByRole('status').textContent).toBe('Loading members...')
  await held.release()
  expect((await screen.findByRole('alert')).textContent).toContain('Error loading members')
  respond = respondWith([aMember()])
  await press('Retry')
  expect(await rowOf('Vexin')).toBeTruthy()
})

describe('a recovery code', () => {
  const issue = 'POST /api/admin/members/41/recovery-code'

  test('is made by a second press, shown once, and gone with the window', async () => {
    const calls = fakeApi({
      [`GET ${list}`]: respondWith([aMember()]),
      [issue]: respondWith(
        { code: 'ABCD-EFGH-2345', expiresAt: new Date(Date.now() + 1_800_000).toISOString() },
        201,
      ),
    })
    await open('Admin')
    await whenReady.click(await screen.findByRole('button', { name: 'Recovery code for Vexin' }))
    expect(sent(calls, 'POST')).toEqual([])
    await press('Make a code')
    await screen.findByText('ABCD-EFGH-2345')
    expect(sent(calls, 'POST')).toEqual([['/api/admin/members/41/recovery-code', undefined]])
    await press('Done')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await whenReady.click(screen.getByRole('button', { name: 'Recovery code for Vexin' }))
    expect(screen.queryByText('ABCD-EFGH-2345')).toBeNull()
    expect(screen.getByRole('button', { name: 'Make a code' })).toBeTruthy()
  })

  test('that is refused says why', async () => {
    fakeApi({
      [`GET ${list}`]: respondWith([aMember()]),
      [issue]: refuse(403, 'forbidden', 'You can only give recovery codes to members of a lower rank'),
    })
    await open('Admin')
    await whenReady.click(await screen.findByRole('button', { name: 'Recovery code for Vexin' }))
    await press('Make a code')
    expect((await screen.findByRole('alert')).textContent).toContain('members of a lower rank')
  })
})

describe('[powers.12] a member who was recovered with a code', () => {
  const confirm = 'POST /api/admin/members/41/confirmation'
  const recovered = { ...aMember(), rank: 'Admin' as const, awaitsConfirmation: true }

  test('is marked, and confirmed by other staff with a second press; nobody else has a button', async () => {
    let listed: object = recovered
    const calls = fakeApi({
      [`GET ${list}`]: () => respondWith([listed])(),
      [confirm]: () => {
        listed = aMember()
        return respondWith(listed)()
      },
    })
    await open('Helper')
    await screen.findByText('recovered with a code, waits for confirmation')
    await whenReady.click(await screen.findByRole('button', { name: 'Confirm Vexin' }))
    expect(sent(calls, 'POST')).toEqual([])
    await press('It is them')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(calls, 'POST')).toEqual([['/api/admin/members/41/confirmation', undefined]])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm Vexin' })).toBeNull())
  })

  test('who may not be confirmed by whoever gave the code stays so, with the reason', async () => {
    fakeApi({
      [`GET ${list}`]: respondWith([recovered]),
      [confirm]: refuse(403, 'forbidden', 'In the last 7 days you gave them a code'),
    })
    await open('Admin')
    await whenReady.click(await screen.findByRole('button', { name: 'Confirm Vexin' }))
    await press('It is them')
    expect((await screen.findByRole('alert')).textContent).toContain('In the last 7 days')
    expect(screen.getByText('recovered with a code, waits for confirmation')).toBeTruthy()
  })
})

describe('deleting an account', () => {
  const remove = 'DELETE /api/admin/members/41'

  test('[guards.42] asks for the name, sends once it is typed, and has the list read again', async () => {
    const calls = fakeApi({
      [`GET ${list}`]: inTurn([aMember()], []),
      [remove]: () => new Response(null, { status: 204 }),
    })
    await open('Owner')
    await whenReady.click(await screen.findByRole('button', { name: 'Delete the account of Vexin' }))
    const field = screen.getByRole('textbox', { name: 'Type Vexin to confirm' })
    await whenReady.change(field, { target: { value: 'vexin' } })
    await press('Delete the account')
    expect(await screen.findByText('Type Vexin exactly as shown here')).toBeTruthy()
    expect(asked(calls, '/api/admin/members/41')).toBe(0)
    await whenReady.change(field, { target: { value: 'Vexin' } })
    await press('Delete the account')
    await expectToast('Account Deleted', 'The account of Vexin can be restored for 14 days.')
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('[guards.42] that is refused says why and stays open', async () => {
    fakeApi({
      [`GET ${list}`]: respondWith([aMember()]),
      [remove]: refuse(403, 'forbidden', 'Only Owners delete accounts'),
    })
    await open('Owner')
    await whenReady.click(await screen.findByRole('button', { name: 'Delete the account of Vexin' }))
    await whenReady.change(screen.getByRole('textbox', { name: 'Type Vexin to confirm' }), {
      target: { value: 'Vexin' },
    })
    await press('Delete the account')
    await expectToast('Not Deleted', 'Only Owners delete accounts', 'destructive')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})

describe('[owner.94] deleted members', () => {
  const path = 'GET /api/admin/deleted-members'
  const gone = {
    id: 77,
    username: 'Gone Fox',
    rank: 'Gold',
    deletedAt: new Date(Date.now() - 4 * 86_400_000).toISOString(),
    deletesAt: new Date(Date.now() + 10 * 86_400_000 - 60_000).toISOString(),
  }

  test('[owner.94] are neither asked for nor shown to who is no Owner', async () => {
    const calls = fakeApi({ [`GET ${list}`]: respondWith([aMember()]) })
    await open('Manager')
    await rowOf('Vexin')
    expect(screen.queryByText('Deleted members')).toBeNull()
    expect(calls.some((call) => call.path.includes('deleted-members'))).toBe(false)
  })

  test('[owner.94] have the days left, and one is restored after a question', async () => {
    const calls = fakeApi({
      [`GET ${list}`]: respondWith([aMember()]),
      [path]: inTurn([gone], []),
      'POST /api/admin/members/77/restore': () => new Response(null, { status: 204 }),
    })
    await open('Owner')
    await screen.findByText(/10 days left/)
    expect(screen.getByText(/10 days left/)).toBeTruthy()
    await press('Restore Gone Fox')
    const dialog = within(screen.getByRole('alertdialog'))
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    await whenReady.click(dialog.getByRole('button', { name: 'Restore' }))
    await expectToast('Account restored', 'Gone Fox can sign in again.')
    await screen.findByText('No account can be restored.')
  })

  test('[owner.94] that cannot be loaded are asked for again by Retry', async () => {
    let answers = 0
    fakeApi({
      [`GET ${list}`]: respondWith([aMember()]),
      [path]: () => {
        answers += 1
        return answers === 1 ? refuse(500, 'internal', 'No')() : Response.json([gone])
      },
    })
    await open('Owner')
    await screen.findByText('The deleted members could not be loaded.')
    await press('Retry')
    await screen.findByText(/10 days left/)
  })
})
