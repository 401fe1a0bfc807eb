import type { Transport } from './endpoint.ts'
import type { OwnUser } from './users.ts'

/** What the web side may know of the configuration; it travels with every page. */
export interface SiteSettings {
  readonly name: string
  readonly shortName: string
  readonly gameHost: string
  readonly gamePort: number
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Boards show a message instead of results (rulings, Leaderboard). */
  readonly leaderboardMaintenance: boolean
  readonly links: SiteLinks
  /** A line above every page. */
  readonly notice?: string
}

/** Outside links of content/links.json; the staff application falls back to the built-in form. */
export interface SiteLinks {
  readonly discord: string
  readonly youtube: string
  readonly twitter: string
  readonly instagram: string
  readonly twitch: string
  readonly tiktok: string
  readonly bluesky: string
  readonly linkHub: string
  readonly staffApplication: string
}

/** One document request, as the server hands it to server rendering. */
export interface PageRequest {
  readonly site: SiteSettings
  readonly viewer: OwnUser | null
  readonly nonce: string
  /** Calls the API in process, as the viewer. */
  readonly call: Transport
  /** Where a failure of rendering is told. */
  readonly reportError: (error: unknown) => void
}

/** `minecraft://?addExternalServer={site name, URL-encoded}|{host}:{port}` (rulings, Brand). */
export const addServerLink = (site: Pick<SiteSettings, 'name' | 'gameHost' | 'gamePort'>) =>
  `minecraft://?addExternalServer=${encodeURIComponent(site.name)}|${site.gameHost}:${site.gamePort}`
