import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { canDecideCase } from '../../../contract/moderation/moderation.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { api } from '../../platform/api.ts'
import { useStaffFeed } from '../../platform/use-desk-news.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { useListKeys } from '../../ui/use-list-keys.ts'
import { CaseCard } from './case-card.tsx'
import { CaseDecidedByOther } from './case-decided-by-other.tsx'
import { casesKey, casesQuery } from './cases-query.ts'
import { BulkBar } from './queue/bulk-bar.tsx'
import { KeyHelp } from './queue/key-help.tsx'
import { QueueBar } from './queue/queue-bar.tsx'
import { filtersIn, isNarrowed } from './queue/queue-filters.ts'
import { useBulk } from './queue/use-bulk.ts'
import { openKeyOf, useCaseForm } from './use-case-form.ts'
import { useClaim } from './use-claim.ts'

const keyOf = (one: ModerationCase) => (one.status === 'open' ? openKeyOf(one) : String(one.id))

const none: readonly ModerationCase[] = []

interface CaseListProps {
  /** A post is gone: whoever shows posts has to look again. */
  readonly onPostRemoved: () => void
}

/** The one queue for reported posts, comments and players; new reports appear by themselves. */
export function CaseList({ onPostRemoved }: CaseListProps) {
  const viewer = useViewer()
  const filters = filtersIn(useLocation().search)
  const query = useInfiniteQuery({ ...casesQuery(api, filters), placeholderData: keepPreviousData })
  useStaffFeed('moderation', casesKey)
  const cases = query.data?.pages.flat() ?? none
  const work = useCaseForm()
  const isWhole = filters.show === 'open' && !isNarrowed(filters) && query.data !== undefined
  const overtaken = isWhole ? work.overtaken(cases) : []
  const bulk = useBulk(cases)
  const claims = useClaim()
  const [isHelping, setIsHelping] = useState(false)
  const list = useRef<HTMLDivElement>(null)

  const mayDecide = (one: ModerationCase) => one.status === 'open' && canDecideCase(viewer, one)
  const onCase = (act: (one: ModerationCase) => void) => (key: string | undefined) => {
    const one = cases.find((each) => keyOf(each) === key)
    if (one !== undefined && mayDecide(one)) act(one)
  }
  useListKeys(list, {
    c: onCase((one) => {
      if (!claims.busy) (one.claim?.id === viewer?.id ? claims.release : claims.claim).mutate(one)
    }),
    x: onCase((one) => bulk.toggle(one.id)),
    '?': () => setIsHelping(true),
  })

  return (
    <div className="grid gap-4">
      <QueueBar />
      <p className="text-ink-soft text-sm max-md:hidden">
        Keys: j and k move, c claims, x selects.{' '}
        <Button look="quiet" size="sm" onClick={() => setIsHelping(true)}>
          All keys
        </Button>
      </p>
      <KeyHelp open={isHelping} onOpenChange={setIsHelping} />
      {overtaken.map((one) => (
        <CaseDecidedByOther key={openKeyOf(one.one)} work={one} all={work} onPostRemoved={onPostRemoved} />
      ))}
      <div ref={list}>
        <ListStates
          key={filters.show}
          query={query}
          loading="Loading cases..."
          failed="Error loading cases"
          skeleton="h-52"
          empty={
            isNarrowed(filters) ? (
              <EmptyState icon={ShieldCheck} title="No case fits these filters" />
            ) : filters.show === 'decided' ? (
              <EmptyState icon={ShieldCheck} title="Nothing was decided yet" />
            ) : (
              <EmptyState icon={ShieldCheck} title="Nothing to moderate">
                New reports appear here by themselves.
              </EmptyState>
            )
          }
        >
          {(rows) =>
            rows.map((one) => (
              <CaseCard
                key={keyOf(one)}
                name={keyOf(one)}
                one={one}
                work={work}
                onPostRemoved={onPostRemoved}
                {...(mayDecide(one) && {
                  selection: { isSelected: bulk.isSelected(one.id), toggle: () => bulk.toggle(one.id) },
                })}
              />
            ))
          }
        </ListStates>
      </div>
      <BulkBar bulk={bulk} />
    </div>
  )
}
