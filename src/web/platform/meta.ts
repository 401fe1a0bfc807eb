import type { MetaDescriptor } from 'react-router'
import type { SiteSettings } from '../../contract/site.ts'

interface PageMeta {
  /** Without the site's name; undefined on the home page. */
  readonly title?: string
  readonly description: string
  /** Path of the page's one true address. */
  readonly path: string
  /** Path of the share image. */
  readonly image?: string
  /** Kept out of search engines. */
  readonly noindex?: boolean
}

interface RouteMatchWithSite {
  readonly id: string
  readonly loaderData?: unknown
}

/** The site settings that the root loader brought; every `meta` function receives the matches. */
export function siteOf(matches: readonly (RouteMatchWithSite | undefined)[]): SiteSettings {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { site?: SiteSettings }
    | undefined
  return root?.site ?? unknownSite
}

// Only before the root has loaded, which is when its loader failed: the error page then has no name to show.
const unknownSite: SiteSettings = {
  name: '',
  shortName: '',
  gameHost: '',
  gamePort: 19_132,
  publicUrl: '',
  leaderboardMaintenance: false,
  links: {
    discord: '/',
    youtube: '/',
    twitter: '/',
    instagram: '/',
    twitch: '/',
    tiktok: '/',
    bluesky: '/',
    linkHub: '/',
    staffApplication: '/',
  },
  support: { support: '', partnerships: '' },
}

/** Title, description, canonical address, OpenGraph and Twitter tags of a page. */
export function pageMeta(site: SiteSettings, page: PageMeta): MetaDescriptor[] {
  const title = page.title === undefined ? site.name : `${page.title} · ${site.name}`
  const address = `${site.publicUrl}${page.path}`
  const image = `${site.publicUrl}${page.image ?? '/share.png'}`
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: site.name },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
