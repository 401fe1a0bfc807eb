import type { MetaDescriptor } from 'react-router'
import { expect, test } from 'vitest'
import { testSite } from '../../testing/site.tsx'
import { aMatch, documentOf, matchIdAt, part } from '../players/testing/setup.tsx'
import { matchDocument } from './match-document.ts'
import { matchMeta } from './match-meta.ts'

const id = matchIdAt(1)

async function tagsOf(match: unknown) {
  const { args } = documentOf(`/match/${id}`, id, { '/api/matches/:id': () => match })
  const { context } = args as unknown as { context: Parameters<typeof matchDocument>[0] }
  const { data } = await matchDocument(context, id)
  return matchMeta(testSite, data, id)
}

const contentOf = (tags: readonly MetaDescriptor[], key: string) =>
  tags.map((tag) => tag as Readonly<Record<string, string>>).find((tag) => (tag.property ?? tag.name) === key)
    ?.content

test('A match unfurls with an image of its own, and words for it', async () => {
  const tags = await tagsOf(
    aMatch({ players: [part(5, '\u202e<b>Zoe'), part(6, 'Bob', { result: 'loss' })] }),
  )
  expect(contentOf(tags, 'og:image')).toBe(`https://isles.example/share/match/${id}.png`)
  expect(contentOf(tags, 'og:image:alt')).toBe('Boxing: <b>Zoe against Bob')
  expect(contentOf(tags, 'robots')).toBeUndefined()
})

test('What is no match is not listed', () => {
  expect(contentOf(matchMeta(testSite, null, 'abc'), 'robots')).toBe('noindex')
})
