import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  load,
  openTab,
  register,
  visit,
} from './support/browser.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
beforeAll(async () => {
  site = await startSite({ LANGUAGES: 'en,de,es,pt-BR,fr' })
})
afterAll(() => endSite(site))

/** What `/status` and the page that ends mails say in each language. */
const words = {
  en: ['Uptime in 90 days', 'Press the button to stop these emails.'],
  de: ['Verfügbarkeit in 90 Tagen', 'Klicke auf den Button, um diese E-Mails abzubestellen.'],
  es: ['Disponibilidad en 90 días', 'Pulsa el botón para dejar de recibir estos correos.'],
  'pt-BR': ['Disponibilidade em 90 dias', 'Clique no botão para parar de receber estes e-mails.'],
  fr: ['Disponibilité sur 90 jours', 'Appuie sur le bouton pour ne plus recevoir ces e-mails.'],
} as const
type Tag = keyof typeof words
const tags = Object.keys(words) as Tag[]

const textsOf = (html: string) => /href="(\/languages\/[^"]+)"/.exec(html)?.[1]
const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

/** Pairs of texts and icons in the header that touch each other, and whether it is one row. */
const headerOf = (page: Page) =>
  page.evaluate(() => {
    const header = document.querySelector('header')!
    const walker = document.createTreeWalker(header, NodeFilter.SHOW_TEXT)
    const isShown = (element: Element | null) =>
      element?.checkVisibility({ visibilityProperty: true }) === true && element.closest('.sr-only') === null
    const texts = [...header.querySelectorAll('svg, img')]
      .filter(isShown)
      .map((icon) => ({ text: icon.outerHTML, box: icon.getBoundingClientRect() }))
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects())
        if (isShown(node.parentElement)) texts.push({ text: node.textContent!, box })
    }
    const touching = texts.flatMap((one, n) =>
      texts
        .slice(n + 1)
        .filter(
          ({ text, box }) =>
            text !== one.text &&
            box.left < one.box.right + 4 &&
            one.box.left < box.right + 4 &&
            box.top < one.box.bottom &&
            one.box.top < box.bottom,
        )
        .map(({ text }) => [one.text, text]),
    )
    return { touching, texts: texts.length, isOneRow: header.getBoundingClientRect().height < 70 }
  })

test.each(tags)('[languages.69] in %s the header is one row, and nothing in it touches', async (tag) => {
  const { page, close } = await openTab(browser)
  for (const who of ['visitor', 'member']) {
    if (who === 'member') await register(page, site.url, `Reader${tags.indexOf(tag)}`)
    await visit(page, `${site.url}/rules?lang=${tag}`)
    for (const width of [1280, 1279, 1024, 1023, 360]) {
      await page.setViewportSize({ width, height: 740 })
      const { texts, ...found } = await headerOf(page)
      expect([who, width, found]).toEqual([who, width, { touching: [], isOneRow: true }])
      expect(texts).toBeGreaterThan(width === 1280 ? 9 : 0)
      await expectNoSidewaysScroll(page)
    }
    await page.setViewportSize({ width: 1279, height: 740 })
    // Other languages have the menu of phones up to here.
    await expect.poll(() => page.locator('header summary').first().isVisible()).toBe(tag !== 'en')
  }
  await close()
})

test.each(tags)(
  '[languages.17] in %s both pages are rendered, taken over and accessible in that language alone',
  async (tag) => {
    const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
    for (const [n, path] of ['/status', '/unsubscribe/abc'].entries()) {
      const html = await (await fetch(`${site.url}${path}?lang=${tag}`)).text()
      expect(html).toContain(words[tag][n]!.replaceAll("'", '&#x27;'))
      await visit(page, `${site.url}${path}?lang=${tag}`)
      expect(await langOf(page)).toBe(tag)
      const main = await page.getByRole('main').textContent()
      expect(main).toContain(words[tag][n])
      for (const other of tags.filter((one) => one !== tag))
        if (words[other][n] !== words[tag][n]) expect(main).not.toContain(words[other][n])
      await expect.poll(() => page.locator('main [lang]').count()).toBe(0)
      await expectAccessible(page)
    }
    // A page that React had to render anew would have complained.
    expect(complaints).toEqual([])
    await close()
  },
)

