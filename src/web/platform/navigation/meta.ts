import type { MetaDescriptor } from 'react-router'
import { isListed, shareImageOf } from '../../../contract/content/public-paths.ts'
import type { SiteSettings } from '../../../contract/content/site.ts'
import { addressIn, type SiteLanguage, type Text } from '../../../contract/languages.ts'
import { sayIn } from '../translation.tsx'

interface MetaTags {
  /** Without the site's name; undefined on the home page. */
  readonly title?: Text | undefined
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

/** What `meta` functions may read of the site. */
export type MetaSite = Pick<
  SiteSettings,
  'name' | 'shortName' | 'publicUrl' | 'language' | 'boards' | 'modes' | 'ranks' | 'words'
>

interface RouteMatchWithSite {
  readonly id: string
  readonly loaderData?: unknown
}

/** The site settings of the root loader; every `meta` function receives the matches. */
export function siteOf(matches: readonly (RouteMatchWithSite | undefined)[]): MetaSite {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { site?: SiteSettings }
    | undefined
  return root?.site ?? unknownSite
}

// Only before the root has loaded, which is when its loader failed: the error page then has no name to show.
const unknownSite: MetaSite = {
  name: '',
  shortName: '',
  publicUrl: '',
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

/** Addresses of a page by language; the bare one is in the default. `x-default` is for readers of other languages. */
const addressesOf = ({ offered = [] }: SiteLanguage, address: string): [string, string][] => [
  ...offered.map(({ tag }, at): [string, string] => [tag, at === 0 ? address : addressIn(tag, address)]),
  ['x-default', address],
]

/** The address in the language of the page. */
const addressFor = (language: SiteLanguage | undefined, address: string): string =>
  new Map(language && addressesOf(language, address)).get(language?.tag ?? '') ?? address

/** One `<meta>` per value that is known. */
const tags = (key: 'name' | 'property', values: Readonly<Record<string, string | undefined>>) =>
  Object.entries(values).flatMap(([name, content]) =>
    content === undefined ? [] : [{ [key]: name, content }],
  )

/** The `meta` of a page that always has the same title and path. The title is undefined on the home page. */
export const pageMeta =
  (
    path: string,
    title: Text | undefined,
    description: Text | ((site: MetaSite) => MetaTags['description']),
  ) =>
  ({ matches }: { readonly matches: Parameters<typeof siteOf>[0] }) => {
    const site = siteOf(matches)
    return metaTags(site, {
      title,
      description: typeof description === 'function' ? description(site) : description,
      path,
    })
  }

/** Title, description, canonical address, OpenGraph and Twitter tags of a page. */
export function metaTags(site: MetaSite, page: MetaTags): MetaDescriptor[] {
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
    ...tags('name', { description }),
    { tagName: 'link', rel: 'canonical', href: address },
    ...languages.map(([hrefLang, href]) => ({ tagName: 'link', rel: 'alternate', hrefLang, href })),
    ...tags('property', {
      'og:type': profile === undefined ? 'website' : 'profile',
      'profile:username': profile,
      'og:site_name': site.name,
      'og:locale': localeOf(site.language),
      'og:title': title,
      'og:description': description,
      'og:url': address,
      'og:image': image,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': imageAlt,
    }),
    ...tags('name', {
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': image,
      'twitter:image:alt': imageAlt,
      robots: isIndexed ? undefined : 'noindex',
    }),
  ]
}
