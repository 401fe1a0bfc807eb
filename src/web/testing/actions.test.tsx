import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { regardless, whenReady } from './actions.ts'

const show = (attributes: object) => {
  let clicks = 0
  render(
    <button type="button" {...attributes} onClick={() => (clicks += 1)}>
      Send
    </button>,
  )
  return { button: screen.getByRole('button', { name: 'Send' }), clicks: () => clicks }
}

test.each([
  ['disabled', { disabled: true }, (button: HTMLElement) => button.removeAttribute('disabled')],
  [
    'sending something already',
    { 'aria-disabled': true },
    (button: HTMLElement) => button.removeAttribute('aria-disabled'),
  ],
  ['not hydrated', { inert: true }, (button: HTMLElement) => button.removeAttribute('inert')],
])(
  '[green.30] A test clicks no button that is %s: it waits until the button takes part',
  async (_, attributes, free) => {
    const { button, clicks } = show(attributes)
    const clicked = whenReady.click(button)
    await Promise.resolve()
    expect(clicks()).toBe(0)
    free(button)
    // React never dispatches to a button that it rendered as disabled.
    expect(await clicked).toBe(true)
  },
)

test('[green.30] Acting on an element that has left the page fails at once, and names the line', async () => {
  const { button } = show({})
  cleanup()
  const error: Error = await whenReady.click(button).catch((thrown) => thrown)
  expect(error.message).toBe('The element has left the page: look for it again before acting on it.')
  expect(error.stack).toContain('actions.test.tsx')
})

test('[green.30] A test of what a busy button ignores clicks it at once', () => {
  const { button, clicks } = show({ 'aria-disabled': true })
  regardless.click(button)
  expect(clicks()).toBe(1)
})
