import { act, cleanup, render, screen, within } from '@testing-library/react'
import type { MetaDescriptor } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addServerLink } from '../../contract/content/site.ts'
import { fakeViewport } from '../domains/content/hero/testing/fake-viewport.ts'
import { listenForSound } from '../platform/sound.ts'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeAudio, playedTones } from '../testing/audio.ts'
import { TestProviders, testSite } from '../testing/site.tsx'
import { buttonVariants } from '../ui/button.tsx'
import ButtonDemo, { meta as buttonMeta } from './button-demo.tsx'
import ExperienceDemo, { meta as experienceMeta } from './experience-demo.tsx'

let stopSound: () => void

beforeEach(() => {
  vi.useFakeTimers()
  fakeAudio()
  stopSound = listenForSound()
  window.addEventListener('click', skipClientLoader)
})
afterEach(() => {
  // Rendered buttons still hold timers; they go before the clock does.
  cleanup()
  stopSound()
  window.removeEventListener('click', skipClientLoader)
  act(() => clearToasts())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

let opened: string | null = null
/** A link that no handler stopped is what the browser opens; jsdom cannot. */
function skipClientLoader(event: MouseEvent) {
  opened = event.defaultPrevented ? null : (event.target as Element).getAttribute('href')
  event.preventDefault()
}

const site = [{ id: 'root', loaderData: { site: testSite } }]
const row = (name: string) => within(screen.getByRole('heading', { name }).parentElement!)

test('Demo pages are kept out of search engines', () => {
  for (const meta of [buttonMeta, experienceMeta]) {
    const tags = meta({ matches: site } as never) as MetaDescriptor[]
    expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
  }
})

test("[demo.01] /button-demo shows a working 'JOIN NOW' button: link, warp and LAUNCHING...", async () => {
  render(<ButtonDemo />, { wrapper: TestProviders })
  const join = screen.getByRole('link', { name: 'JOIN NOW' })
  await whenReady.click(join)
  expect(opened).toBe(addServerLink(testSite))
  expect(playedTones()[0]?.frequencies.map(({ hertz }) => hertz)).toEqual([200, 1500])
  expect(join.textContent).toBe('LAUNCHING...')
  act(() => vi.advanceTimersByTime(3_000))
  expect(join.textContent).toBe('JOIN NOW')
})

test('[demo.01] /button-demo shows every colour in both looks, one of each disabled, every size and every sound', async () => {
  render(<ButtonDemo />, { wrapper: TestProviders })
  const names = (title: string) =>
    row(title)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  for (const look of ['Solid', 'Quiet']) {
    expect(names(look)).toEqual([...buttonVariants, 'disabled'])
    expect(row(look).getByRole('button', { name: 'disabled' })).toHaveProperty('disabled', true)
  }
  expect(names('Sizes')).toEqual(['sm', 'md', 'lg'])
  for (const sound of names('Sounds'))
    await whenReady.click(row('Sounds').getByRole('button', { name: sound! }))
  expect(playedTones().map(({ frequencies }) => frequencies[0]?.hertz)).toEqual([800, 200])
})

test('[demo.01] /button-demo shows an outside link with each delay', async () => {
  const open = vi.fn()
  vi.stubGlobal('open', open)
  render(<ButtonDemo />, { wrapper: TestProviders })
  const links = row('Outside links').getAllByRole('link')
  for (const link of links) await whenReady.click(link)
  act(() => vi.advanceTimersByTime(800))
  expect(open.mock.calls.map(([href]) => href)).toEqual([testSite.links.linkHub])
  act(() => vi.advanceTimersByTime(1_200))
  expect(open.mock.calls.map(([href]) => href)).toEqual([testSite.links.linkHub, testSite.links.discord])
})

test("[demo.02] /experience-demo shows the teaser video, with 'JOIN NOW'", () => {
  const { scroll, play } = fakeViewport()
  render(<ExperienceDemo />, { wrapper: TestProviders })
  expect(document.querySelectorAll('video source')).toHaveLength(0)
  act(() => scroll(true))
  expect(document.querySelectorAll('video source')).toHaveLength(2)
  expect(play).toHaveBeenCalledOnce()
  expect(screen.getByRole('link', { name: 'JOIN NOW' }).getAttribute('href')).toBe(addServerLink(testSite))
})
