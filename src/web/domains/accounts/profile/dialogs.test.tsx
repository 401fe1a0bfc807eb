import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { type Call, fakeApi } from '../../../testing/fake-api.ts'
import { EditRoleDialog } from './edit-role-dialog.tsx'
import { ReportProblemDialog } from './report-problem-dialog.tsx'
import { expectToast, member, press, renderFor, type } from './testing/setup.tsx'

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
  press('Edit Role')
  fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Role' }), { key: 'Enter' })
  return screen.findAllByRole('option')
}

test("[profile.22] Report-a-problem dialog: toast 'Report Submitted' / 'Thank you for your report. Our team will review it.' and no call", async () => {
  renderFor(member, () => <ReportProblemDialog />)
  press('Report a Problem')
  await screen.findByRole('dialog', { name: 'Report a Problem' })
  type('What is wrong?', 'My wins are gone')
  press('Submit Report')
  await expectToast('Report Submitted', 'Thank you for your report. Our team will review it.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls).toEqual([])
})

test('[profile.23] The edit-role dialog offers all ten ranks', async () => {
  renderFor({ ...member, rank: 'Owner' }, ({ rank }) => <EditRoleDialog rank={rank} />)
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

test("[profile.24] Edit-role dialog: toast 'Role Updated' / 'The role change has been noted.' and no call; the rank stays", async () => {
  const client = renderFor({ ...member, rank: 'Helper' }, ({ rank }) => <EditRoleDialog rank={rank} />)
  const options = await openRoles()
  fireEvent.keyDown(options[9] as HTMLElement, { key: 'Enter' })
  await waitFor(() => expect(screen.getByRole('combobox').textContent).toBe('Owner'))
  press('Save Role')
  await expectToast('Role Updated', 'The role change has been noted.')
  expect(calls).toEqual([])
  expect(client.getQueryData(viewerQuery.queryKey)?.rank).toBe('Helper')
})
