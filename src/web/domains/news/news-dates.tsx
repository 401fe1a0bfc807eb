import type { NewsItem } from '../../../contract/news/news-schemas.ts'
import { Time } from '../../ui/time.tsx'

/** When an item was published and edited, and who wrote it. */
export function NewsDates({ item }: { item: Pick<NewsItem, 'publishedAt' | 'editedAt' | 'author'> }) {
  return (
    <p className="wrap-anywhere text-ink-faint text-sm">
      <Time iso={item.publishedAt} />
      {' by '}
      <bdi>{item.author.username}</bdi>
      {item.editedAt !== null && (
        <>
          {', edited '}
          <Time iso={item.editedAt} />
        </>
      )}
    </p>
  )
}
