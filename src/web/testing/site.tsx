import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { parse } from 'yaml'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { RankedContent } from '../../contract/content/ranked-schemas.ts'
import { ShopFile, shopOf } from '../../contract/content/shop-schemas.ts'
import type { SiteSettings } from '../../contract/content/site.ts'
import { pageWordsOf } from '../../contract/content/words.ts'
import { PagesContent } from '../../contract/content/words-schemas.ts'
import { shippedGameTypes } from '../../contract/rankings/stats.ts'
import { SiteProvider } from '../platform/site.tsx'

const identity = {
  site: 'Ember Isles',
  short: 'Isles',
  host: 'play.isles.example',
  port: '19132',
}

/** A shipped content file, its placeholders filled in for the site of the tests, which has everything but a store. */
export const shippedFile = (name: string): unknown =>
  parse(
    readFileSync(join(import.meta.dirname, '../../../content', name), 'utf8')
      .replace(/\{(site|short|host|port)\}/g, (_, key: keyof typeof identity) => identity[key])
      .replace(/\{if: ([\w.]+)\}([^{]*)(?:\{else\}([^{]*))?\{end\}/g, (_, condition, then, otherwise = '') =>
        condition === 'shop.storeUrl' ? otherwise : then,
      ),
  )

const pages = PagesContent.parse(shippedFile('pages.yaml'))
/** The shop that ships, on the site of the tests. */
export const shippedShop = shopOf(ShopFile.parse(shippedFile('shop.yaml')))

/** A site that is not the shipped one: what shows the default name is caught. */
export const testSite: SiteSettings = {
  name: identity.site,
  shortName: identity.short,
  gameHost: identity.host,
  gamePort: Number(identity.port),
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
  footer: pages.footer,
  boards: pages.boards,
  modes: shippedGameTypes,
  tiers: RankedContent.parse(shippedFile('ranked.yaml')).tiers,
  words: pageWordsOf(pages, shippedShop.ranks.tiers),
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

/** Nothing is asked for a second time, as on the site. */
const makeClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** Providers that every component needs. */
export function TestProviders({
  children,
  client = makeClient(),
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
