import { act, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import type { MetaDescriptor } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { faqQuery } from '../domains/content/faq/faq-query.ts'
import { api } from '../platform/api.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { whenReady } from '../testing/actions.ts'
import { documentOf, shippedFaq, showContentPage } from '../testing/content-pages.tsx'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { testSite } from '../testing/site.tsx'
import FaqPage, { meta } from './faq.tsx'

const seen: string[] = []
beforeEach(() => {
  seen.length = 0
  // jsdom has no layout and so nothing to scroll.
  Element.prototype.scrollIntoView = function note(this: Element) {
    seen.push(this.id)
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const address = 'GET /api/content/faq'
const titles = shippedFaq.sections.map(({ title }) => title)
const asked = [
  'Can I play on a console?',
  'How do win streaks work?',
  'What does an upgrade cost?',
  'How do I appeal a ban?',
  'How often is there an update?',
]
/** One question of each section: enough to look for, and quick to show. */
const shortFaq = {
  ...shippedFaq,
  sections: shippedFaq.sections.map(({ title, questions }) => ({
    title,
    questions: questions.filter(({ question }) => asked.includes(question)),
  })),
}
const total = asked.length
const questionsOf = ({ sections }: typeof shippedFaq) =>
  sections.reduce((sum, { questions }) => sum + questions.length, 0)

async function show(at = '/faq', faq = shortFaq) {
  fakeApi({ [address]: respondWith(faq) })
  return showContentPage(<FaqPage />, { at })
}

// By selector: asking a whole page of questions for roles takes seconds.
const triggers = () => [...document.querySelectorAll<HTMLElement>('button[aria-expanded]')]
const trigger = (title: string) => triggers().find(({ textContent }) => textContent === title)!
const questions = () => [...document.querySelectorAll('article')]
const open = () =>
  triggers()
    .filter((trigger) => trigger.getAttribute('aria-expanded') === 'true')
    .map(({ textContent }) => textContent)
const box = () => screen.getByLabelText<HTMLInputElement>('Search the questions')
const search = async (text: string) => await whenReady.change(box(), { target: { value: text } })
const count = () => document.querySelector('[role=status]')?.textContent

test('Questions that do not load are reported with the sentence of the server, and Retry asks again', async () => {
  fakeApi({ [address]: refuse(503, 'overloaded', 'The site is busy.') })
  const { settled } = await showContentPage(<FaqPage />, { at: '/faq' })
  expect(screen.getByRole('alert').textContent).toBe('Failed to load the questions.The site is busy.')
  // The way to people is there all the same.
  expect(screen.getByRole('link', { name: 'Contact Support' })).toBeTruthy()
  fakeApi({ [address]: respondWith(shortFaq) })
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await settled()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(triggers()).toHaveLength(5)
})

test('While the questions are on their way, their places are held', async () => {
  fakeApi({ [address]: () => new Promise<Response>(() => {}) })
  await showContentPage(<FaqPage />, { at: '/faq', isPending: true })
  expect(count()).toBe('Loading the questions...')
})

test('[faq.01] /faq has five accordion sections, and each can be opened and closed', async () => {
  await show('/faq', shippedFaq)
  expect(triggers().map(({ textContent }) => textContent)).toEqual([
    'Getting Started',
    'Practice Modes',
    'Ranks & Purchases',
    'Rules & Support',
    'Technical Questions',
  ])
  expect(open()).toEqual(['Getting Started'])
  await whenReady.click(trigger('Getting Started'))
  expect(open()).toEqual([])
  await whenReady.click(trigger('Technical Questions'))
  expect(open()).toEqual(['Technical Questions'])
})

test('[faq.02] The answer about updates says: weekly, and major ones monthly', async () => {
  await show('/faq#how-often-is-there-an-update')
  const question = screen.getByRole('article', { name: 'How often is there an update?' })
  expect(within(question).getByText('Updates come weekly, major updates monthly.')).toBeTruthy()
})

test("[faq.03] The 'Still Have Questions?' block has 'Contact Support', which leads to /contact, and 'Join Discord', which opens after 2 s", async () => {
  await show()
  const block = within(screen.getByRole('region', { name: 'Still Have Questions?' }))
  expect(block.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe('/contact')
  const discord = block.getByRole('link', { name: 'Join Discord' })
  expect(discord.getAttribute('href')).toBe(testSite.links.discord)
  vi.useFakeTimers()
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  await whenReady.click(discord)
  expect(discord.textContent).toBe('Connecting...')
  act(() => vi.advanceTimersByTime(1_999))
  expect(opened).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(opened).toHaveBeenCalledExactlyOnceWith(testSite.links.discord, '_blank', 'noopener,noreferrer')
  vi.useRealTimers()
})

test('A search keeps the questions with all its words, opens their sections, marks the words and says how many there are', async () => {
  await show()
  expect(count()).toBe(`${total} questions`)
  await search('DIFFERENCE upgrade')
  expect(count()).toBe(`1 of ${total} questions match`)
  expect(open()).toEqual(['Ranks & Purchases'])
  expect(triggers()).toHaveLength(1)
  const [question] = questions()
  const marked = [...question!.querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(new Set(marked.map((word) => word?.toLowerCase()))).toEqual(new Set(['difference', 'upgrade']))
  await search('your')
  expect(open()).toEqual(['Practice Modes', 'Rules & Support'])
  await search('')
  expect(triggers().map(({ textContent }) => textContent)).toEqual(titles)
  expect(document.querySelector('mark')).toBeNull()
})

test('A search without a match says so; Clear search and Escape bring everything back', async () => {
  await show()
  await search('enderdragon')
  expect(count()).toBe(`0 of ${total} questions match`)
  expect(screen.getByText('No question matches “enderdragon”')).toBeTruthy()
  expect(questions()).toEqual([])
  await whenReady.click(screen.getByLabelText('Clear search'))
  expect(box().value).toBe('')
  expect(document.activeElement).toBe(box())
  expect(triggers()).toHaveLength(5)
  await search('enderdragon')
  await whenReady.keyDown(box(), { key: 'Escape' })
  expect(triggers()).toHaveLength(5)
})

test('An address with a question opens its section and brings it into view, also out of a search', async () => {
  const { go } = await show('/faq#what-does-an-upgrade-cost')
  expect(open()).toContain('Ranks & Purchases')
  expect(seen).toEqual(['what-does-an-upgrade-cost'])
  await search('streak')
  await go('/faq#how-do-i-appeal-a-ban')
  expect(box().value).toBe('')
  expect(open()).toContain('Rules & Support')
  expect(seen.at(-1)).toBe('how-do-i-appeal-a-ban')
})

test('An address with a question that there is not, or with a broken one, shows the page as ever', async () => {
  const { go } = await show('/faq#nobody-asked')
  await go('/faq#%E0%A4%A')
  expect(open()).toEqual(['Getting Started'])
  expect(seen).toEqual([])
})

test('Every question has a link to itself', async () => {
  const { address: now, settled } = await show()
  const question = screen.getByRole('article', { name: 'Can I play on a console?' })
  await whenReady.click(within(question).getByRole('link', { name: 'Link to: Can I play on a console?' }))
  await settled()
  expect(now()).toBe('/faq#can-i-play-on-a-console')
})

test("[frame.29] Every question and answer is in the server's HTML, and taking it over changes nothing", async () => {
  fakeApi({ [address]: respondWith(shippedFaq) })
  const client = makeQueryClient()
  await client.prefetchQuery(faqQuery(api))
  const calls = fakeApi({})
  const container = document.createElement('div')
  container.innerHTML = renderToString(documentOf(<FaqPage />, '/faq', client))
  expect(container.querySelectorAll('article')).toHaveLength(questionsOf(shippedFaq))
  expect(container.textContent).toContain('Updates come weekly, major updates monthly.')
  document.body.append(container)
  await showContentPage(<FaqPage />, { at: '/faq', client, container })
  expect(calls).toEqual([])
  container.remove()
})

test('What was typed before the page came alive is searched for', async () => {
  fakeApi({ [address]: respondWith(shortFaq) })
  const client = makeQueryClient()
  await client.prefetchQuery(faqQuery(api))
  const container = document.createElement('div')
  container.innerHTML = renderToString(documentOf(<FaqPage />, '/faq', client))
  document.body.append(container)
  container.querySelector('input')!.value = 'enderdragon'
  await showContentPage(<FaqPage />, { at: '/faq', client, container })
  expect(box().value).toBe('enderdragon')
  expect(count()).toBe(`0 of ${total} questions match`)
  container.remove()
})

test('/faq is titled with the name of the site', () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'FAQ · Ember Isles' })
})

test('[field.43] A link to a question opens it in every language; one that an earlier release made of translated words still does', async () => {
  const german = {
    intro: 'Fragen',
    sections: [
      {
        title: 'Spielen',
        questions: [
          { id: 'can-i-play-on-a-console', question: 'Kann ich auf einer Konsole spielen?', answer: 'Ja.' },
        ],
      },
    ],
  }
  const { go } = await show('/faq#can-i-play-on-a-console', german)
  await vi.waitFor(() => expect(seen).toEqual(['can-i-play-on-a-console']))
  await go('/faq#kann-ich-auf-einer-konsole-spielen')
  await vi.waitFor(() => expect(seen).toEqual(['can-i-play-on-a-console', 'can-i-play-on-a-console']))
  expect(screen.queryByText('The question that this link names is no longer here.')).toBeNull()
  await go('/faq#nobody-asked')
  await screen.findByText('The question that this link names is no longer here.')
})
