import { Select } from '../../../ui/select.tsx'
import type { Compared } from './perk-row.tsx'
import type { Plan } from './plans.ts'

export interface PlanChooserProps {
  readonly plans: readonly Plan[]
  readonly compared: Compared
  readonly onCompare: (compared: Compared) => void
}

/** Which two plans a small screen compares. Choosing the one that stands on the other side makes them change places. */
export function PlanChooser({ plans, compared: [left, right], onCompare }: PlanChooserProps) {
  const options = plans.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <div className="sticky top-16 z-20 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-3 border-line border-b bg-ground py-3 lg:hidden noscript:hidden">
      <Select
        label="Compare"
        options={options}
        value={left}
        onValueChange={(next) => onCompare([next, next === right ? left : right])}
      />
      <span aria-hidden className="pb-2 font-display text-3xl text-ember leading-none">
        VS
      </span>
      <Select
        label="With"
        options={options}
        value={right}
        onValueChange={(next) => onCompare([next === left ? right : left, next])}
      />
    </div>
  )
}
