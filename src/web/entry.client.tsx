import { firstPaint } from './platform/first-paint.ts'

// Who reloads a page and goes back at once would be shown what the server rendered for another address.
const { pathname } = location
const reloadIfMoved = () => {
  if (location.pathname !== pathname) location.reload()
}
addEventListener('popstate', reloadIfMoved)

// The server's HTML is complete, and React DOM is the largest script: it must not delay styles, fonts and pictures.
await firstPaint()
await import('./hydrate.tsx')
removeEventListener('popstate', reloadIfMoved)