/** A rule, a question, a line of the shop and of home, and what the terms say of their language. */
const networkWords = {
  en: ['No cheats', 'Which modes are there?', 'A coloured name', 'Three hits.', undefined],
  de: [
    'Keine Cheats',
    'Welche Modi gibt es?',
    'Ein farbiger Name',
    'Drei Treffer.',
    'Maßgeblich ist der englische Text',
  ],
  es: [
    'Nada de trampas',
    '¿Qué modos hay?',
    'Un nombre de color',
    'Tres golpes.',
    'El texto que vale es el inglés',
  ],
  'pt-BR': [
    'Sem cheats',
    'Quais modos existem?',
    'Um nome colorido',
    'Três hits.',
    'O texto que vale é o inglês',
  ],
  fr: [
    'Pas de triche',
    'Quels modes y a-t-il',
    'Un nom en couleur',
    'Trois coups.',
    'Seul le texte anglais fait foi',
  ],
} as const

test.each(tags)(
  '[languages.40] in %s the words of the network are in that language, and have room on a phone',
  async (tag) => {
    const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
    for (const [n, path] of ['/rules', '/faq', '/shop', '/'].entries()) {
      await visit(page, `${site.url}${path}?lang=${tag}`)
      const main = await page.getByRole('main').textContent()
      expect(main).toContain(networkWords[tag][n])
      for (const other of tags.filter((one) => one !== tag))
        expect(main, other).not.toContain(networkWords[other][n])
      await expectNoSidewaysScroll(page)
    }
    await visit(page, `${site.url}/terms?lang=${tag}`)
    const note = networkWords[tag][4]
    await expect.poll(() => page.locator('main [lang=en] h1').count()).toBe(0)
    if (note !== undefined) expect(await page.getByRole('main').textContent()).toContain(note)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  },
)

test('[languages.18] the switch keeps the path, is remembered for a year, and needs no scripts to show the page', async () => {
  const plain = await openTab(browser, { javaScriptEnabled: false })
  await load(plain.page, `${site.url}/status`)
  await plain.page.getByRole('link', { name: 'Français' }).click()
  await plain.page.getByText(words.fr[0]).waitFor()
  expect(await plain.context.cookies()).toEqual([])
  await plain.close()

  const { page, context, complaints, close } = await openTab(browser)
  await visit(page, `${site.url}/status?lang=fr`)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.getByText(words.de[0]).waitFor()
  expect(page.url()).toBe(`${site.url}/status`)
  await expect
    .poll(() => page.getByRole('link', { name: 'Deutsch' }).getAttribute('aria-current'))
    .toBe('true')
  const cookie = (await context.cookies()).find(({ name }) => name === 'lang')
  expect([cookie?.value, cookie?.path, cookie?.sameSite]).toEqual(['de', '/', 'Lax'])
  expect(cookie!.expires - Date.now() / 1_000).toBeGreaterThan(364 * 86_400)
  await visit(page, `${site.url}/unsubscribe/abc`)
  await expect.poll(() => page.getByRole('main').textContent()).toContain(words.de[1])
  expect(complaints).toEqual([])
  await close()
})

test('[languages.29] links of a page whose address says its language keep it, and so do the pages that are opened from it', async () => {
  const html = await (await fetch(`${site.url}/status?lang=de`)).text()
  const links = [...html.matchAll(/<a (?![^>]*target="_blank")[^>]*href="(\/[^"]*)"/g)].map(
    ([, href]) => href!,
  )
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((href) => !/[?;]lang=/.test(href))).toEqual([])

  const { page, complaints, close } = await openTab(browser)
  await visit(page, `${site.url}/status?lang=de`)
  await page.getByRole('contentinfo').locator('a[href^="/rules"]').click()
  await page.waitForURL(`${site.url}/rules?lang=de`)
  // Reloaded, and left before the router listens.
  await load(page, page.url(), { waitUntil: 'commit' })
  await page.evaluate(() => history.back())
  await page.getByText(words.de[0]).waitFor()
  expect(page.url()).toBe(`${site.url}/status?lang=de`)
  expect(complaints).toEqual([])
  await close()

  expect(
    await (await fetch(`${site.url}/status`, { headers: { 'accept-language': 'de' } })).text(),
  ).not.toMatch(/<a [^>]*href="\/rules\?lang/)
})

test('[languages.19] what a member chooses follows to another browser', async () => {
  const { page, context, close } = await openTab(browser)
  await register(page, site.url, 'Wanderer')
  await visit(page, `${site.url}/status`)
  await page.getByRole('link', { name: 'Español' }).click()
  await page.getByText(words.es[0]).waitFor()
  const session = (await context.cookies()).find(({ name }) => name === 'session')!
  await close()
  const there = await openTab(browser)
  await there.context.addCookies([session])
  await visit(there.page, `${site.url}/status`)
  await expect.poll(() => there.page.getByRole('main').textContent()).toContain(words.es[0])
  await there.close()
})

