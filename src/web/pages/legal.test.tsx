import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addCatalogue, TranslationProvider } from '../platform/translation.tsx'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { renderOnPages } from '../testing/pages.tsx'
import Cookies from './cookies.tsx'
import Privacy from './privacy.tsx'
import Terms from './terms.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['privacy', 'Privacy Policy', <Privacy key="privacy" />],
  ['terms', 'Terms of Service', <Terms key="terms" />],
  ['cookies', 'Cookie Policy', <Cookies key="cookies" />],
])(
  '[frame.24] /%s shows the page of the content, after a failure with Retry',
  async (page, title, element) => {
    let respond = refuse(500, 'internal', 'Something went wrong on our side')
    fakeApi({ [`GET /api/content/legal/${page}`]: () => respond() })
    await renderOnPages(element, `/${page}`)
    expect((await screen.findByRole('alert')).textContent).toContain(`Failed to load the ${title}.`)
    respond = respondWith({ html: `<h1>${title}</h1>\n<p>What we <a href="/contact">store</a></p>` })
    screen.getByRole('button', { name: 'Retry' }).click()
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'store' }).getAttribute('href')).toBe('/contact')
  },
)

test('[languages.46] a page that is in another language than its reader says so above the text, which has its language', async () => {
  fakeApi({
    'GET /api/content/legal/terms': respondWith({ html: '<h1>Nutzungsbedingungen</h1>', language: 'de' }),
  })
  await renderOnPages(<Terms />, '/terms')
  const title = await screen.findByRole('heading', { level: 1 })
  expect(title.closest('[lang]')?.getAttribute('lang')).toBe('de')
  const note = screen.getByText('This text is only available in German.')
  expect(note.closest('[lang="de"]')).toBeNull()
  expect(note.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('[languages.46] a page in the language of its reader says nothing of languages', async () => {
  fakeApi({ 'GET /api/content/legal/terms': respondWith({ html: '<h1>Terms</h1>' }) })
  await renderOnPages(<Terms />, '/terms')
  const title = await screen.findByRole('heading', { level: 1 })
  expect(title.parentElement?.hasAttribute('lang')).toBe(false)
  expect(screen.queryByText(/only available/)).toBeNull()
})

test('[languages.84] That a page is in another language is said in one language: that of the reader, or English where it is not translated', async () => {
  fakeApi({ 'GET /api/content/legal/terms': respondWith({ html: '<h1>Terms</h1>', language: 'en' }) })
  const id = generateMessageId('This text is only available in {name}.')
  addCatalogue('/nl-without', {})
  addCatalogue('/nl-with', { [id]: ['Alleen in het ', ['name'], '.'] })
  const noteIn = async (catalogue: string) => {
    const { container, unmount } = await renderOnPages(
      <TranslationProvider language={{ tag: 'nl', catalogue }}>
        <Terms />
      </TranslationProvider>,
      '/terms',
    )
    await screen.findByRole('heading', { level: 1 })
    const note = container.querySelector('article p')
    const said = [note?.textContent, note?.querySelector('[lang]')?.getAttribute('lang')]
    unmount()
    return said
  }
  expect(await noteIn('/nl-without')).toEqual(['This text is only available in English.', 'en'])
  expect(await noteIn('/nl-with')).toEqual(['Alleen in het Engels.', undefined])
})
