import type { MetaDescriptor } from 'react-router'
import { isListed, shareImageOf } from '../../contract/content/public-paths.ts'
import type { SiteSettings } from '../../contract/content/site.ts'
import { addressIn, type SiteLanguage, type Text } from '../../contract/languages.ts'
import { sayIn } from './translation.tsx'

interface PageMeta {
  /** Without the site's name; undefined on the home page. */
  readonly title?: Text
  /** Left out when the page's words did not come with the document. */
  readonly description: Text | undefined
  /** Path of the page's one true address. */
  readonly path: string
  /** Path of the share image; the public pages have one each, the others the site's. */
  readonly image?: string
  /** What the share image shows, in words; the title when absent. */
  readonly imageAlt?: Text
  /** Whose page it is, when it is a person's. */
  readonly profile?: string
  /** Kept out of search engines, as is every address that is not among the public ones of the contract. */
  readonly noindex?: boolean
}

interface RouteMatchWithSite {
  readonly id: string
  readonly loaderData?: unknown
}

/** The site settings of the root loader; every `meta` function receives the matches. */
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
  sendsMail: false,
  links: { discord: '/', staffApplication: '/' },
  support: {},
  footer: { tagline: '', legal: '' },
  boards: { overall: '' },
  modes: [],
  words: {},
}

/** As Open Graph wants it: with a territory. */
function localeOf(language: SiteLanguage | undefined): string {
  if (language === undefined || language.tag === 'en') return 'en_US'
  const { language: name, region } = new Intl.Locale(language.tag).maximize()
  return `${name}_${region}`
}

/** Addresses of a page by language: the bare one is in the default. `x-default` is for whoever reads none of them. */
const addressesOf = ({ offered = [] }: SiteLanguage, address: string): [string, string][] => [
  ...offered.map(({ tag }, at): [string, string] => [tag, at === 0 ? address : addressIn(tag, address)]),
  ['x-default', address],
]

/** The address in the language of the page. */
const addressFor = (language: SiteLanguage | undefined, address: string): string =>
  new Map(language && addressesOf(language, address)).get(language?.tag ?? '') ?? address

/** Title, description, canonical address, OpenGraph and Twitter tags of a page. */
export function pageMeta(site: SiteSettings, page: PageMeta): MetaDescriptor[] {
  const { path, profile } = page
  const say = (text: Text) => sayIn(site.language, text)
  const description = page.description && say(page.description)
  const title = page.title === undefined ? site.name : `${say(page.title)} · ${site.name}`
  const isIndexed = page.noindex !== true && isListed(path)
  const bare = `${site.publicUrl}${path}`
  const languages = site.language && isIndexed ? addressesOf(site.language, bare) : []
  const address = isIndexed && site.language?.isInAddress ? addressFor(site.language, bare) : bare
  const image = addressFor(site.language, `${site.publicUrl}${page.image ?? shareImageOf(path)}`)
  const imageAlt = page.imageAlt === undefined ? title : say(page.imageAlt)
  return [
    { title },
    ...(description === undefined ? [] : [{ name: 'description', content: description }]),
    { tagName: 'link', rel: 'canonical', href: address },
    ...languages.map(([hrefLang, href]) => ({ tagName: 'link', rel: 'alternate', hrefLang, href })),
    { property: 'og:type', content: profile === undefined ? 'website' : 'profile' },
    ...(profile === undefined ? [] : [{ property: 'profile:username', content: profile }]),
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: localeOf(site.language) },
    { property: 'og:title', content: title },
    ...(description === undefined ? [] : [{ property: 'og:description', content: description }]),
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: imageAlt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    ...(description === undefined ? [] : [{ name: 'twitter:description', content: description }]),
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: imageAlt },
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
