import { type RawBuilder, sql } from 'kysely'
import type {
  Cover,
  NewNews,
  NewsArticle,
  NewsItem,
  NewsRecord,
  NewsWords,
} from '../../../contract/news/news-schemas.ts'
import type { Executor } from '../../platform/database/database.ts'
import {
  changedWords,
  inLanguage,
  type Reader,
  type RecordWords,
  withoutEmpty,
} from '../../platform/languages/record-words.ts'
import type { StoredImage } from '../../platform/media/image.ts'

interface Page {
  readonly before?: number | undefined
  readonly limit: number
}

interface PublishedPage {
  /** Without a moment: that at which the item was published, while it still is. */
  readonly before?: { readonly id: number; readonly at: Date | null } | undefined
  readonly limit: number
}

/** Words of an item in another language, with the Markdown as HTML. */
type StoredWords = NewsWords[string] & { readonly html?: string }

interface NewsRow {
  id: number
  slug: string
  title: string
  summary: string
  markdown: string
  html: string
  words: RecordWords<StoredWords>
  author: string | null
  comments: number
  cover: (Pick<Cover, 'alt' | 'width' | 'height'> & { readonly hash: string }) | null
  publish_at: Date | null
  published_at: Date | null
  announced_at: Date | null
  to_subscribers: boolean
  missed_newsletter: boolean
  edited_at: Date | null
  updated_at: Date | null
  version: number
  created_at: Date
}

/** A published item: the index of its order holds no others. */
type PublishedRow = NewsRow & { published_at: Date }

const newsRows = <Row extends NewsRow = NewsRow>(which: RawBuilder<unknown>) => sql<Row>`
  SELECT news.*, users.shown_name AS author,
    (SELECT count(*)::int FROM comments WHERE comments.news_id = news.id) AS comments,
    (SELECT json_build_object('hash', encode(hash, 'hex'), 'alt', alt, 'width', width, 'height', height)
      FROM news_covers WHERE news_id = news.id) AS cover
  FROM news LEFT JOIN users ON users.id = author_id AND users.deleted_at IS NULL ${which}
`

const coverOf = ({ id, cover }: NewsRow): Cover | null => {
  if (cover === null) return null
  const { hash, alt, width, height } = cover
  return { url: `/news/covers/${id}/${hash}.webp`, alt, width, height }
}

const common = (row: NewsRow, team: string) => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  author: { username: row.author ?? team },
  cover: coverOf(row),
  editedAt: row.edited_at?.toISOString() ?? null,
})

/** Whom items are shown to: what they are by whose author is gone, and the language. */
export interface Shown {
  readonly team: string
  readonly reader: Reader
}

function articleOf(row: PublishedRow, { team, reader }: Shown): NewsArticle {
  const said = inLanguage(row, ['title', 'summary', 'html'], reader)
  const titles = [row.title, ...Object.values(row.words).map(({ title }) => title)]
  const others = titles.filter((title) => title !== undefined && title !== said.title)
  return {
    ...common(said, team),
    ...(said.untranslated && { untranslated: said.untranslated }),
    ...(others.length > 0 && { alsoTitled: [...new Set(others)] as string[] }),
    publishedAt: row.published_at.toISOString(),
    html: said.html,
    commentCount: row.comments,
  }
}

const recordOf = (row: NewsRow, team: string): NewsRecord => ({
  ...common(row, team),
  markdown: row.markdown,
  words: Object.fromEntries(Object.entries(row.words).map(([tag, { html, ...words }]) => [tag, words])),
  state: row.published_at !== null ? 'published' : row.publish_at !== null ? 'scheduled' : 'draft',
  publishAt: (row.published_at ?? row.publish_at)?.toISOString() ?? null,
  wasPublished: row.announced_at !== null,
  toSubscribers: row.to_subscribers,
  missedNewsletter: row.missed_newsletter,
  version: row.version,
  createdAt: row.created_at.toISOString(),
})

/** An id says nothing about the moment once its item was taken back: what was written earlier follows. */
const isBehind = ({ id, at }: NonNullable<PublishedPage['before']>) =>
  at === null
    ? sql`coalesce((published_at, news.id) < (SELECT published_at, id FROM news WHERE id = ${id}), news.id < ${id})`
    : sql`(published_at, news.id) < (${at}, ${id})`

