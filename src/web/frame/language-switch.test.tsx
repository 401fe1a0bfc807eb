import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SiteProvider } from '../platform/site.tsx'
import { whenReady } from '../testing/actions.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { testSite } from '../testing/site.tsx'
import { chooseLanguage } from './choose-language.ts'
import { LanguageSwitch } from './language-switch.tsx'

vi.mock('./choose-language.ts', () => ({ chooseLanguage: vi.fn(async () => {}) }))
afterEach(() => vi.clearAllMocks())

const offered = [
  { tag: 'en', name: 'English' },
  { tag: 'pt-BR', name: 'Português (Brasil)' },
]

test('[languages.22] with one language offered there is no switch', async () => {
  const { container } = await renderOnPages(<LanguageSwitch />, '/status')
  expect(container.textContent).toBe('')
})

test('[languages.22] each language is named by its own name and leads to this page, the present one is marked', async () => {
  await renderOnPages(
    <SiteProvider site={{ ...testSite, language: { tag: 'en', offered } }}>
      <LanguageSwitch />
    </SiteProvider>,
    '/status',
  )
  const links = within(screen.getByRole('navigation', { name: 'Language' })).getAllByRole('link')
  expect(
    links.map((link) => [
      link.textContent,
      link.getAttribute('href'),
      link.getAttribute('lang'),
      link.getAttribute('aria-current'),
    ]),
  ).toEqual([
    ['English', '/status?lang=en', 'en', 'true'],
    ['Português (Brasil)', '/status?lang=pt-BR', 'pt-BR', null],
  ])
  await whenReady.click(links[1]!)
  await vi.waitFor(() => expect(chooseLanguage).toHaveBeenCalledWith('pt-BR', false, expect.anything()))
})
