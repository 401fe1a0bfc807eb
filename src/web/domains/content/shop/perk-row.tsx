import { useLingui } from '@lingui/react/macro'
import { Check, Minus } from 'lucide-react'
import type { Perk, PerkValue as Value } from '../../../../contract/content/shop-schemas.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { classes } from '../../../ui/classes.ts'
import { tableRoles } from '../../../ui/list/table-roles.ts'
import { PlanName } from './plan-name.tsx'
import type { Plan } from './plans.ts'

/** The two plans that a small screen has room for, the left one first. */
export type Compared = readonly [left: string, right: string]

/**
 * Below `lg` a column that is not compared is away, its head included: whoever cannot see the screen meets the same
 * table. Where scripts do not run nobody can choose, so all are there.
 */
export const columnClass = (plan: string, compared: Compared) =>
  classes(
    !compared.includes(plan) && 'max-lg:not-noscript:hidden',
    compared[0] === plan && 'max-lg:not-noscript:order-1',
    compared[1] === plan && 'max-lg:not-noscript:order-2',
  )

/** A tier that the perk does not name does not have it. */
const valueFor = (perk: Perk, { key, tier }: Plan) =>
  tier === undefined ? perk.free : (ownValue(perk.tiers, key) ?? false)

export function PerkRow({
  perk,
  plans,
  compared,
}: {
  perk: Perk
  plans: readonly Plan[]
  compared: Compared
}) {
  return (
    <tr
      {...tableRoles.row}
      className="group/row max-lg:grid max-lg:grid-cols-2 max-lg:border-line max-lg:border-t"
    >
      <th
        {...tableRoles.name}
        scope="row"
        className="py-3 pe-4 ps-5 text-start align-middle font-normal group-hover/row:bg-ground-raised max-lg:col-span-2 max-lg:pt-4 max-lg:pb-2 lg:border-line lg:border-t"
      >
        <span className="block font-bold">{perk.name}</span>
        <span className="block text-ink-faint text-xs leading-relaxed">{perk.about}</span>
      </th>
      {plans.map((plan) => (
        <td
          {...tableRoles.cell}
          key={plan.key}
          style={plan.style}
          className={classes(
            'px-2 py-3 align-middle group-hover/row:bg-ground-raised max-lg:grid max-lg:content-start max-lg:gap-1 max-lg:px-5 max-lg:pt-1 max-lg:pb-4 lg:border-line lg:border-t lg:text-center',
            columnClass(plan.key, compared),
          )}
        >
          {/* The head of the column says it for screen readers. */}
          <span aria-hidden className="lg:hidden">
            <PlanName plan={plan} size="sm" />
          </span>
          <PerkValue value={valueFor(perk, plan)} />
        </td>
      ))}
    </tr>
  )
}

/** A measure, or yes or no as a sign and a word. Stands inside an element that sets `--tier`. */
function PerkValue({ value }: { value: Value }) {
  const { t } = useLingui()
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
      {value ? t`Yes` : t`No`}
    </span>
  )
}
