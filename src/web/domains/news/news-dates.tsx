import { Trans } from '@lingui/react/macro'
import type { NewsItem } from '../../../contract/news/news-schemas.ts'
import { Time } from '../../ui/time.tsx'

/** When an item was published and edited, and who wrote it. */
export function NewsDates({
  item: { publishedAt, editedAt, author },
}: {
  item: Pick<NewsItem, 'publishedAt' | 'editedAt' | 'author'>
}) {
  const published = <Time iso={publishedAt} />
  const name = <bdi>{author.username}</bdi>
  const edited = editedAt !== null && <Time iso={editedAt} />
  return (
    <p className="wrap-anywhere text-ink-faint text-sm">
      {edited ? (
        <Trans>
          {published} by {name}, edited {edited}
        </Trans>
      ) : (
        <Trans>
          {published} by {name}
        </Trans>
      )}
    </p>
  )
}
