import { useLingui } from '@lingui/react/macro'
import { maxBulkRows } from '../../../../contract/list-filters.ts'

interface SelectAllProps {
  readonly bulk: {
    readonly selected: readonly unknown[]
    readonly selectAll: () => void
    readonly clear: () => void
  }
  /** How many rows are shown. */
  readonly count: number
}

/** Selects all shown rows, at most as many as one change may have. Pressed again, it clears the selection. */
export function SelectAll({ bulk, count }: SelectAllProps) {
  const { t } = useLingui()
  const { length } = bulk.selected
  const isAll = length > 0 && length === Math.min(count, maxBulkRows)
  return (
    <label className="mb-2 flex min-h-6 w-fit cursor-pointer items-center gap-2 px-4 text-ink-soft text-sm">
      <input
        type="checkbox"
        className="size-5 cursor-pointer accent-ember"
        checked={isAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = length > 0 && !isAll
        }}
        onChange={isAll ? bulk.clear : bulk.selectAll}
      />
      {count > maxBulkRows ? t`Select the first ${maxBulkRows}` : t`Select all shown`}
    </label>
  )
}
