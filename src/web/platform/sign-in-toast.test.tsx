import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { assignLocation } from './navigation/assign-location.ts'
import { showSignInToast } from './sign-in-toast.ts'

vi.mock('./navigation/assign-location.ts', () => ({ assignLocation: vi.fn() }))

test('[evening.61] What needs an account offers a visitor to sign in, and leads back to the page', async () => {
  history.replaceState(null, '', '/player/5?tab=rivals#matches')
  render(<ToastRegion />)
  showSignInToast('You must be logged in to follow players')
  expect(await screen.findByText('Authentication required')).toBeTruthy()
  const action = screen.getByRole('button', { name: 'Sign in' })
  // It takes no press for its first second.
  await vi.waitFor(
    async () => {
      await whenReady.click(action)
      expect(assignLocation).toHaveBeenCalledWith('/auth?redirect=%2Fplayer%2F5%3Ftab%3Drivals%23matches')
    },
    { timeout: 10_000 },
  )
})
