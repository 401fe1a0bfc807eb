import { Trans } from '@lingui/react/macro'
import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { statusEndpoints } from '../../contract/network/status-endpoints.ts'

test('[languages.25] what people wrote is no markup of the sentence that it is put into', () => {
  const name = 'evil</0><0>two \\u0041'
  const { container } = render(
    <Trans>
      By <strong>{name}</strong>
    </Trans>,
  )
  expect(container.querySelectorAll('strong')).toHaveLength(1)
  expect(container.textContent).toBe(`By ${name}`)
})

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  document.documentElement.lang = ''
})

test.each([
  ['/status', undefined],
  ['/status?lang=日本', 'en'],
  ['/status?lang=a%0Ab', 'en'],
  ['/status?lang=de&lang=fr', 'en'],
])(
  '[languages.26] calls of a page that was opened at %s say the language that the page is in: %s',
  async (address, said) => {
    history.replaceState(null, '', address)
    document.documentElement.lang = 'en'
    vi.resetModules()
    const asked: (string | null)[] = []
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      asked.push(new Headers(init.headers).get('x-language'))
      return Response.json({})
    })
    const { api } = await import('./api.ts')
    await api(statusEndpoints.show, {})
    expect(asked).toEqual([said ?? null])
  },
)