test('[languages.20] English loads no texts; a page in another language loads its own, and with its scripts weighs no more than 200 kB', async () => {
  const english = await openTab(browser)
  const asked: string[] = []
  english.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(english.page, `${site.url}/status`)
  expect(asked.filter((path) => path.startsWith('/languages/'))).toEqual([])
  expect(textsOf(await (await fetch(site.url)).text())).toBeUndefined()
  await english.close()

  const german = await openTab(browser, { size: 'narrow' })
  const sizes = new Map<string, Promise<number>>()
  german.page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (/^\/languages\/|\.js$/.test(pathname))
      sizes.set(
        pathname + search,
        response.body().then((body) => gzipSync(body).length),
      )
  })
  await visit(german.page, `${site.url}/?lang=de`)
  const texts = [...sizes.keys()].filter((path) => path.startsWith('/languages/'))
  expect(texts).toEqual([textsOf(await (await fetch(`${site.url}/?lang=de`)).text())])
  const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
  process.stdout.write(
    `/ in German weighs ${total} bytes of script and texts, ${await sizes.get(texts[0]!)} of texts\n`,
  )
  expect(total).toBeLessThanOrEqual(200_000)
  await german.close()
})

test('[languages.20] a page that is opened from another waits for its texts; one whose texts cannot be had goes on in English', async () => {
  const news = { en: 'No news yet', de: 'Noch keine News' }
  const { page, complaints, close } = await openTab(browser)
  await visit(page, `${site.url}/faq?lang=de`)
  let isAsked = false
  let send = () => {}
  const waiting = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/languages/**', async (route) => {
    isAsked = true
    await waiting
    await route.continue()
  })
  const said: string[] = []
  await page.exposeFunction('note', (text: string) => said.push(text))
  await page.evaluate((note) => {
    const { [note]: tell } = window as unknown as Record<string, (text: string) => void>
    new MutationObserver(() => tell!(document.querySelector('main')?.textContent ?? '')).observe(document, {
      childList: true,
      subtree: true,
    })
  }, 'note')
  await page.getByRole('contentinfo').locator('a[href^="/news"]').click()
  await expect.poll(() => isAsked).toBe(true)
  expect(await page.getByRole('main').textContent()).not.toContain(news.en)
  send()
  await page.getByRole('main').getByText(news.de).waitFor()
  expect(said.filter((text) => text.includes(news.en))).toEqual([])
  expect(complaints).toEqual([])
  await close()

  for (const answer of [undefined, '<html>Log in to this network</html>']) {
    const cut = await openTab(browser)
    await cut.page.route('**/languages/**', (route) =>
      answer === undefined ? route.abort() : route.fulfill({ status: 200, body: answer }),
    )
    for (const open of [
      () => visit(cut.page, `${site.url}/news?lang=de`),
      async () => {
        await visit(cut.page, `${site.url}/faq?lang=de`)
        await cut.page.getByRole('contentinfo').locator('a[href^="/news"]').click()
      },
    ]) {
      await open()
      await cut.page.getByText(news.en).waitFor()
      await cut.page.locator('main h1 [lang="en"]').waitFor()
    }
    await cut.close()
  }
})

test('[languages.09] the built site answers 200 requests at once in five languages without a foreign word', async () => {
  // At the bottom of every page, whatever a part of it waits for.
  const rights = {
    en: 'All rights reserved.',
    de: 'Alle Rechte vorbehalten.',
    es: 'Todos los derechos reservados.',
    'pt-BR': 'Todos os direitos reservados.',
    fr: 'Tous droits réservés.',
  }
  const all = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const tag = tags[n % tags.length]!
      const response = await fetch(`${site.url}/status`, { headers: { 'accept-language': tag } })
      const html = await response.text()
      return [tag, tags.filter((one) => html.includes(rights[one]) || html.includes(words[one][0]))]
    }),
  )
  expect(all).toEqual(Array.from({ length: 200 }, (_, n) => [tags[n % tags.length], [tags[n % tags.length]]]))
})

test('[languages.02] nonsense as ?lang=, cookie or header is the default with 200', async () => {
  for (const [address, headers] of [
    ['?lang=xx', {}],
    ['?lang=../../de', {}],
    ['?lang=de&lang=fr', {}],
    [`?lang=${'d'.repeat(2_000)}`, {}],
    ['', { cookie: 'lang=%00; lang=zz' }],
    ['', { 'accept-language': ';;;q=q,,,' }],
  ] as const) {
    const response = await fetch(`${site.url}/status${address}`, { headers })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(words.en[0])])
  }
})
