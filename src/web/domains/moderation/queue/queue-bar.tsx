import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { maxCounted, maxSearchLength } from '../../../../contract/moderation/cases.ts'
import { api } from '../../../platform/api.ts'
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts'
import { ChoiceBar } from '../../../ui/choice-bar.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { caseCountsQuery } from '../cases-query.ts'
import {
  caseStates,
  filterLabels,
  filtersIn,
  isNarrowed,
  type QueueFilters,
  searchOf,
} from './queue-filters.ts'

const words = { open: 'Open', claimed: 'Claimed', decided: 'Decided' } as const

const shown = (count: number | undefined) =>
  count === undefined ? '' : count >= maxCounted ? ` (${maxCounted}+)` : ` (${count})`

/** Filters of the queue. The address holds them, so that they can be sent to a colleague and outlast a reload. */
export function QueueBar() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filters = filtersIn(search)
  const { data: counts } = useQuery(caseCountsQuery(api))
  const change = (next: Partial<QueueFilters>) =>
    void navigate({ search: searchOf(search, next) }, { preventScrollReset: true, replace: true })
  return (
    <div className="grid gap-3">
      <ChoiceBar
        label="Which cases"
        options={caseStates.map(
          (state) => [state, words[state] + (state === 'decided' ? '' : shown(counts?.[state]))] as const,
        )}
        value={filters.show}
        onChange={(show) => change({ show })}
      />
      <details
        open={isNarrowed(filters) || undefined}
        className="rounded-lg border border-line bg-ground-band"
      >
        <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold text-sm">
          Search and filters
        </summary>
        <div className="grid gap-3 px-4 pt-1 pb-4 sm:grid-cols-2 xl:grid-cols-3">
          <TypedFilter
            label="Search"
            hint="A name, text or reason: 3 characters or more"
            maxLength={maxSearchLength}
            value={filters.q}
            onChange={(q) => change({ q })}
          />
          <TypedFilter
            label="Who has it"
            hint="me, nobody, or a name"
            maxLength={32}
            value={filters.assignee}
            onChange={(assignee) => change({ assignee })}
          />
          {(['severity', 'class', 'subject', 'days'] as const).map((name) => (
            <Select
              key={name}
              label={filterLabels[name].label}
              options={Object.entries(filterLabels[name].options)
                // Numbers come first in an object; what narrows nothing stays on top.
                .toSorted(([a], [b]) => Number(b === 'all') - Number(a === 'all'))
                .map(([value, label]) => ({ value, label }))}
              value={filters[name]}
              onValueChange={(value) => change({ [name]: value })}
            />
          ))}
        </div>
      </details>
    </div>
  )
}

interface TypedFilterProps {
  readonly label: string
  readonly hint: string
  readonly maxLength: number
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Reaches the address once the typing pauses. */
function TypedFilter({ value, onChange, ...field }: TypedFilterProps) {
  const [text, setText] = useState(value)
  const settled = useDebouncedValue(text.trim())
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is written to the address.
  useEffect(() => {
    if (settled !== value) onChange(settled)
  }, [settled])
  return (
    <TextField
      {...field}
      type="search"
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
