import { expect, test } from 'vitest'
import { testSite } from '../../testing/site.tsx'
import { faqData, siteData } from './structured-data.ts'

const organizationWith = (links: Partial<typeof testSite.links>) =>
  siteData({ ...testSite, links: { ...testSite.links, ...links } })['@graph'][0]

test('The site names itself and who runs it', () => {
  const [organization, website] = siteData(testSite)['@graph']
  expect(organization).toEqual({
    '@type': 'Organization',
    '@id': 'https://isles.example/#organization',
    name: 'Ember Isles',
    url: 'https://isles.example/',
    logo: 'https://isles.example/icon-512.png',
  })
  expect(website).toMatchObject({
    '@type': 'WebSite',
    name: 'Ember Isles',
    alternateName: 'Isles',
    url: 'https://isles.example/',
    publisher: { '@id': 'https://isles.example/#organization' },
  })
})

test('Outside links count as its own only when they lead to a page of its own', () => {
  expect(organizationWith({})).not.toHaveProperty('sameAs')
  expect(
    organizationWith({
      youtube: 'https://www.youtube.com',
      twitter: 'https://x.com/isles',
      discord: 'https://discord.gg/isles',
      bluesky: 'https://bsky.example/?profile=isles',
      staffApplication: '/apply',
    }),
  ).toHaveProperty('sameAs', [
    'https://discord.gg/isles',
    'https://x.com/isles',
    'https://bsky.example/?profile=isles',
  ])
})

test('Questions are listed with their answers, as they are read', () => {
  const sections = [
    {
      title: 'One',
      questions: [{ question: 'Who?', answer: 'We. Write to [us](/contact) or type `/help`.' }],
    },
    { title: 'Two', questions: [{ question: 'When?', answer: 'Now <b>' }] },
  ]
  expect(faqData({ sections })).toEqual({
    '@type': 'FAQPage',
    mainEntity: [
      {
        '@type': 'Question',
        name: 'Who?',
        acceptedAnswer: { '@type': 'Answer', text: 'We. Write to us or type /help.' },
      },
      { '@type': 'Question', name: 'When?', acceptedAnswer: { '@type': 'Answer', text: 'Now <b>' } },
    ],
  })
})
