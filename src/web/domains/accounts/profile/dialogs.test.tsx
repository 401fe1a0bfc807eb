import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { whenReady } from '../../../testing/actions.ts'
import { type Call, fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { EditRoleDialog } from './edit-role-dialog.tsx'
import { expectToast, member, press, renderFor } from './testing/setup.tsx'

let calls: Call[]

beforeEach(() => {
  // What a list needs of a browser with a layout.
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.hasPointerCapture = () => false
  calls = fakeApi({})
})

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const openRoles = async () => {
  await press('Edit role')
  await whenReady.keyDown(await screen.findByRole('combobox', { name: 'Role' }), { key: 'Enter' })
  return screen.findAllByRole('option')
}

test('[profile.23] The edit-role dialog offers all ten ranks', async () => {
  renderFor({ ...member, rank: 'Owner' }, (viewer) => <EditRoleDialog viewer={viewer} />)
  const options = await openRoles()
  expect(options.map((option) => option.textContent)).toEqual([
    'Member',
    'Gold',
    'Emerald',
    'Diamond',
    'Helper',
    'Moderator',
    'Isles Staff',
    'Admin',
    'Manager',
    'Owner',
  ])
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Owner')
})

const choose = async (rank: string) => {
  const option = (await openRoles()).find(({ textContent }) => textContent === rank)
  await whenReady.keyDown(option as HTMLElement, { key: 'Enter' })
  await waitFor(() => expect(screen.getByRole('combobox').textContent).toBe(rank))
}

const save = () => press('Save role')
const giveUp = (word: string) =>
  whenReady.change(screen.getByLabelText('Type Owner to give it up'), { target: { value: word } })

test('[profile.24] Edit-role dialog says who may where the viewer may not, and makes no call', async () => {
  renderFor({ ...member, rank: 'Helper' }, (viewer) => <EditRoleDialog viewer={viewer} />)
  await choose('Moderator')
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your role stays Helper: only Admin, Manager, or Owner can make you Moderator.',
  )
  expect(calls).toEqual([])
})

test('[profile.24] Only an Owner makes an Owner, the dialog says', async () => {
  renderFor({ ...member, rank: 'Manager' }, (viewer) => <EditRoleDialog viewer={viewer} />)
  await choose('Owner')
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your role stays Manager: only Owner can make you Owner.',
  )
  expect(calls).toEqual([])
})

test('[guards.78] Who lowers their own rank in the dialog types it: without, nothing is sent', async () => {
  renderFor({ ...member, rank: 'Owner' }, (viewer) => <EditRoleDialog viewer={viewer} />)
  await choose('Member')
  expect(screen.getByRole('alert').textContent).toContain('You will not see the staff area any more')
  const button = screen.getByRole('button', { name: 'Save role' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await giveUp('Member')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await giveUp('Owner')
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(calls).toEqual([])
})

test('[profile.24] Edit-role dialog changes the rank where the viewer may; toast Role Updated', async () => {
  calls = fakeApi({
    [`PATCH /api/admin/members/${member.id}/rank`]: respondWith({ id: member.id, rank: 'Manager' }),
    'GET /api/user': respondWith({ ...member, rank: 'Manager' }),
  })
  renderFor({ ...member, rank: 'Owner' }, (viewer) => <EditRoleDialog viewer={viewer} />)
  await choose('Manager')
  await giveUp('Owner')
  await save()
  await expectToast('Role Updated', 'You are now Manager.')
  expect(calls[0]).toMatchObject({ body: { rank: 'Manager', confirmation: 'Owner' } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[profile.24] A change that the server refuses is said, and the dialog stays', async () => {
  calls = fakeApi({
    [`PATCH /api/admin/members/${member.id}/rank`]: refuse(
      409,
      'conflict',
      'The last Owner cannot be given another rank',
    ),
    'GET /api/user': respondWith({ ...member, rank: 'Owner' }),
  })
  renderFor({ ...member, rank: 'Owner' }, (viewer) => <EditRoleDialog viewer={viewer} />)
  await choose('Admin')
  await giveUp('Owner')
  await save()
  await expectToast('Update Failed', 'The last Owner cannot be given another rank', 'destructive')
  expect(screen.getByRole('dialog', { name: 'Edit role' })).toBeTruthy()
})
