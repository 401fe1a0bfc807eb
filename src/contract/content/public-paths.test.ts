import { expect, test } from 'vitest'
import { isListed, publicPaths, shareImageOf } from './public-paths.ts'

test.each([
  '/auth',
  '/forums',
  '/profile',
  '/admin',
  '/staff-reports',
  '/player-test',
  '/player-simple/5',
  '/player-new/5',
  '/player',
  '/player/5/more',
  '/posts',
  '/posts/5/more',
  '/news/feed/more',
  '/compare/5',
  '/button-demo',
  '/experience-demo',
  '/offline',
  '/nowhere',
  '/nowhere/player/5',
  '/compare/5/6/7',
  '//evil.example',
])('%s is kept out of search engines', (path) => {
  expect(isListed(path)).toBe(false)
  expect(shareImageOf(path)).toBe('/share.png')
})

test('The public pages, players, comparisons, matches, posts and news items may be listed', () => {
  for (const path of [
    ...publicPaths,
    '/player/5',
    '/match/0b9d3e0e-0000-4000-8000-000000000001',
    '/news/spring-season',
    '/posts/5',
    '/compare/5/6',
    '/compare/57/68',
  ]) {
    expect(isListed(path), path).toBe(true)
  }
})

test('Every public page has a share image of its own, Home that of the site', () => {
  expect(publicPaths.map(shareImageOf)).toEqual([
    '/share.png',
    ...publicPaths.slice(1).map((path) => `/share/page${path}.png`),
  ])
})