/** Newest first, after the item `before`. */
const published = ({ before, limit }: PublishedPage) =>
  newsRows<PublishedRow>(sql`
  WHERE published_at IS NOT NULL ${before === undefined ? sql`` : sql`AND ${isBehind(before)}`}
  ORDER BY published_at DESC, news.id DESC LIMIT ${limit}`)

export async function listPublished(
  executor: Executor,
  shown: Shown,
  page: PublishedPage,
): Promise<NewsItem[]> {
  const found = await published(page).execute(executor)
  return found.rows.map((row) => articleOf(row, shown))
}

/** The newest with their texts, for the feed. */
/** An article with the fields by which feed readers distinguish its versions. */
export type FeedArticle = NewsArticle & { readonly createdAt: string; readonly updatedAt: string }

export async function listArticles(executor: Executor, shown: Shown, limit: number): Promise<FeedArticle[]> {
  const found = await published({ limit }).execute(executor)
  return found.rows.map((row) => ({
    ...articleOf(row, shown),
    createdAt: row.created_at.toISOString(),
    updatedAt: (row.updated_at ?? row.published_at).toISOString(),
  }))
}

/** When any published item last changed, also one that is gone; the epoch without any. */
export async function newsUpdatedAt(executor: Executor): Promise<string> {
  const { rows: found } = await sql<{ at: Date }>`SELECT updated_at AS at FROM news_feed`.execute(executor)
  return (found[0]?.at ?? new Date(0)).toISOString()
}

export async function findPublished(
  executor: Executor,
  shown: Shown,
  slug: string,
): Promise<NewsArticle | undefined> {
  const found = await newsRows<PublishedRow>(sql`WHERE slug = ${slug} AND published_at IS NOT NULL`).execute(
    executor,
  )
  return found.rows[0] && articleOf(found.rows[0], shown)
}

export async function listNews(
  executor: Executor,
  team: string,
  { before, limit }: Page,
): Promise<NewsRecord[]> {
  const found = await newsRows(
    sql`WHERE news.id < ${before ?? 2_147_483_647} ORDER BY news.id DESC LIMIT ${limit}`,
  ).execute(executor)
  return found.rows.map((row) => recordOf(row, team))
}

export async function findNews(
  executor: Executor,
  team: string,
  id: number,
): Promise<NewsRecord | undefined> {
  const found = await newsRows(sql`WHERE news.id = ${id}`).execute(executor)
  return found.rows[0] && recordOf(found.rows[0], team)
}

/** An item that this transaction wrote. */
export async function findWritten(transaction: Executor, team: string, id: number): Promise<NewsRecord> {
  const record = await findNews(transaction, team, id)
  if (record === undefined) throw new Error(`news item ${id} is missing after it was written`)
  return record
}

/** Locks the item until the transaction ends. */
export const lockNews = (transaction: Executor, id: number) =>
  sql`SELECT FROM news WHERE id = ${id} FOR NO KEY UPDATE`.execute(transaction)

type Written = Omit<NewNews, 'words'> & {
  readonly html: string
  /** A language that is not named stays as it is. */
  readonly words?: RecordWords<StoredWords> | undefined
}

