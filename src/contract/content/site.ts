import type { RankNames } from '../accounts/ranks.ts'
import type { OwnUser } from '../accounts/users-schemas.ts'
import type { Transport } from '../endpoint.ts'
import type { BoardNames, PageWords } from './words-schemas.ts'

/** What the web side may know of the configuration; it travels with every page. */
export interface SiteSettings {
  readonly name: string
  readonly shortName: string
  readonly gameHost: string
  readonly gamePort: number
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Boards show a message instead of results (docs/spec/rulings.md, Leaderboard). */
  readonly leaderboardMaintenance: boolean
  /** Whether members can be sent mail at all. */
  readonly sendsMail: boolean
  readonly links: SiteLinks
  readonly support: { readonly support?: string; readonly partnerships?: string }
  readonly footer: { readonly tagline: string; readonly legal: string }
  /** What ranks are called that are sold under another name than their own. */
  readonly rankNames?: RankNames
  /** What the boards are called. */
  readonly boards: BoardNames
  /** The words of pages; a document carries those of its own page. */
  readonly words: Partial<PageWords>
  /** The operator's line above every page; `link` is a path of this site or an outside link. */
  readonly announcement?: { readonly text: string; readonly link: string | null }
  /** The process's own line above every page: sample data, say. */
  readonly notice?: string
  /** Takes the place of the shipped teaser video. */
  readonly teaserVideoUrl?: string
}

/** Outside links: those of content/links.yaml that are there. The staff application falls back to the built-in form. */
export interface SiteLinks {
  readonly discord: string
  readonly youtube?: string
  readonly twitter?: string
  readonly instagram?: string
  readonly twitch?: string
  readonly tiktok?: string
  readonly bluesky?: string
  readonly linkHub?: string
  readonly staffApplication: string
}

/** One document request, as the server hands it to server rendering. */
export interface PageRequest {
  readonly site: SiteSettings
  readonly viewer: OwnUser | null
  readonly nonce: string
  /** Calls the API in process, as the viewer. */
  readonly call: Transport
  /** Where a failure of rendering is told, and what the API said in place of data; it tells the two apart. */
  readonly reportError: (error: unknown) => void
}

/** `minecraft://?addExternalServer={site name, URL-encoded}|{host}:{port}` (docs/spec/rulings.md, Brand). */
export const addServerLink = (site: Pick<SiteSettings, 'name' | 'gameHost' | 'gamePort'>) =>
  `minecraft://?addExternalServer=${encodeURIComponent(site.name)}|${site.gameHost}:${site.gamePort}`
