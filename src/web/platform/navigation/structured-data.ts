import type { FaqContent } from '../../../contract/content/content-schemas.ts'
import { inlinePlain } from '../../../contract/content/inline-text.ts'
import type { SiteSettings } from '../../../contract/content/site.ts'

/** False for the shipped links, which lead to the front page of each service until the operator sets others. */
function isOwnPage(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { pathname, search } = new URL(link)
  return pathname !== '/' || search !== ''
}

/** The site and who runs it (schema.org, WebSite and Organization). */
export function siteData({ name, shortName, publicUrl, links }: SiteSettings) {
  const { staffApplication, ...outside } = links
  const sameAs = Object.values(outside).filter((link) => link !== undefined && isOwnPage(link))
  const organization = { '@id': `${publicUrl}/#organization` }
  return {
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name,
        url: `${publicUrl}/`,
        logo: `${publicUrl}/icon-512.png`,
        ...(sameAs.length > 0 && { sameAs }),
      },
      {
        '@type': 'WebSite',
        '@id': `${publicUrl}/#website`,
        name,
        alternateName: shortName,
        url: `${publicUrl}/`,
        inLanguage: 'en',
        publisher: organization,
      },
    ],
  }
}

/** Questions and answers (schema.org, FAQPage): `<JsonLd data={faqData(faq)} />` on the page that shows them. */
export const faqData = ({ sections }: Pick<FaqContent, 'sections'>) => ({
  '@type': 'FAQPage',
  mainEntity: sections
    .flatMap(({ questions }) => questions)
    .map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: inlinePlain(answer) },
    })),
})
