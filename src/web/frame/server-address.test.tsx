import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { TestProviders } from '../testing/site.tsx'
import { ServerAddress } from './footer.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('The footer copies the address and the port each by itself, as the game asks for them', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(<ServerAddress />, { wrapper: TestProviders })
  for (const name of ['Copy server address', 'Copy port']) {
    await whenReady.click(screen.getByRole('button', { name }))
    await act(async () => {})
  }
  expect(writeText.mock.calls).toEqual([['play.isles.example'], ['19132']])
})
