import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SiteSettings } from '../../contract/site.ts'
import type { OwnUser } from '../../contract/users.ts'
import { SiteProvider } from '../platform/site.tsx'

/** A site that is not the shipped one: what shows the default name is caught. */
export const testSite: SiteSettings = {
  name: 'Ember Isles',
  shortName: 'Isles',
  gameHost: 'play.isles.example',
  gamePort: 19132,
  publicUrl: 'https://isles.example',
  leaderboardMaintenance: false,
  sendsMail: true,
  links: {
    discord: 'https://discord.example/',
    youtube: 'https://youtube.example/',
    twitter: 'https://twitter.example/',
    instagram: 'https://instagram.example/',
    twitch: 'https://twitch.example/',
    tiktok: 'https://tiktok.example/',
    bluesky: 'https://bluesky.example/',
    linkHub: 'https://hub.example/',
    staffApplication: 'https://staff.example/',
  },
  support: { support: 'support@isles.example', partnerships: 'partners@isles.example' },
}

export const testViewer: OwnUser = {
  id: 7,
  username: 'steve',
  email: null,
  bio: null,
  discordTag: null,
  avatarUrl: null,
  rank: 'Product Staff',
  createdAt: '2026-01-05T15:04:00.000Z',
  lastLogin: null,
  gamertag: null,
}

/** What every component may count on finding above itself. */
export function TestProviders({
  children,
  client = new QueryClient(),
}: {
  children: ReactNode
  client?: QueryClient
}) {
  return (
    <SiteProvider site={testSite}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </SiteProvider>
  )
}
