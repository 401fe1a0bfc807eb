import { afterEach, expect, test, vi } from 'vitest'
import { keepOfflinePage } from './offline.ts'

const register = vi.fn(async () => {})

const offerWorkers = () =>
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true })

afterEach(() => {
  vi.restoreAllMocks()
  register.mockClear()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('Where the browser offers no worker, nothing is done', () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete')
  expect(() => keepOfflinePage()).not.toThrow()
  expect(register).not.toHaveBeenCalled()
})

test('The worker waits until the page has loaded', () => {
  offerWorkers()
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  keepOfflinePage()
  expect(register).not.toHaveBeenCalled()
  dispatchEvent(new Event('load'))
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js', { updateViaCache: 'none' })
})

test('A browser that refuses it shows the site all the same', async () => {
  offerWorkers()
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete')
  register.mockRejectedValueOnce(new DOMException('private window', 'SecurityError') as never)
  keepOfflinePage()
  expect(register).toHaveBeenCalledTimes(1)
  // A refusal that nobody handles is reported within this turn, and fails the run.
  await new Promise((resolve) => setTimeout(resolve))
})
