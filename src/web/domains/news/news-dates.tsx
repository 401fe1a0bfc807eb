import { useLingui } from '@lingui/react/macro'
import type { NewsItem } from '../../../contract/news/news-schemas.ts'
import { Time } from '../../ui/time.tsx'

/** When an item was published and edited, and who wrote it. */
export function NewsDates({ item }: { item: Pick<NewsItem, 'publishedAt' | 'editedAt' | 'author'> }) {
  const { t } = useLingui()
  return (
    <p className="wrap-anywhere text-ink-faint text-sm">
      <Time iso={item.publishedAt} />
      {t` by `}
      <bdi>{item.author.username}</bdi>
      {item.editedAt !== null && (
        <>
          {t`, edited `}
          <Time iso={item.editedAt} />
        </>
      )}
    </p>
  )
}
