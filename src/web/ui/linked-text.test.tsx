import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderOnPages } from '../testing/pages.tsx'
import { testSite } from '../testing/site.tsx'
import { LinkedText } from './linked-text.tsx'

test('A link that leaves the site stays the text that it is, and so does markup', async () => {
  const text = '[x](javascript:alert(1)) <b>bold</b>'
  const { container } = await renderOnPages(<LinkedText text={text} />)
  expect(container.textContent).toBe(text)
  expect(container.querySelector('a, b')).toBeNull()
})

test('Paths stay in the tab and keep the page alive, the invitation opens a tab of its own, commands are code', async () => {
  const { container, pathname } = await renderOnPages(
    <LinkedText text="Ask on [Discord](discord) or [the form](/contact), and type `/link`." />,
    '/rules',
  )
  expect(container.textContent).toBe('Ask on Discord or the form, and type /link.')
  const discord = screen.getByRole('link', { name: 'Discord' })
  expect(discord.getAttribute('href')).toBe(testSite.links.discord)
  expect(discord.getAttribute('rel')).toBe('noopener noreferrer')
  expect(screen.getByText('/link').tagName).toBe('CODE')
  const form = screen.getByRole('link', { name: 'the form' })
  expect(form.getAttribute('target')).toBeNull()
  form.click()
  await expect.poll(pathname).toBe('/contact')
})
