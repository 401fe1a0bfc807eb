import type { SiteSettings } from '../../../../contract/content/site.ts'
import { colours } from './colours.ts'

/** W3C Web Application Manifest of the site. */
export const manifestOf = ({ name, shortName, words }: SiteSettings) => ({
  id: '/',
  name,
  short_name: shortName,
  description: words.home?.description,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: colours.ground,
  background_color: colours.ground,
  categories: ['games', 'social'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Leaderboards', url: '/leaderboards', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
    { name: 'Community', url: '/community', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
  ],
})
