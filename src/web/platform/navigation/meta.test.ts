import type { MetaDescriptor } from 'react-router'
import { expect, test } from 'vitest'
import { testSite } from '../../testing/site.tsx'
import { metaTags } from './meta.ts'

const contentOf = (tags: readonly MetaDescriptor[], key: string) =>
  tags
    .filter((tag) => ('property' in tag && tag.property === key) || ('name' in tag && tag.name === key))
    .map((tag) => (tag as { content: string }).content)

const rules = metaTags(testSite, { title: 'Rules', description: 'What is allowed.', path: '/rules' })

test('A page has title, description and its one true address', () => {
  expect(rules).toContainEqual({ title: 'Rules · Ember Isles' })
  expect(contentOf(rules, 'description')).toEqual(['What is allowed.'])
  expect(rules).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://isles.example/rules' })
})

test.each([
  ['og:type', 'website'],
  ['og:site_name', 'Ember Isles'],
  ['og:locale', 'en_US'],
  ['og:title', 'Rules · Ember Isles'],
  ['og:description', 'What is allowed.'],
  ['og:url', 'https://isles.example/rules'],
  ['og:image', 'https://isles.example/share/page/rules.png'],
  ['og:image:type', 'image/png'],
  ['og:image:width', '1200'],
  ['og:image:height', '630'],
  ['og:image:alt', 'Rules · Ember Isles'],
  ['twitter:card', 'summary_large_image'],
  ['twitter:title', 'Rules · Ember Isles'],
  ['twitter:description', 'What is allowed.'],
  ['twitter:image', 'https://isles.example/share/page/rules.png'],
  ['twitter:image:alt', 'Rules · Ember Isles'],
])('It unfurls with %s', (key, content) => {
  expect(contentOf(rules, key)).toEqual([content])
})

test('Home is titled with the site’s name and unfurls with the site’s image', () => {
  const home = metaTags(testSite, { description: 'A practice server.', path: '/' })
  expect(home).toContainEqual({ title: 'Ember Isles' })
  expect(contentOf(home, 'og:image')).toEqual(['https://isles.example/share.png'])
})

test('A page may bring an image of its own, with words for who cannot see it', () => {
  const tags = metaTags(testSite, {
    title: 'Rules',
    description: '',
    path: '/rules',
    image: '/share/leaderboard.png',
    imageAlt: 'The five who lead',
  })
  expect(contentOf(tags, 'og:image')).toEqual(['https://isles.example/share/leaderboard.png'])
  expect(contentOf(tags, 'twitter:image')).toEqual(['https://isles.example/share/leaderboard.png'])
  expect(contentOf(tags, 'og:image:alt')).toEqual(['The five who lead'])
})

test('What is not among the public addresses is kept out of search engines, and so is what says so itself', () => {
  expect(contentOf(rules, 'robots')).toEqual([])
  const robots = (path: string, noindex = false) =>
    contentOf(metaTags(testSite, { description: '', path, noindex }), 'robots')
  expect(robots('/auth')).toEqual(['noindex'])
  expect(robots('/button-demo')).toEqual(['noindex'])
  expect(robots('/rules', true)).toEqual(['noindex'])
  expect(robots('/player/5')).toEqual([])
})

test('A person’s page is a profile', () => {
  const tags = metaTags(testSite, { title: 'Zoe', description: '', path: '/player/5', profile: 'Zoe' })
  expect(contentOf(tags, 'og:type')).toEqual(['profile'])
  expect(contentOf(tags, 'profile:username')).toEqual(['Zoe'])
})

test('[languages.28] A listed page has an address of its own in each language, the bare one in the default', () => {
  const offered = ['en', 'de'].map((tag) => ({ tag, name: tag }))
  const linksOf = (path: string, language?: { tag: string; isInAddress?: true }) =>
    metaTags(language ? { ...testSite, language: { ...language, offered } } : testSite, {
      title: 'Rules',
      description: '',
      path,
    }).flatMap((tag) =>
      'tagName' in tag && tag.tagName === 'link'
        ? [[tag.rel, ...(tag.hrefLang ? [tag.hrefLang] : []), String(tag.href).replace(/.*example/, '')]]
        : [],
    )
  const alternates = [
    ['alternate', 'en', '/rules'],
    ['alternate', 'de', '/rules?lang=de'],
    ['alternate', 'x-default', '/rules'],
  ]
  expect(linksOf('/rules', { tag: 'de', isInAddress: true })).toEqual([
    ['canonical', '/rules?lang=de'],
    ...alternates,
  ])
  // Chosen by a cookie, or the default.
  expect(linksOf('/rules', { tag: 'de' })).toEqual([['canonical', '/rules'], ...alternates])
  expect(linksOf('/rules', { tag: 'en', isInAddress: true })).toEqual([
    ['canonical', '/rules'],
    ...alternates,
  ])
  // Not for search engines, or in one language.
  expect(linksOf('/auth', { tag: 'de', isInAddress: true })).toEqual([['canonical', '/auth']])
  expect(linksOf('/rules')).toEqual([['canonical', '/rules']])
})

test('[languages.66] The image of a page is in its language, at the bare address in the default', () => {
  const offered = ['de', 'en', 'pt-BR'].map((tag) => ({ tag, name: tag }))
  const imageOf = (
    language: { tag: string; offered?: typeof offered; isInAddress?: true },
    path = '/rules',
  ) => {
    const tags = metaTags({ ...testSite, language }, { title: 'Rules', description: '', path })
    const [image] = contentOf(tags, 'og:image')
    expect(contentOf(tags, 'twitter:image')).toEqual([image])
    return image?.replace(/.*example/, '')
  }
  expect(imageOf({ tag: 'de' })).toBe('/share/page/rules.png')
  expect(imageOf({ tag: 'de', offered })).toBe('/share/page/rules.png')
  expect(imageOf({ tag: 'de', offered, isInAddress: true })).toBe('/share/page/rules.png')
  expect(imageOf({ tag: 'en', offered, isInAddress: true })).toBe('/share/page/rules.png?lang=en')
  // Chosen by a cookie, and on a page that search engines do not list.
  expect(imageOf({ tag: 'pt-BR', offered })).toBe('/share/page/rules.png?lang=pt-BR')
  expect(imageOf({ tag: 'pt-BR', offered }, '/auth')).toBe('/share.png?lang=pt-BR')
})
