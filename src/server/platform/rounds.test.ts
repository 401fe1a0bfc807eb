import { expect, test, vi } from 'vitest'
import { startRounds } from './rounds.ts'

test('A round begins at once and never while another is under way; a failure is given on and the next tries again', async () => {
  const failures: unknown[] = []
  const under: { current: number; most: number; begun: number } = { current: 0, most: 0, begun: 0 }
  const rounds = startRounds({
    everyMs: 5,
    async work() {
      under.begun += 1
      under.current += 1
      under.most = Math.max(under.most, under.current)
      await new Promise((resolve) => setTimeout(resolve, 20))
      under.current -= 1
      if (under.begun === 1) throw new Error('the first fails')
    },
    onFailure: (error) => failures.push(error),
  })
  expect(under.begun).toBe(1)
  await vi.waitFor(() => expect(under.begun).toBeGreaterThan(2))
  await rounds.close()
  const { begun } = under
  expect([under.most, under.current]).toEqual([1, 0])
  expect(failures).toEqual([new Error('the first fails')])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(under.begun).toBe(begun)
})
