import { msg } from '@lingui/core/macro'
import { imageLimits } from '../../../contract/limits.ts'
import {
  isOldNews,
  newsCursor,
  newsHours,
  newslettersPerDay,
  slugPattern,
} from '../../../contract/news/news.ts'
import { newsEndpoints } from '../../../contract/news/news-endpoints.ts'
import type { NewsChange, NewsRecord } from '../../../contract/news/news-schemas.ts'
import type { Context } from '../../context.ts'
import { auditedRecords } from '../../platform/audited-records.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type Handlers, setNextPageLink } from '../../platform/http/endpoints.ts'
import { conflict, invalid, notFound } from '../../platform/http/errors.ts'
import { mergeWords, tooManyWords } from '../../platform/languages/record-words.ts'
import { storePostedImage } from '../../platform/media/image.ts'
import { teamOf } from '../../platform/team.ts'
import { renderMarkdown } from '../content/render-markdown.ts'
import { deleteNewsFanout } from '../notifications/queries/notify.ts'
import { haltIssue } from './newsletter/queries/issues.ts'
import { publishItem } from './publish.ts'
import {
  chooseSubscribers,
  deleteCover,
  deleteNews,
  findNews,
  findPublished,
  insertNews,
  listNews,
  listPublished,
  lockNews,
  scheduleNews,
  storeCover,
  unpublishNews,
  updateNews,
} from './queries.ts'
import { renderedWords } from './rendered-words.ts'

const gone = () => notFound(msg`There is no such news item`)

/** Errors by constraint name. */
export const newsConstraints = {
  news_slug_key: () => conflict(msg`Another news item has this address: choose another one`),
  news_words_size: () => invalid({ words: tooManyWords }),
}

const fieldsOf = ({ title, slug, summary, markdown, words }: NewsRecord) => ({
  title,
  slug,
  summary,
  markdown,
  words,
})

const merged = (record: NewsRecord, change: NewsChange, languages: readonly string[]) => ({
  title: change.title ?? record.title,
  slug: change.slug ?? record.slug,
  summary: change.summary ?? record.summary,
  markdown: change.markdown ?? record.markdown,
  words: mergeWords(record.words, change.words, languages),
})

const tooManyNewsletters = () =>
  conflict(
    msg`${newslettersPerDay} newsletters were sent within 24 hours, which is the most there may be. Publish this without it, or later`,
  )

const coverForm = { side: imageLimits.newsCoverSide, still: true } as const

const publicationOf = ({ state, publishAt, toSubscribers }: NewsRecord) => ({
  state,
  publishAt,
  toSubscribers,
})

/** News for everybody, and for admins, whose changes are recorded in the audit log. */
export function newsHandlers({
  config,
  database,
  imageLimiter,
  languages,
  live,
}: Pick<Context, 'config' | 'database' | 'imageLimiter' | 'languages' | 'live'>): Handlers<
  typeof newsEndpoints
