import type { PracticeCategory } from '../../../../contract/network/practice-schemas.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { cardLooks } from './card-looks.ts'
import { categoryWords } from './category-words.ts'

/** The menu before its modes are known: as many cards as the shipped ones (spec 9), in their shape. */
export function PracticeLoading({ category }: { category: PracticeCategory }) {
  const look = cardLooks[category]
  const { name, skeletons } = categoryWords[category]
  return (
    <>
      <p role="status" className="sr-only">
        Loading {name} practice modes...
      </p>
      <ul aria-hidden className={look.list}>
        {Array.from({ length: skeletons }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change places.
          <li key={at} data-skeleton-card="" className={look.card}>
            <Skeleton className={look.stage} />
            <div className={look.text}>
              <Skeleton className="h-7 w-3/5" />
              <Skeleton className="h-4" />
              <Skeleton className="h-4 w-4/5" />
            </div>
            <div className={look.foot}>
              <Skeleton className="h-9 w-24 max-sm:h-11" />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
