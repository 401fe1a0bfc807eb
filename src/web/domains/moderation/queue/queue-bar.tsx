import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { maxCounted } from '../../../../contract/moderation/cases.ts'
import { api } from '../../../platform/api.ts'
import { useAddressChoice } from '../../../platform/navigation/address-choice.ts'
import { ChoiceBar } from '../../../ui/form/choice-bar.tsx'
import { FilterBar } from '../../../ui/list/admin-list/filter-bar.tsx'
import { caseCountsQuery } from '../cases-query.ts'
import { caseFilters, caseStates } from './queue-filters.ts'

const words = {
  open: msg({ message: 'Open', context: 'cases' }),
  claimed: msg({ message: 'Claimed', context: 'cases' }),
  decided: msg({ message: 'Decided', context: 'cases' }),
} as const

const shown = (count: number | undefined) =>
  count === undefined ? '' : count >= maxCounted ? ` (${maxCounted}+)` : ` (${count})`

/** States of cases with their counts, and the filters of the queue. */
export function QueueBar() {
  const { t } = useLingui()
  const [show, setShow] = useAddressChoice('show', caseStates)
  const { data: counts } = useQuery(caseCountsQuery(api))
  return (
    <div className="grid gap-3">
      <ChoiceBar
        label={t`Which cases`}
        options={caseStates.map(
          (state) => [state, t(words[state]) + (state === 'decided' ? '' : shown(counts?.[state]))] as const,
        )}
        value={show}
        onChange={setShow}
      />
      <FilterBar fields={caseFilters} />
    </div>
  )
}