> {
  const { findForChange, findWritten, audit } = auditedRecords({
    type: 'news',
    find: (transaction, id: number) => findNews(transaction, teamOf(config), id),
    gone,
  })

  const changing = <T>(work: (transaction: Executor) => Promise<T>): Promise<T> =>
    database.sql.transaction().execute(async (transaction) => {
      const result = await work(transaction)
      await live.publishChange(transaction)
      return result
    })

  const lockForChange = async (transaction: Executor, id: number, ifMatch: number | undefined) => {
    await lockNews(transaction, id)
    return findForChange(transaction, id, ifMatch)
  }

  const shownTo = (language: string | undefined) => ({
    team: teamOf(config),
    reader: languages.reader(language),
  })

  return {
    async list(request) {
      const items = await listPublished(database.sql, shownTo(request.language), request.query)
      setNextPageLink(request, newsEndpoints.list, items, request.query.limit, {}, newsCursor)
      return items
    },

    async show({ params, language }) {
      const item = slugPattern.test(params.slug)
        ? await findPublished(database.sql, shownTo(language), params.slug)
        : undefined
      if (item === undefined) throw gone()
      return item
    },

    async manage(request) {
      const records = await listNews(database.sql, teamOf(config), request.query)
      setNextPageLink(request, newsEndpoints.manage, records, request.query.limit)
      return records
    },

    create({ member, body }) {
      const html = renderMarkdown(body.markdown)
      const words = renderedWords(mergeWords({}, body.words, languages.tags))
      return changing(async (transaction) => {
        const id = await insertNews(transaction, member.id, { ...body, html, words })
        const record = await findWritten(transaction, id)
        await audit(transaction, member, 'create', id, { after: fieldsOf(record) })
        return record
      })
    },

    update: ({ member, params, body, ifMatch }) =>
      changing(async (transaction) => {
        const record = await lockForChange(transaction, params.id, ifMatch)
        const wanted = merged(record, body, languages.tags)
        if (record.wasPublished && wanted.slug !== record.slug)
          throw invalid({ slug: msg`The address of a published item stays, because links lead to it` })
        const { any, before, after } = changedFields(fieldsOf(record), wanted)
        if (!any) return record
        await updateNews(transaction, record.id, {
          ...wanted,
          html: renderMarkdown(wanted.markdown),
          words: renderedWords(body.words),
        })
        await audit(transaction, member, 'update', record.id, { before, after })
        return findWritten(transaction, record.id)
      }),

    publish: ({ member, params, body, ifMatch }) =>
      changing(async (transaction) => {
        const record = await lockForChange(transaction, params.id, ifMatch)
        if (record.state === 'published') throw conflict(msg`This news item is published already`, record)
        if (body.toSubscribers && config.smtpUrl === undefined)
          throw conflict(msg`This site cannot send email yet, so it cannot be sent to subscribers`)
        if (body.toSubscribers !== undefined)
          await chooseSubscribers(transaction, record.id, body.toSubscribers)
        const at = body.at === undefined ? undefined : Date.parse(body.at)
        const isAhead = at !== undefined && at > Date.now()
        const isOld = at !== undefined && isOldNews(at, Date.now())
        if (isOld && body.toSubscribers)
          throw invalid({ toSubscribers: msg`News older than ${newsHours} hours is not sent to subscribers` })
        // Chosen before, for another date.
        if (isOld) await chooseSubscribers(transaction, record.id, false)
        if (isAhead) await scheduleNews(transaction, record.id, body.at!)
        const now = isAhead
          ? await findWritten(transaction, record.id)
          : await publishItem(transaction, config, record.id, { at: body.at, isQuiet: isOld })
        if (!isAhead && now.missedNewsletter) throw tooManyNewsletters()
        await audit(transaction, member, isAhead ? 'schedule' : 'publish', record.id, {
          before: publicationOf(record),
          after: publicationOf(now),
        })
        return now
      }),

    unpublish: ({ member, params, ifMatch }) =>
      changing(async (transaction) => {
        const record = await lockForChange(transaction, params.id, ifMatch)
        if (record.state === 'draft') return record
        await unpublishNews(transaction, record.id)
        await haltIssue(transaction, record.id)
        const now = await findWritten(transaction, record.id)
        await audit(transaction, member, 'unpublish', record.id, {
          before: publicationOf(record),
          after: publicationOf(now),
        })
        return now
      }),

    remove: ({ member, params, ifMatch }) =>
      changing(async (transaction) => {
        const record = await lockForChange(transaction, params.id, ifMatch)
        await deleteNewsFanout(transaction, record.id)
        await deleteNews(transaction, record.id)
        await audit(transaction, member, 'delete', record.id, {
          before: { ...fieldsOf(record), ...publicationOf(record) },
        })
        return undefined
      }),

    async setCover({ member, params, body: { image: text, alt }, ifMatch }) {
      const image =
        text === undefined ? undefined : await storePostedImage({ imageLimiter }, 'image', text, coverForm)
      return changing(async (transaction) => {
        const record = await lockForChange(transaction, params.id, ifMatch)
        if (image === undefined && record.cover === null) throw invalid({ image: msg`Choose a picture` })
        await storeCover(transaction, record.id, { image, alt })
        const now = await findWritten(transaction, record.id)
        await audit(transaction, member, 'cover', record.id, {
          before: { cover: record.cover },
          after: { cover: now.cover },
        })
        return now
      })
    },

    removeCover: ({ member, params, ifMatch }) =>
      changing(async (transaction) => {
        const record = await lockForChange(transaction, params.id, ifMatch)
        if (record.cover === null) return record
        await deleteCover(transaction, record.id)
        await audit(transaction, member, 'cover', record.id, {
          before: { cover: record.cover },
          after: { cover: null },
        })
        return findWritten(transaction, record.id)
      }),

    preview: async ({ body }) => ({ html: renderMarkdown(body.markdown) }),
  }
}
