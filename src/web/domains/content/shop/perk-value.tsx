import { Check, Minus } from 'lucide-react'
import type { PerkValue as Value } from '../../../../contract/content/shop-schemas.ts'

/** A measure, or yes or no as a sign and a word. Stands inside an element that sets `--tier`. */
export function PerkValue({ value }: { value: Value }) {
  if (typeof value === 'string') return <span className="font-bold text-ink">{value}</span>
  const Icon = value ? Check : Minus
  return (
    <span
      className={
        value
          ? 'inline-flex items-center gap-1.5 font-bold text-(color:--tier)'
          : 'inline-flex items-center gap-1.5 text-ink-faint'
      }
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {value ? 'Yes' : 'No'}
    </span>
  )
}
