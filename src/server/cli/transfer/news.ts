import { markdownProblem } from '../../../contract/news/markdown-problem.ts'
import { newsLimits, newsPath, slugOf, slugPattern } from '../../../contract/news/news.ts'
import { NewNews } from '../../../contract/news/news-schemas.ts'
import { codePoints } from '../../../contract/text.ts'
import { renderMarkdown } from '../../domains/content/render-markdown.ts'
import { publishItem } from '../../domains/news/publish.ts'
import { insertNews } from '../../domains/news/queries.ts'
import { renderedWords } from '../../domains/news/rendered-words.ts'
import { problemOf, type TransferRecord } from './format.ts'
import { htmlToMarkdown, plainText } from './html-to-markdown.ts'
import { dateNews, takenSlugs } from './queries.ts'
import { type ImportScope, isAhead, type Outcome, shortened } from './records.ts'
import { RefusedRecord } from './transfer-error.ts'

interface Written {
  readonly markdown?: string | null | undefined
  readonly html?: string | null | undefined
}

/**
 * The text in the site's own format, and as words alone where its marks are too many.
 * @throws {RefusedRecord} for one that is far longer than `max`, whatever its marks
 */
export function markdownOf({ markdown, html }: Written, notes: string[], max: number): string {
  const converted = markdown != null ? undefined : htmlToMarkdown(html ?? '')
  for (const [what, count] of converted?.lost ?? []) notes.push(`without ${count} × ${what}`)
  const text = (markdown ?? converted?.markdown ?? '').trim()
  if (text.length > 4 * max)
    throw new RefusedRecord(`${markdown == null ? 'html' : 'markdown'}: must be ${max} characters or less`)
  const problem = markdownProblem(text)
  if (problem === undefined) return text
  notes.push(`without its formatting (${problem})`)
  return plainText(text).replace(/[*_[\]<&`\\]/g, ' ')
}

/** Title and summary are single lines. */
export const oneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

export function fitted(name: string, text: string, max: number, notes: string[]): string {
  const line = oneLine(text)
  if (codePoints(line) > max) notes.push(`${name}: cut to ${max} characters`)
  return shortened(line, max)
}

/** The wanted last part of an address, or the first free one after it. */
async function freeSlug(
  { transaction }: ImportScope,
  { slug, title, id }: TransferRecord<'news'>,
  notes: string[],
): Promise<string> {
  const isSlug = slug != null && slugPattern.test(slug) && slug.length <= newsLimits.slug
  const wanted = isSlug ? slug : slugOf(slug || title) || slugOf(`news-${id}`) || 'news'
  const stem = wanted.slice(0, newsLimits.slug - 3).replace(/-$/, '')
  const candidates = [wanted, ...Array.from({ length: 98 }, (_, at) => `${stem}-${at + 2}`)]
  const taken = await takenSlugs(transaction, candidates)
  const free = candidates.find((one) => !taken.has(one))
  if (free === undefined) throw new RefusedRecord('slug: 99 news items here have this address')
  if (slug && free !== slug) notes.push(`slug: its address here is ${newsPath(free)}`)
  return free
}

export async function bringNews(scope: ImportScope, record: TransferRecord<'news'>): Promise<Outcome> {
  const { transaction, config } = scope
  const notes: string[] = []
  const markdown = markdownOf(record, notes, newsLimits.markdown)
  const slug = await freeSlug(scope, record, notes)
  const title = fitted('title', record.title, newsLimits.title.max, notes)
  // A summary that the source has not is the beginning of the text.
  const summary = record.summary
    ? fitted('summary', record.summary, newsLimits.summary, notes)
    : shortened(oneLine(plainText(markdown)) || title, newsLimits.summary)
  const words = Object.fromEntries(
    Object.entries(record.words ?? {}).map(([tag, texts]) => [
      tag,
      Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)),
    ]),
  )
  const checked = NewNews.safeParse({ title, slug, summary, markdown, words })
  if (!checked.success) throw new RefusedRecord(problemOf(checked.error))
  const author = record.author == null ? undefined : await scope.find('member', record.author)
  if (record.author != null && author?.userId == null)
    notes.push('author: unknown here, so it is by the team')
  const html = renderMarkdown(checked.data.markdown)
  const id = await insertNews(transaction, author?.userId ?? null, {
    ...checked.data,
    html,
    words: renderedWords(checked.data.words),
  })
  const { publishedAt } = record
  if (publishedAt && isAhead(publishedAt)) notes.push('publishedAt: it is in the future, so it is a draft')
  else if (publishedAt) {
    await dateNews(transaction, id, publishedAt)
    await publishItem(transaction, config, id, { at: publishedAt, isQuiet: true })
  }
  return { path: newsPath(slug), notes }
}
