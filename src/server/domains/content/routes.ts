import { msg } from '@lingui/core/macro'
import type { contentEndpoints } from '../../../contract/content/content-endpoints.ts'
import { questionIds } from '../../../contract/content/question-ids.ts'
import { canChangeSetting, pageScopeOf } from '../../../contract/content/settings.ts'
import { pageWordsOf } from '../../../contract/content/words.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/http/endpoints.ts'
import { notFound } from '../../platform/http/errors.ts'
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
    async faq({ language }) {
      const { sections, ...faq } = content.current(language).faq
      // A translation has the questions in the order of what it translates.
      const ids = questionIds(content.written().faq)
      return {
        ...faq,
        sections: sections.map(({ title, questions }, section) => ({
          title,
          questions: questions.map((one, at) => ({ id: ids[section]![at]!, ...one })),
        })),
      }
    },
    shop: async ({ language }) => content.current(language).shop,
    guidelines: async ({ language }) => content.current(language).guidelines,
    words: async ({ language }) => {
      const { pages, shop } = content.current(language)
      return pageWordsOf(pages, shop.ranks.tiers)
    },
    legal: async ({ params, language }) => markdownFor(language, params.page),
    async ownPage({ viewer, language, params: { slug } }) {
      const page = content.current(language).ownPages.get(slug)
      if (page === undefined || !(page.isPublished || canChangeSetting(viewer, pageScopeOf(slug))))
        throw notFound(msg`There is no such page`)
      const [asked, written] = [languages.named(language).tag, languages.named(undefined).tag]
      const isWritten = asked === written || page.html !== content.current().ownPages.get(slug)?.html
      return isWritten ? page : { ...page, language: written }
    },
    handbook: async ({ language }) => markdownFor(language, 'handbook'),
    // As they are stored and sent to game servers; the player reads them in their language.
    reasons: async () => content.current().reasons,
  }
}
