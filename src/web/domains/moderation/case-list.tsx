import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { useAddressChoice } from '../../platform/address-choice.ts'
import { api } from '../../platform/api.ts'
import { useStaffFeed } from '../../platform/use-desk-news.ts'
import { ChoiceBar } from '../../ui/choice-bar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { CaseCard } from './case-card.tsx'
import { CaseDecidedByOther } from './case-decided-by-other.tsx'
import { caseStatuses, casesKey, casesQuery } from './cases-query.ts'
import { openKeyOf, useCaseForm } from './use-case-form.ts'

const options = [
  ['open', 'Open'],
  ['decided', 'Decided'],
] as const

const keyOf = (one: ModerationCase) => (one.status === 'open' ? openKeyOf(one) : one.id)

interface CaseListProps {
  /** A post is gone: whoever shows posts has to look again. */
  readonly onPostRemoved: () => void
}

/** The one queue for reported posts and players; new reports appear by themselves. */
export function CaseList({ onPostRemoved }: CaseListProps) {
  const [status, setStatus] = useAddressChoice('show', caseStatuses)
  const query = useInfiniteQuery(casesQuery(api, status))
  useStaffFeed('moderation', casesKey)
  const work = useCaseForm()
  const overtaken = status === 'open' && query.data ? work.overtaken(query.data.pages.flat()) : []
  return (
    <div className="grid gap-4">
      <ChoiceBar label="Which cases" options={options} value={status} onChange={setStatus} />
      {overtaken.map((one) => (
        <CaseDecidedByOther key={openKeyOf(one.one)} work={one} all={work} onPostRemoved={onPostRemoved} />
      ))}
      <ListStates
        key={status}
        query={query}
        loading="Loading cases..."
        failed="Error loading cases"
        skeleton="h-52"
        empty={
          status === 'open' ? (
            <EmptyState icon={ShieldCheck} title="Nothing to moderate">
              New reports appear here by themselves.
            </EmptyState>
          ) : (
            <EmptyState icon={ShieldCheck} title="Nothing was decided yet" />
          )
        }
      >
        {(cases) =>
          cases.map((one) => (
            <CaseCard key={keyOf(one)} one={one} work={work} onPostRemoved={onPostRemoved} />
          ))
        }
      </ListStates>
    </div>
  )
}
