import type { PackedRanks, RankNames } from '../accounts/ranks.ts'
import type { OwnUser } from '../accounts/users-schemas.ts'
import type { Transport } from '../endpoint.ts'
import type { CatalogueMessages, SiteLanguage } from '../languages.ts'
import type { NavigationEntry, SitePart } from './navigation.ts'
import type { RatingTier } from './tiers.ts'
import type { PageWords } from './words-schemas.ts'

/** Configuration that the web side may read; it is sent with every page. */
export interface SiteSettings {
  readonly name: string
  readonly shortName: string
  readonly gameHost: string
  readonly gamePort: number
  /** Without trailing slash. */
  readonly publicUrl: string
  /** When true, leaderboards show a maintenance message instead of results. */
  readonly leaderboardMaintenance: boolean
  /** False when no mail server is configured. */
  readonly sendsMail: boolean
  /** Set when members can link their Discord account. */
  readonly linksDiscord?: true
  readonly links: SiteLinks
  /** Members on Discord while its own figure is unknown; absent without an invite. */
  readonly discordMembers?: number
  readonly support: { readonly support?: string; readonly partnerships?: string }
  readonly footer: { readonly tagline: string; readonly legal: string }
  /** Absent while the look is the shipped one: a style of at most 500 bytes, the colour of the page, the logo's address. */
  readonly look?: {
    readonly css: string
    readonly ground: string
    readonly logo?: string
    /** At the top of Home; `x` and `y` are the point that stays in sight, in percent. */
    readonly hero?: { readonly url: string; readonly alt: string; readonly x: number; readonly y: number }
  }
  /** Absent while the ranks are the shipped ones. */
  readonly ranks?: PackedRanks
  /** Ranks that are sold under another name. */
  readonly rankNames?: RankNames
  /** Header and footer, where they are not the shipped ones. */
  readonly navigation?: {
    readonly header: readonly NavigationEntry[]
    readonly footer: readonly NavigationEntry[]
  }
  /** Parts of the site that are switched off; absent while none is. */
  readonly off?: readonly SitePart[]
  /** Display names of the leaderboards by game type: `overall` and the listed modes. */
  readonly boards: Readonly<Record<string, string>>
  /** Keys of the listed modes, in their order. */
  readonly modes: readonly string[]
  /** Tiers of the ratings from the lowest. */
  readonly tiers: readonly RatingTier[]
  readonly language?: SiteLanguage
  /** Texts by page; a document contains those of its own page. */
  readonly words: Partial<PageWords>
  /** The operator's announcement above every page; `link` is a path of this site or an external URL. */
  readonly announcement?: { readonly text: string; readonly link: string | null }
  /** A notice of this process above every page, such as "sample data". */
  readonly notice?: string
  /** Replaces the built-in teaser video. */
  readonly teaserVideoUrl?: string
}

/** External links from content/links.yaml, if set. The staff application falls back to the built-in form. */
interface SiteLinks {
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

/** A document request, passed by the server to server rendering. */
export interface PageRequest {
  readonly site: SiteSettings
  /** The texts of `site.language`; absent in English. */
  readonly messages?: CatalogueMessages
  readonly viewer: OwnUser | null
  readonly nonce: string
  /** Nothing of it is asked for later: without all its data it is an error. */
  readonly isWidget?: boolean
  /** Calls the API in process, on behalf of the viewer. */
  readonly call: Transport
  /** Reports a rendering failure or an API error; the implementation tells them apart. */
  readonly reportError: (error: unknown) => void
}

/** `host:port` of an address or URL. An IPv6 address is in brackets (RFC 3986), or its port would read as part of it. */
export const hostAndPort = (host: string, port: number | string) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** `minecraft://?addExternalServer={site name, URL-encoded}|{host}:{port}` (docs/spec/rulings.md, Brand). */
export const addServerLink = (site: Pick<SiteSettings, 'name' | 'gameHost' | 'gamePort'>) =>
  `minecraft://?addExternalServer=${encodeURIComponent(site.name)}|${hostAndPort(site.gameHost, site.gamePort)}`