/** `authorId`: null for an author who has no account here. */
export async function insertNews(
  transaction: Executor,
  authorId: number | null,
  news: Written,
): Promise<number> {
  const { title, slug, summary, markdown, html, words = {} } = news
  const { id } = await transaction
    .insertInto('news')
    .values({
      title,
      slug,
      summary,
      markdown,
      html,
      words: JSON.stringify(withoutEmpty(words)),
      author_id: authorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateNews(transaction: Executor, id: number, news: Written): Promise<void> {
  await sql`
    UPDATE news SET title = ${news.title}, slug = ${news.slug}, summary = ${news.summary},
      markdown = ${news.markdown}, html = ${news.html}, words = ${changedWords(news.words)}, version = version + 1,
      edited_at = CASE WHEN published_at IS NOT NULL THEN statement_timestamp() END
    WHERE id = ${id}
  `.execute(transaction)
}

/** Gives a locked item this cover, or its cover another text. */
export async function storeCover(
  transaction: Executor,
  id: number,
  { image, alt }: { readonly image: StoredImage | undefined; readonly alt: string },
): Promise<void> {
  if (image === undefined)
    await transaction.updateTable('news_covers').set({ alt }).where('news_id', '=', id).execute()
  else {
    const { hash, bytes, width, height } = image
    await sql`
      INSERT INTO news_covers (news_id, hash, bytes, width, height, alt)
      VALUES (${id}, ${hash}, ${bytes}, ${width}, ${height}, ${alt})
      ON CONFLICT (news_id) DO UPDATE SET hash = excluded.hash, bytes = excluded.bytes,
        width = excluded.width, height = excluded.height, alt = excluded.alt
    `.execute(transaction)
  }
  await markEdited(transaction, id)
}

export async function deleteCover(transaction: Executor, id: number): Promise<void> {
  await transaction.deleteFrom('news_covers').where('news_id', '=', id).execute()
  await markEdited(transaction, id)
}

const markEdited = (transaction: Executor, id: number) =>
  sql`
    UPDATE news SET version = version + 1,
      edited_at = CASE WHEN published_at IS NOT NULL THEN statement_timestamp() END
    WHERE id = ${id}
  `.execute(transaction)

export async function findCover(
  executor: Executor,
  id: number,
  hash: Buffer,
): Promise<{ readonly bytes: Buffer; readonly isPublished: boolean } | undefined> {
  const { rows: covers } = await sql<{ bytes: Buffer; isPublished: boolean }>`
    SELECT bytes, published_at IS NOT NULL AS "isPublished" FROM news_covers JOIN news ON news.id = news_id
    WHERE news_id = ${id} AND hash = ${hash}
  `.execute(executor)
  return covers[0]
}

/** Schedules a locked item. */
export async function scheduleNews(transaction: Executor, id: number, at: string): Promise<void> {
  await sql`UPDATE news SET publish_at = ${at}, version = version + 1 WHERE id = ${id}`.execute(transaction)
}

/** What was sent to subscribers stays so, unless it was taken back before all had it. */
export async function chooseSubscribers(
  transaction: Executor,
  id: number,
  toSubscribers: boolean,
): Promise<void> {
  await sql`
    UPDATE news SET to_subscribers = ${toSubscribers} OR EXISTS (
      SELECT FROM newsletter_issues WHERE news_id = news.id AND halted_at IS NULL)
    WHERE id = ${id}
  `.execute(transaction)
}

/**
 * Publishes a locked item; returns whether it is the first time. Without a date the time is that of the statement: the
 * transaction may have begun before another one published a newer item. It is in milliseconds, as cursors name it.
 */
export async function publishNews(transaction: Executor, id: number, at?: string): Promise<boolean> {
  const date = sql`coalesce(${at ?? null}::timestamptz, statement_timestamp())`
  const found = await sql<{ isFirst: boolean }>`
    UPDATE news SET publish_at = ${date}, published_at = date_trunc('milliseconds', ${date}),
      announced_at = coalesce(before.announced_at, statement_timestamp()), edited_at = NULL,
      missed_newsletter = false, version = news.version + 1
    FROM (SELECT announced_at FROM news WHERE id = ${id}) AS before
    WHERE news.id = ${id} RETURNING before.announced_at IS NULL AS "isFirst"
  `.execute(transaction)
  return found.rows[0]?.isFirst ?? false
}

/** Notes that the item was published without the newsletter that was chosen, because no other might go out that day. */
export async function missNewsletter(transaction: Executor, id: number): Promise<void> {
  await sql`UPDATE news SET to_subscribers = false, missed_newsletter = true WHERE id = ${id}`.execute(
    transaction,
  )
}

/** Makes a locked item a draft. */
export async function unpublishNews(transaction: Executor, id: number): Promise<void> {
  await sql`
    UPDATE news SET publish_at = NULL, published_at = NULL, edited_at = NULL, version = version + 1 WHERE id = ${id}
  `.execute(transaction)
}

export async function deleteNews(transaction: Executor, id: number): Promise<void> {
  await transaction.deleteFrom('news').where('id', '=', id).execute()
}

/** Locks the scheduled item that is due longest and that no other process publishes; returns its id. */
export async function lockDueNews(transaction: Executor): Promise<number | undefined> {
  const { rows: due } = await sql<{ id: number }>`
    SELECT id FROM news WHERE published_at IS NULL AND publish_at <= statement_timestamp()
    ORDER BY publish_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  `.execute(transaction)
  return due[0]?.id
}
