import { act, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

/** The server's HTML of `element`, in which somebody does something before it comes alive. */
export async function takenOver(element: ReactElement, early: (document: HTMLElement) => void) {
  const container = document.createElement('div')
  container.innerHTML = renderToString(element)
  document.body.append(container)
  early(container)
  const view = render(element, { container, hydrate: true })
  await act(async () => {})
  return view
}
