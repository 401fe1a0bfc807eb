import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Swords } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { PracticeCategory } from '../../../../contract/network/practice-schemas.ts'
import { api } from '../../../platform/api.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Words } from '../../../ui/words.tsx'
import { cardLooks } from './card-looks.ts'
import { categoryWords } from './category-words.ts'
import { PracticeCard } from './practice-card.tsx'
import { practiceQuery } from './practice-query.ts'

interface PracticeSectionProps {
  readonly category: PracticeCategory
  /** The page's words for it. */
  readonly tagline: string | undefined
  /** Renders what goes on in a mode. */
  readonly today?: (modeId: number) => ReactNode
}

/** All modes of a category, with queues that are refetched while the page is visible. */
export function PracticeSection({ category, tagline, today }: PracticeSectionProps) {
  const { t } = useLingui()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: modes, error, refetch } = useQuery(practiceQuery(api, category))
  const { heading: title } = categoryWords[category]
  const name = t(categoryWords[category].name)

  function retry() {
    // The button leaves with its message.
    heading.current?.focus()
    void refetch()
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-5">
      <div className="grid gap-1">
        <h2 id={headingId} ref={heading} tabIndex={-1} className="font-display text-5xl leading-none">
          {t(title)}
        </h2>
        <p className="text-ink-soft">
          <Words text={tagline} />
        </p>
      </div>
      {modes === undefined && error === null && <PracticeLoading category={category} />}
      {modes === undefined && error !== null && (
        <div className="text-bad">
          <ErrorView
            title={t`Error loading ${name} practice modes: Failed to fetch ${name} practice modes`}
            onRetry={retry}
          />
        </div>
      )}
      {modes?.length === 0 && (
        <EmptyState icon={Swords} title={t`No ${name} modes right now`}>
          <Trans>Check back soon.</Trans>
        </EmptyState>
      )}
      {modes !== undefined && modes.length > 0 && (
        <ul className={cardLooks[category].list}>
          {modes.map((mode) => (
            <PracticeCard
              key={mode.id}
              mode={mode}
              queue={error === null ? mode.queue : null}
              today={today?.(mode.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The menu before its modes are known: as many cards as the shipped ones, in their shape. */
function PracticeLoading({ category }: { category: PracticeCategory }) {
  const look = cardLooks[category]
  const { t } = useLingui()
  const { skeletons } = categoryWords[category]
  const name = t(categoryWords[category].name)
  return (
    <>
      <p role="status" className="sr-only">
        <Trans>Loading {name} practice modes...</Trans>
      </p>
      <ul aria-hidden className={look.list}>
        {Array.from({ length: skeletons }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never change places.
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
