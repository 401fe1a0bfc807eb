import { firstPaint } from './platform/first-paint.ts'

// The server's HTML is complete, and React DOM is the largest script: it must not delay styles, fonts and pictures.
await firstPaint()
await import('./hydrate.tsx')
