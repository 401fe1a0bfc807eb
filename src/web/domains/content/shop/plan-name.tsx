import { Crest } from './crest.tsx'
import type { Plan } from './plans.ts'

/** Stands inside an element that sets `--tier`. */
export function PlanName({ plan, size }: { plan: Plan; size: 'sm' | 'lg' }) {
  if (size === 'sm') {
    return (
      <span className="flex items-center gap-1.5 font-semibold text-(color:--tier) text-xs">
        {plan.tier !== undefined && <Crest tier={plan.tier} className="size-5 shrink-0" />}
        {plan.name}
      </span>
    )
  }
  return (
    <span className="grid justify-items-center gap-1.5">
      {plan.tier !== undefined && <Crest tier={plan.tier} className="size-14" />}
      <span className="font-display font-normal text-(color:--tier) text-3xl leading-none">{plan.name}</span>
      <span className="font-normal text-ink-faint text-xs">{plan.price}</span>
    </span>
  )
}
