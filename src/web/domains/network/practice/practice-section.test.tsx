import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { regardless, whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { PracticeSection } from './practice-section.tsx'
import { addressOf, aMode, arriveAt, bar, section, settle, skeletons } from './testing/setup.tsx'

const both = (
  <>
    <PracticeSection category="ffa" tagline="Everybody." />
    <PracticeSection category="duels" tagline="One opponent." />
  </>
)
const duels = addressOf('duels')

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The page is hidden or shown, and the browser says so. */
async function turn(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  await act(async () => void regardless(window, new Event('visibilitychange')))
}

describe('when it does not load', () => {
  const broken = "a refusal, a proxy's page and a lost connection look alike"
  test.each([
    ['refused', refuse(503, 'overloaded', 'Too busy')],
    ["a proxy's page", () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(
    `[minigames.04] [minigames.05] Its own section says so in red, ${broken}: %s`,
    async (_what, respond) => {
      fakeApi({ [addressOf('ffa')]: respond, [duels]: respondWith([aMode()]) })
      await arriveAt(both)
      await settle()
      const alert = section('FFA').getByRole('alert')
      expect(alert.textContent).toBe('Error loading FFA practice modes: Failed to fetch FFA practice modes')
      expect(alert.closest('.text-bad')).not.toBeNull()
      expect(section('DUELS').queryByRole('alert')).toBeNull()
      expect(section('DUELS').getByRole('heading', { name: 'Boxing' })).toBeTruthy()
    },
  )

  test("[minigames.04] [minigames.05] DUELS: 'Error loading Duels practice modes: Failed to fetch Duels practice modes'", async () => {
    fakeApi({})
    await arriveAt(both)
    await settle()
    expect(section('DUELS').getByRole('alert').textContent).toBe(
      'Error loading Duels practice modes: Failed to fetch Duels practice modes',
    )
  })

  test('Retry asks again, keeps the keyboard in the section, and nothing asks by itself before', async () => {
    const responses = { [duels]: refuse(500, 'internal', 'Broken') }
    const calls = fakeApi(responses)
    await arriveAt(<PracticeSection category="duels" tagline="One opponent." />)
    await settle(60_000)
    expect(calls).toHaveLength(1)
    responses[duels] = respondWith([aMode()])
    await whenReady.click(section('DUELS').getByRole('button', { name: 'Retry' }))
    expect(document.activeElement).toBe(section('DUELS').getByRole('heading', { name: 'DUELS' }))
    await settle()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(section('DUELS').getByRole('heading', { name: 'Boxing' })).toBeTruthy()
  })
})

describe('what it shows', () => {
  test('[minigames.02] While loading, the FFA section shows 4 skeleton cards and the DUELS section 6', async () => {
    const never = () => new Promise<Response>(() => {})
    fakeApi({ [addressOf('ffa')]: never, [duels]: never })
    await arriveAt(both)
    expect([skeletons('FFA'), skeletons('DUELS')]).toEqual([4, 6])
    expect(section('FFA').getByRole('status').textContent).toBe('Loading FFA practice modes...')
    expect(section('DUELS').getByRole('status').textContent).toBe('Loading Duels practice modes...')
  })

  test('[minigames.02] Skeletons go when the modes come', async () => {
    fakeApi({
      [addressOf('ffa')]: respondWith([aMode({ category: 'ffa' })]),
      [duels]: respondWith([aMode()]),
    })
    await arriveAt(both)
    await settle()
    expect([skeletons('FFA'), skeletons('DUELS')]).toEqual([0, 0])
  })

  test("[minigames.03] Each practice card shows name, description and a 'PRACTICE' join button, in the order of the answer", async () => {
    const modes = [aMode({ id: 9 }), aMode({ id: 2, name: 'Chess', description: 'Think <b>first</b>.' })]
    fakeApi({ [duels]: respondWith(modes) })
    await arriveAt(<PracticeSection category="duels" tagline="One opponent." />)
    await settle()
    const cards = section('DUELS').getAllByRole('article')
    const shown = cards.map((card) => [
      within(card).getByRole('heading').textContent,
      card.querySelector('p')?.textContent,
      within(card).getByRole('link').textContent,
      within(card).getByRole('link').getAttribute('href'),
    ])
    const join = 'minecraft://?addExternalServer=Ember%20Isles|play.isles.example:19132'
    expect(shown).toEqual([
      ['Boxing', 'First to 100 hits.', 'PRACTICE', join],
      ['Chess', 'Think <b>first</b>.', 'PRACTICE', join],
    ])
  })

  test('Without any mode it says so', async () => {
    fakeApi({ [duels]: respondWith([]) })
    await arriveAt(<PracticeSection category="duels" tagline="One opponent." />)
    await settle()
    expect(section('DUELS').getByText('No Duels modes right now')).toBeTruthy()
    expect(section('DUELS').queryByRole('list')).toBeNull()
  })
})

describe('queues', () => {
  const queueOf = (name: string) =>
    screen.getByRole('article', { name }).textContent?.match(/(?:Nobody|[\d,]+) in queue/)?.[0]

  test('A queue is shown where a game server tells it, an empty one in words, an unknown one not at all', async () => {
    const modes = [null, 0, 1, 3, 1_200].map((queue, id) => aMode({ id: id + 1, name: `Mode ${id}`, queue }))
    fakeApi({ [duels]: respondWith(modes) })
    await arriveAt(<PracticeSection category="duels" tagline="One opponent." />)
    await settle()
    expect(modes.map(({ name }) => queueOf(name))).toEqual([
      undefined,
      'Nobody in queue',
      '1 in queue',
      '3 in queue',
      '1,200 in queue',
    ])
  })

  test('It lives: asked for every 15 s while the page is visible, and without the page-loading bar', async () => {
    const responses = { [duels]: respondWith([aMode({ queue: 1 })]) }
    const calls = fakeApi(responses)
    const { leave } = await arriveAt(<PracticeSection category="duels" tagline="One opponent." />)
    await settle()
    expect(bar()).not.toBeNull()
    await settle(500)
    await settle(500)
    expect(bar()).toBeNull()

    let release = () => {}
    responses[duels] = () =>
      new Promise((resolve) => {
        release = () => resolve(Response.json([aMode({ queue: 8 })]))
      })
    await settle(13_900)
    expect(calls).toHaveLength(1)
    await settle(200)
    expect(calls).toHaveLength(2)
    expect(bar()).toBeNull()
    expect(queueOf('Boxing')).toBe('1 in queue')
    expect(skeletons('DUELS')).toBe(0)
    release()
    await settle()
    expect(queueOf('Boxing')).toBe('8 in queue')

    await turn('hidden')
    await settle(60_000)
    expect(calls).toHaveLength(2)
    await turn('visible')
    responses[duels] = respondWith([aMode({ queue: 0 })])
    await settle(15_100)
    expect(queueOf('Boxing')).toBe('Nobody in queue')

    // A question that is still open does not keep the next page loading.
    responses[duels] = () => new Promise(() => {})
    await settle(15_100)
    await leave()
    expect(bar()).not.toBeNull()
    await settle(500)
    await settle(300)
    expect(bar()).toBeNull()
  })

  test('A failed refetch keeps the modes, but not a count that may be wrong by now', async () => {
    const responses = { [duels]: respondWith([aMode({ queue: 5 })]) }
    fakeApi(responses)
    await arriveAt(<PracticeSection category="duels" tagline="One opponent." />)
    await settle()
    expect(queueOf('Boxing')).toBe('5 in queue')
    responses[duels] = refuse(503, 'overloaded', 'Too busy')
    await settle(15_100)
    expect(queueOf('Boxing')).toBeUndefined()
    expect(screen.queryByRole('alert')).toBeNull()
    responses[duels] = respondWith([aMode({ queue: 6 })])
    await settle(15_100)
    expect(queueOf('Boxing')).toBe('6 in queue')
  })
})
