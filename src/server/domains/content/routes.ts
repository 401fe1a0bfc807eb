import { msg } from '@lingui/core/macro'
import type { contentEndpoints } from '../../../contract/content/content-endpoints.ts'
import { canChangeSetting, pageScopeOf } from '../../../contract/content/settings.ts'
import { pageWordsOf } from '../../../contract/content/words.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/endpoints.ts'
import { notFound } from '../../platform/errors.ts'
import type { MarkdownPage } from './markdown-pages.ts'
import type { ContentStore } from './store.ts'

export const contentHandlers = (
  content: ContentStore,
  { languages }: Pick<Context, 'languages'>,
): Handlers<typeof contentEndpoints> => {
  const markdownFor = (asked: string | undefined, page: MarkdownPage) => {
    const { html, language } = content.current(asked).markdown[page]
    return language === languages.named(asked).tag ? { html } : { html, language }
  }
  return {
    rules: async ({ language }) => content.current(language).rules,
    faq: async ({ language }) => content.current(language).faq,
    shop: async ({ language }) => content.current(language).shop,
    guidelines: async ({ language }) => content.current(language).guidelines,
    words: async ({ language }) => {
      const { pages, shop } = content.current(language)
      return pageWordsOf(pages, shop.ranks.tiers)
    },
    legal: async ({ params, language }) => markdownFor(language, params.page),
    async ownPage({ viewer, params: { slug } }) {
      const page = content.current().ownPages.get(slug)
      const isSeen = page?.isPublished || canChangeSetting(viewer, pageScopeOf(slug))
      if (page === undefined || !isSeen) throw notFound(msg`There is no such page`)
      return page
    },
    handbook: async ({ language }) => markdownFor(language, 'handbook'),
    // As they are stored and sent to game servers; the player reads them in their language.
    reasons: async () => content.current().reasons,
  }
}
