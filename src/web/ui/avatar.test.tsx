import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { Avatar } from './avatar.tsx'

const shown = (username: string | null, avatarUrl: string | null = null) =>
  render(<Avatar username={username} avatarUrl={avatarUrl} />).container.textContent

test('[frame.36] Avatar without image shows the first two letters of the username in upper case, ? if there is none', () => {
  expect(shown('steve')).toBe('ST')
  expect(shown('x')).toBe('X')
  expect(shown('')).toBe('?')
  expect(shown(null)).toBe('?')
  // Whole characters, not halves of them.
  expect(shown('😀éa')).toBe('😀É')
})

test('An image that fails gives way to the letters, and a new address is tried again', async () => {
  const { container, rerender } = render(<Avatar username="alex" avatarUrl="https://a.example/1.png" />)
  const image = () => container.querySelector('img')
  expect(image()?.getAttribute('src')).toBe('https://a.example/1.png')
  expect(container.textContent).toBe('')
  await whenReady.error(image()!)
  expect(image()).toBeNull()
  expect(container.textContent).toBe('AL')
  rerender(<Avatar username="alex" avatarUrl="https://a.example/2.png" />)
  expect(image()?.getAttribute('src')).toBe('https://a.example/2.png')
})

test('[game.29] A face from the game is drawn pixel by pixel, a picture smoothly', () => {
  const isPixelated = (avatarUrl: string) =>
    render(<Avatar username="alex" avatarUrl={avatarUrl} />)
      .container.querySelector('img')
      ?.className.includes('pixelated')
  const hash = 'a'.repeat(64)
  expect(isPixelated(`https://isles.example/avatars/7/face-${hash}.png`)).toBe(true)
  expect(isPixelated(`https://isles.example/avatars/7/${hash}.webp`)).toBe(false)
})
