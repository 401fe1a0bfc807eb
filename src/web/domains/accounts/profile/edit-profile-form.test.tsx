import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { EditProfileForm } from './edit-profile-form.tsx'
import { PlayerCard } from './player-card.tsx'
import { complaintAt, expectToast, field, member, press, renderFor, type } from './testing/setup.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const renderForm = () => renderFor(member, (viewer) => <EditProfileForm member={viewer} />)
const save = async () => await press('Save changes')
const labels = ['Email', 'Bio', 'Discord tag', 'Avatar URL'] as const
const values = () => labels.map((label) => field(label).value)

test('The form is prefilled, and unchanged it sends what is there', async () => {
  const calls = fakeApi({ 'PATCH /api/user': respondWith(member) })
  renderForm()
  const { email, bio, discordTag, avatarUrl } = member
  expect(values()).toEqual([email, bio, discordTag, avatarUrl])
  await save()
  await expectToast('Profile updated', 'Your profile has been updated successfully')
  expect(calls).toEqual([{ method: 'PATCH', path: '/api/user', body: { email, bio, discordTag, avatarUrl } }])
})

test('[game.30] The Avatar URL of a face from the game is empty, and stays empty when it is saved', async () => {
  const faced = { ...member, avatarUrl: `https://isles.example/avatars/7/face-${'a'.repeat(64)}.png` }
  const calls = fakeApi({ 'PATCH /api/user': respondWith(faced) })
  renderFor(faced, (viewer) => <EditProfileForm member={viewer} />)
  expect(field('Avatar URL').value).toBe('')
  await save()
  await expectToast('Profile updated', 'Your profile has been updated successfully')
  expect(calls).toMatchObject([{ body: { avatarUrl: null } }])
  expect(field('Avatar URL').value).toBe('')
})

/** Saves one field with `text`; true when it was sent. */
async function isSent(label: string, text: string) {
  const calls = fakeApi({ 'PATCH /api/user': respondWith(member) })
  renderForm()
  await type(label, text)
  await save()
  await waitFor(() => expect(calls.length > 0 || complaintAt(label) !== undefined).toBe(true))
  return calls.length > 0
}

describe('edit validation', () => {
  test("[profile.08] Edit: bad email shows 'Invalid email address'", async () => {
    expect(await isSent('Email', 'steve@isles')).toBe(false)
    expect(complaintAt('Email')).toBe('Invalid email address')
  })

  test("[profile.09] Edit: bio over 500 shows 'Bio must be less than 500 characters'", async () => {
    expect(await isSent('Bio', 'a'.repeat(501))).toBe(false)
    expect(complaintAt('Bio')).toBe('Bio must be less than 500 characters')
  })

  test('[profile.09] Edit: exactly 500 is accepted, counted in characters, not in halves of them', async () => {
    expect(await isSent('Bio', '🦊'.repeat(500))).toBe(true)
  })

  test('The characters of the bio are counted while typing', async () => {
    fakeApi({})
    renderForm()
    expect(screen.getByText('16 of 500 characters')).toBeTruthy()
    await type('Bio', 'fox 🦊')
    expect(screen.getByText('5 of 500 characters')).toBeTruthy()
  })

  test.each(['ab#1234', 'User#123', 'User1234', 'User#12345', `${'a'.repeat(33)}#1234`, '@A', '@Steve'])(
    "[profile.10] Edit: discordTag %s shows 'Invalid Discord tag (e.g., User#1234)'",
    async (tag) => {
      expect(await isSent('Discord tag', tag)).toBe(false)
      expect(complaintAt('Discord tag')).toBe('Invalid Discord tag (e.g., User#1234)')
    },
  )

  test.each(['abc#1234', `${'a'.repeat(32)}#0000`, '@st', '@steve_0.7'])(
    '[profile.10] Edit: discordTag %s is accepted',
    async (tag) => expect(await isSent('Discord tag', tag)).toBe(true),
  )

  test.each(['picture.png', 'javascript:alert(1)', 'https://me:secret@pictures.example/'])(
    "[profile.11] Edit: a bad avatarUrl shows 'Invalid URL': %s",
    async (url) => {
      expect(await isSent('Avatar URL', url)).toBe(false)
      expect(complaintAt('Avatar URL')).toBe('Invalid URL')
    },
  )
})

test('[profile.12] Saving sends PATCH /api/user {email, bio, discordTag, avatarUrl} with empty strings as null', async () => {
  const calls = fakeApi({ 'PATCH /api/user': respondWith(member) })
  renderForm()
  for (const label of labels) await type(label, '')
  await save()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls).toEqual([
    {
      method: 'PATCH',
      path: '/api/user',
      body: { email: null, bio: null, discordTag: null, avatarUrl: null },
    },
  ])
})

test("[profile.13] Saved: toast 'Profile updated' / 'Your profile has been updated successfully', and the page shows the new values", async () => {
  fakeApi({ 'PATCH /api/user': respondWith({ ...member, bio: 'I burn bridges.', discordTag: '@steve' }) })
  const client = renderFor(member, (viewer) => (
    <>
      <PlayerCard member={viewer} onLogout={() => {}} />
      <EditProfileForm member={viewer} />
    </>
  ))
  await type('Bio', 'I burn bridges.')
  await type('Discord tag', '@steve')
  await save()
  await expectToast('Profile updated', 'Your profile has been updated successfully')
  expect(await screen.findByText('I burn bridges.', { selector: 'p' })).toBeTruthy()
  expect(screen.getByText('@steve')).toBeTruthy()
  expect(client.getQueryData(viewerQuery.queryKey)?.bio).toBe('I burn bridges.')
})

describe('a failed save', () => {
  test.each([
    ["the server's error", refuse(429, 'too_many_requests', 'Too many requests.'), 'Too many requests.'],
    ['the same text', () => new Response('', { status: 502 }), 'Profile update failed'],
    ['the same text', () => Promise.reject(new TypeError('Failed to fetch')), 'Profile update failed'],
  ])("[profile.14] Failed save: toast 'Profile update failed' with %s", async (_what, respond, sentence) => {
    fakeApi({ 'PATCH /api/user': respond })
    const client = renderForm()
    await type('Bio', 'not to be lost')
    await save()
    await expectToast('Profile update failed', sentence, 'destructive')
    expect(field('Bio').value).toBe('not to be lost')
    expect(client.getQueryData(viewerQuery.queryKey)).toEqual(member)
  })

  test('shows at the inputs what the server said of them', async () => {
    const fields = { email: 'This address is taken', avatarUrl: 'Invalid URL', other: 'is no input' }
    fakeApi({ 'PATCH /api/user': refuse(400, 'validation', 'This address is taken', fields) })
    renderForm()
    await save()
    await waitFor(() => expect(complaintAt('Email')).toBe('This address is taken'))
    expect(complaintAt('Avatar URL')).toBe('Invalid URL')
    expect(complaintAt('Bio')).toBeUndefined()
    expect(document.activeElement).toBe(field('Email'))
  })
})
