import type { MetaDescriptor } from 'react-router'
import { expect, test } from 'vitest'
import { testSite } from '../../testing/site.tsx'
import { postData } from './post-data.ts'
import { postMeta } from './post-meta.ts'
import { aPost } from './testing.tsx'

const contentOf = (tags: readonly MetaDescriptor[], key: string) =>
  tags.map((tag) => tag as Readonly<Record<string, string>>).find((tag) => (tag.property ?? tag.name) === key)
    ?.content

test.each([
  ['removed', 4, null],
  ['of no id', null, undefined],
] as const)('[voice.91] a post that is %s is kept out of search engines', (_, id, post) => {
  const tags = postMeta(testSite, id, post)
  expect(contentOf(tags, 'robots')).toBe('noindex')
  expect(contentOf(tags, 'og:image')).toBe('https://isles.example/share.png')
})

test('[voice.91] [voice.92] a post unfurls with author, text, times and an image of its own, and may be indexed', () => {
  const user = { id: 40, username: '\u202eAlexandra', avatarUrl: null, rank: 'Member' } as const
  const tags = postMeta(testSite, 4, aPost({ id: 4, user, editedAt: '2026-01-05T15:09:00.000Z' }))
  const shown = ['robots', 'og:type', 'og:title', 'og:description', 'og:image', 'og:url']
  expect(shown.map((key) => contentOf(tags, key))).toEqual([
    undefined,
    'article',
    'Post by Alexandra · Ember Isles',
    'Won the bridge finals',
    'https://isles.example/share/post/4.png',
    'https://isles.example/posts/4',
  ])
  expect(contentOf(tags, 'article:published_time')).toBe('2026-01-05T15:04:00.000Z')
  expect(contentOf(tags, 'article:modified_time')).toBe('2026-01-05T15:09:00.000Z')
})

test('[voice.91] a post that was late in the document may be indexed, too', () => {
  expect(contentOf(postMeta(testSite, 4, undefined), 'robots')).toBeUndefined()
})

test('[voice.92] a post has structured data: author, text, times, picture and what others did', () => {
  const post = aPost({ id: 4, mediaUrl: '/media/aa.webp', mediaType: 'image', commentCount: 2 })
  expect(postData(testSite, post)).toEqual({
    '@type': 'DiscussionForumPosting',
    headline: 'Post by Alexandra',
    text: 'Won the bridge finals',
    url: 'https://isles.example/posts/4',
    mainEntityOfPage: 'https://isles.example/posts/4',
    datePublished: '2026-01-05T15:04:00.000Z',
    dateModified: '2026-01-05T15:04:00.000Z',
    author: { '@type': 'Person', name: 'Alexandra', url: 'https://isles.example/player/40' },
    isPartOf: { '@id': 'https://isles.example/#website' },
    image: 'https://isles.example/media/aa.webp',
    commentCount: 2,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: 3,
    },
  })
  expect(postData(testSite, aPost({ id: 4 })).image).toBe('https://isles.example/share/post/4.png')
})
