import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { type Call, fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import {
  complaintAt,
  expectToast,
  member,
  press,
  renderFor,
  type,
} from '../../accounts/profile/testing/setup.tsx'
import { ReportProblemDialog } from './report-problem-dialog.tsx'

let calls: Call[]

beforeEach(() => {
  localStorage.clear()
  calls = fakeApi({ 'POST /api/reports': respondWith({ id: 1 }) })
})

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

async function open() {
  renderFor(member, (viewer) => <ReportProblemDialog viewer={viewer} />)
  await press('Report a problem')
  await screen.findByRole('dialog', { name: 'Report a problem' })
}

test('[profile.22] Too short a text is refused at its field, and nothing is sent', async () => {
  await open()
  await type('What is wrong?', 'My wins are gone')
  await press('Submit Report')
  await waitFor(() =>
    expect(complaintAt('What is wrong?')).toBe('Please provide details that are at least 20 characters'),
  )
  expect(calls).toEqual([])
})

test("[profile.22] Report-a-problem dialog files a bug report, then toasts 'Report Submitted' / 'Thank you for your report. Our team will review it.'", async () => {
  await open()
  await type('What is wrong?', 'My wins of yesterday are gone')
  await press('Submit Report')
  await expectToast('Report Submitted', 'Thank you for your report. Our team will review it.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({
    body: {
      gameMode: 'other',
      reason: 'A problem with my profile',
      severity: 'medium',
      details: 'My wins of yesterday are gone',
    },
  })
})

test('[profile.22] A report that fails keeps the dialog and the text, and says why', async () => {
  calls = fakeApi({
    'POST /api/reports': refuse(429, 'rate_limited', 'Too many reports'),
    'POST /api/test/reports': refuse(429, 'rate_limited', 'Too many reports'),
  })
  await open()
  await type('What is wrong?', 'My wins of yesterday are gone')
  await press('Submit Report')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to submit your report.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('What is wrong?').value).toBe(
    'My wins of yesterday are gone',
  )
})
