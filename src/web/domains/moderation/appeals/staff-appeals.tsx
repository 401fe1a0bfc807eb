import { useInfiniteQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useAddressChoice } from '../../../platform/address-choice.ts'
import { api } from '../../../platform/api.ts'
import { useStaffFeed } from '../../../platform/use-desk-news.ts'
import { ChoiceBar } from '../../../ui/choice-bar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListStates } from '../../../ui/list-states.tsx'
import { appealListStates, staffAppealsKey, staffAppealsQuery } from './appeal-queries.ts'
import { StaffAppeal } from './staff-appeal.tsx'

const options = [
  ['open', 'Open'],
  ['closed', 'Closed'],
] as const

/** The queue of appeals: what waits longest for staff comes first. */
export function StaffAppeals() {
  const [state, setState] = useAddressChoice('show', appealListStates)
  const query = useInfiniteQuery(staffAppealsQuery(api, state))
  useStaffFeed('appeals', staffAppealsKey)
  return (
    <div className="grid gap-4">
      <ChoiceBar label="Which appeals" options={options} value={state} onChange={setState} />
      <ListStates
        key={state}
        query={query}
        loading="Loading appeals..."
        failed="Error loading appeals"
        skeleton="h-52"
        empty={
          <EmptyState icon={Scale} title={state === 'open' ? 'No open appeals' : 'Nothing was decided yet'}>
            New appeals appear here by themselves.
          </EmptyState>
        }
      >
        {(appeals) => appeals.map((appeal) => <StaffAppeal key={appeal.id} appeal={appeal} />)}
      </ListStates>
    </div>
  )
}
