import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SiteProvider } from '../../../platform/site.tsx'
import { whenReady } from '../../../testing/actions.ts'
import { testSite } from '../../../testing/site.tsx'
import { TeaserVideo } from './teaser-video.tsx'
import { fakeViewport } from './testing/fake-viewport.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const page = (teaserVideoUrl?: string) => (
  <SiteProvider site={{ ...testSite, ...(teaserVideoUrl !== undefined && { teaserVideoUrl }) }}>
    <TeaserVideo picture="Two fighters." />
  </SiteProvider>
)
test('[settings.142] a scene or picture of the site’s own is in the place of the film, which is not asked for', () => {
  fakeViewport()
  const hero = { url: '/look/scene/peaks-ff7d33-none.webp', alt: 'A beacon.', x: 98, y: 68 }
  const site = { ...testSite, look: { css: '', ground: '#0a0b10', hero } }
  render(
    <SiteProvider site={site}>
      <TeaserVideo picture="Two fighters." />
    </SiteProvider>,
  )
  expect(screen.getByRole('img', { name: 'A beacon.' }).getAttribute('src')).toBe(hero.url)
  expect([document.querySelector('video'), screen.queryByRole('img', { name: 'Two fighters.' })]).toEqual([
    null,
    null,
  ])
})

const video = () => document.querySelector('video')!
const sources = () => [...video().querySelectorAll('source')].map((source) => source.getAttribute('src'))
const button = () => screen.getByRole('button')

describe('What is not asked for', () => {
  test('nothing of the video before it is in sight, only a poster that loads late', () => {
    const { play } = fakeViewport()
    render(page())
    expect(sources()).toEqual([])
    expect(video().getAttribute('preload')).toBe('none')
    expect(video().getAttribute('poster')).toBeNull()
    const poster = screen.getByRole('img')
    expect(poster.getAttribute('loading')).toBe('lazy')
    expect([poster.getAttribute('width'), poster.getAttribute('height')]).toEqual(['1280', '720'])
    expect(play).not.toHaveBeenCalled()
  })

  test("nothing in the server's HTML", () => {
    expect(renderToString(page())).not.toContain('<source')
  })

  test('nothing plays by itself for who prefers less motion, until they ask', async () => {
    const { play, scroll } = fakeViewport({ lessMotion: true })
    render(page())
    act(() => scroll(true))
    expect(play).not.toHaveBeenCalled()
    expect(button().textContent).toBe('Play the teaser')
    await whenReady.click(button())
    expect(play).toHaveBeenCalledOnce()
    expect(button().textContent).toBe('Pause the teaser')
  })
})

test('[home.03] The teaser comes in both encodings when in sight, and plays silently, in place and for ever', () => {
  const { play, scroll } = fakeViewport()
  render(page())
  act(() => scroll(true))
  expect(sources().map((src) => src?.split('.').at(-1))).toEqual(['webm', 'mp4'])
  expect(play).toHaveBeenCalledOnce()
  expect(video().muted && video().loop).toBe(true)
  expect(video().hasAttribute('playsinline')).toBe(true)
})

test('Out of sight it rests; back in sight it goes on, unless the visitor paused it', async () => {
  const { play, scroll } = fakeViewport()
  render(page())
  act(() => scroll(true))
  act(() => scroll(false))
  expect(button().textContent).toBe('Play the teaser')
  act(() => scroll(true))
  expect(button().textContent).toBe('Pause the teaser')
  await whenReady.click(button())
  expect(button().textContent).toBe('Play the teaser')
  const before = play.mock.calls.length
  act(() => scroll(false))
  act(() => scroll(true))
  expect(play).toHaveBeenCalledTimes(before)
})

test('A browser that refuses to play by itself leaves the button to do it', async () => {
  const { play, scroll } = fakeViewport()
  play.mockRejectedValueOnce(new DOMException('no gesture', 'NotAllowedError'))
  render(page())
  await act(async () => scroll(true))
  expect(button().textContent).toBe('Play the teaser')
  await whenReady.click(button())
  expect(button().textContent).toBe('Pause the teaser')
})

test('The operator may show a video of their own', () => {
  const { scroll } = fakeViewport()
  render(page('https://cdn.example/our.webm'))
  act(() => scroll(true))
  expect(sources()).toEqual(['https://cdn.example/our.webm'])
})

test('When no source can be shown the poster stays, without a button that does nothing', async () => {
  const { scroll } = fakeViewport()
  render(page())
  act(() => scroll(true))
  await whenReady.error(video().querySelectorAll('source')[1]!)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('img')).toBeTruthy()
})
