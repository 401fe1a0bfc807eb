import {
  isPageSlug,
  isReservedSlug,
  ownPageLimits,
  ownPagePath,
} from '../../../contract/content/own-pages.ts'
import { OwnPageContent } from '../../../contract/content/own-pages-schemas.ts'
import { isPageScope, pageScopeOf, settingScopes } from '../../../contract/content/settings.ts'
import { slugOf } from '../../../contract/news/news.ts'
import { problemIn } from '../../domains/content/content.ts'
import {
  baseOfNew,
  currentRevisions,
  insertRevision,
  lockRevisions,
} from '../../domains/content/settings/queries.ts'
import { problemOf, type TransferRecord } from './format.ts'
import { fitted, markdownOf } from './news.ts'
import { type ImportScope, isAhead, type Outcome } from './records.ts'
import { RefusedRecord } from './transfer-error.ts'

/**
 * Braces of another program are no placeholders of this one. Code knows no entities, so it ends before a brace that would
 * begin one, and goes on behind it.
 */
const withoutPlaceholders = (markdown: string) =>
  markdown.replace(/\\[\s\S]|`([^`]*)`|\{/g, (whole, code?: string) => {
    if (whole === '{') return '&#123;'
    if (code === undefined) return whole
    return code
      .split(/\{(?=[A-Za-z}])/)
      .map((part) => part && `\`${part}\``)
      .join('&#123;')
  })

export async function bringPage(
  { transaction, content }: ImportScope,
  record: TransferRecord<'page'>,
): Promise<Outcome> {
  const notes: string[] = []
  const written = markdownOf(record, notes, ownPageLimits.text)
  const text = record.html == null ? written : withoutPlaceholders(written)
  await lockRevisions(transaction)
  const current = await currentRevisions(transaction)
  if ([...current.keys()].filter(isPageScope).length >= ownPageLimits.pages)
    throw new RefusedRecord(`there are ${ownPageLimits.pages} pages already, which is the most there may be`)
  const isFree = (slug: string) =>
    isPageSlug(slug) && !isReservedSlug(slug) && !current.has(pageScopeOf(slug))
  const wanted = slugOf(record.slug.replace(/^\/+|\/+$/g, '')).slice(0, ownPageLimits.slug - 5)
  const slug = [wanted, `${wanted}-page`, `${wanted}-2`].find(isFree)
  if (slug === undefined) throw new RefusedRecord('slug: this address is taken or reserved here')
  if (slug !== record.slug) notes.push(`slug: its address here is ${ownPagePath(slug)}`)
  const checked = OwnPageContent.safeParse({
    title: fitted('title', record.title, ownPageLimits.title, notes),
    description: record.description
      ? fitted('description', record.description, ownPageLimits.description, notes)
      : null,
    text,
    isPublished: record.isPublished ?? true,
  })
  if (!checked.success) throw new RefusedRecord(problemOf(checked.error))
  const scope = pageScopeOf(slug)
  const saved = new Map([
    ...settingScopes.map((one) => [one, current.get(one)?.value] as const),
    ...[...current].flatMap(([one, { value }]) => (isPageScope(one) ? [[one, value] as const] : [])),
    [scope, checked.data] as const,
  ])
  const problem = problemIn(content.with(saved), scope)
  if (problem !== undefined) throw new RefusedRecord(problem.reason)
  if (record.updatedAt && isAhead(record.updatedAt)) throw new RefusedRecord('updatedAt: it is in the future')
  const base = await baseOfNew(transaction, scope)
  await insertRevision(transaction, {
    scope,
    value: checked.data,
    base,
    by: null,
    at: record.updatedAt ?? undefined,
  })
  return { path: ownPagePath(slug), notes }
}
