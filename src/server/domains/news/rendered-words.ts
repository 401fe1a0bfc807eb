import type { NewsWords } from '../../../contract/news/news-schemas.ts'
import { renderMarkdown } from '../content/render-markdown.ts'

/** With the Markdown of each language as HTML. */
export const renderedWords = (words: NewsWords = {}) =>
  Object.fromEntries(
    Object.entries(words).map(([tag, texts]) => [
      tag,
      { ...texts, ...(texts.markdown !== undefined && { html: renderMarkdown(texts.markdown) }) },
    ]),
  )
