import { cleanup, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { Button, buttonVariants } from './button.tsx'

test('[join.10] Buttons have the colour variants default, blue, purple, green, gold, red, each with its own look', () => {
  expect(buttonVariants).toEqual(['default', 'blue', 'purple', 'green', 'gold', 'red'])
  for (const look of ['solid', 'quiet'] as const) {
    const { getAllByRole } = render(
      buttonVariants.map((variant) => (
        <Button key={variant} variant={variant} look={look}>
          {variant}
        </Button>
      )),
    )
    const looks = getAllByRole('button').map((button) => button.className)
    expect(new Set(looks).size).toBe(6)
    cleanup()
  }
})

test('A button does not submit the form around it unless it says so', () => {
  const { getByText } = render(
    <>
      <Button>plain</Button>
      <Button type="submit">sending</Button>
    </>,
  )
  expect(getByText('plain').getAttribute('type')).toBe('button')
  expect(getByText('sending').getAttribute('type')).toBe('submit')
})

test('A link can look and sound like a button and stays a link', async () => {
  const onLink = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const onButton = vi.fn()
  const { getByRole, queryByRole } = render(
    <Button asChild variant="gold" onClick={onButton}>
      <a href="/shop" onClick={onLink}>
        Shop
      </a>
    </Button>,
  )
  expect(queryByRole('button')).toBeNull()
  const link = getByRole('link', { name: 'Shop' })
  expect(link.dataset.variant).toBe('gold')
  await whenReady.click(link)
  expect(onLink).toHaveBeenCalledOnce()
  expect(onButton).toHaveBeenCalledOnce()
})
