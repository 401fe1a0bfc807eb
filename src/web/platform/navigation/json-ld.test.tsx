import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NonceProvider } from '../nonce.tsx'
import { JsonLd, scriptSafe } from './json-ld.tsx'

const hostile = '</script><script>alert(1)</script><!--<script>\u2028&lt;"\\'

const element = (
  <NonceProvider nonce="abc">
    <JsonLd data={{ '@type': 'Person', name: hostile }} />
    <p>after</p>
  </NonceProvider>
)

test('No text can end the script that contains it, and it is read as it was written', () => {
  const parsed = new DOMParser().parseFromString(renderToString(element), 'text/html')
  const [only, ...more] = parsed.querySelectorAll('script')
  expect(more).toEqual([])
  expect(only?.getAttribute('type')).toBe('application/ld+json')
  expect(only?.getAttribute('nonce')).toBe('abc')
  expect(JSON.parse(only?.textContent ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: hostile,
  })
  expect(parsed.querySelector('p')?.textContent).toBe('after')
  expect(scriptSafe({ hostile })).not.toContain('<')
})

test('It is taken over by the browser without a complaint', async () => {
  const host = document.createElement('div')
  document.body.append(host)
  host.innerHTML = renderToString(element)
  const root = await act(async () => hydrateRoot(host, element))
  expect(JSON.parse(host.querySelector('script')?.textContent ?? '').name).toBe(hostile)
  await act(async () => root.unmount())
  host.remove()
})
