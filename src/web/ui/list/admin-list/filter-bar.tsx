import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ownValue } from '../../../../contract/own-value.ts'
import {
  type FilterField,
  type FilterFields,
  filtersIn,
  isNarrowed,
  searchWith,
} from '../../../platform/navigation/address-filters.ts'
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts'
import { Select } from '../../form/select.tsx'
import { TextField } from '../../form/text-field.tsx'

/** Filters of a list. They are part of the URL, so that they can be shared and survive a reload. */
export function FilterBar({ fields }: { fields: FilterFields }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filters = filtersIn(search, fields)
  return (
    <details open={isNarrowed(filters) || undefined} className="rounded-lg border border-line bg-ground-band">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold text-sm">
        <Trans>Search and filters</Trans>
      </summary>
      <div className="grid items-start gap-3 px-4 pt-1 pb-4 sm:grid-cols-2 xl:grid-cols-3">
        {Object.entries(fields).map(([name, field]) => (
          <Filter
            key={name}
            field={field}
            value={ownValue(filters, name) ?? ''}
            onChange={(value) =>
              void navigate(
                { search: searchWith(search, { [name]: value }) },
                { preventScrollReset: true, replace: true },
              )
            }
          />
        ))}
      </div>
    </details>
  )
}

interface FilterProps<Field> {
  readonly field: Field
  readonly value: string
  readonly onChange: (value: string) => void
}

function Filter({ field, ...state }: FilterProps<FilterField>) {
  if (!('options' in field)) return <TypedFilter field={field} {...state} />
  return (
    <Select
      label={field.label}
      options={Object.entries(field.options)
        // JavaScript sorts number keys first; the option without a filter stays on top.
        .toSorted(([a], [b]) => Number(b === 'all') - Number(a === 'all'))
        .map(([value, label]) => ({ value, label }))}
      value={state.value}
      onValueChange={state.onChange}
    />
  )
}

/** Changes the URL once typing pauses. */
function TypedFilter({
  field: { label, hint, maxLength },
  value,
  onChange,
}: FilterProps<Exclude<FilterField, { options: unknown }>>) {
  const [text, setText] = useState(value)
  const settled = useDebouncedValue(text.trim())
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is written to the address.
  useEffect(() => {
    if (settled !== value) onChange(settled)
  }, [settled])
  return (
    <TextField
      label={label}
      hint={hint}
      maxLength={maxLength}
      type="search"
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
