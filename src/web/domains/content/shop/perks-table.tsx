import { Trans } from '@lingui/react/macro'
import type { ShopContent } from '../../../../contract/content/shop-schemas.ts'
import { classes } from '../../../ui/classes.ts'
import { tableRoles } from '../../../ui/list/table-roles.ts'
import { type Compared, columnClass, PerkRow } from './perk-row.tsx'
import { PlanName } from './plan-name.tsx'
import type { Plan } from './plans.ts'

export interface PerksTableProps {
  readonly perks: ShopContent['perks']
  readonly plans: readonly Plan[]
  readonly compared: Compared
}

/** Every perk of every plan: a table, of which a small screen shows two columns. */
export function PerksTable({ perks, plans, compared }: PerksTableProps) {
  return (
    <table
      {...tableRoles.table}
      className="w-full border-separate border-spacing-0 rounded-lg border border-line bg-ground-card text-sm shadow-card max-lg:block lg:table-fixed"
    >
      <caption className="sr-only">
        <Trans>Perks by plan</Trans>
      </caption>
      <thead {...tableRoles.group} className="max-lg:sr-only">
        <tr {...tableRoles.row}>
          <th
            {...tableRoles.column}
            scope="col"
            className="sticky top-16 z-10 w-64 rounded-ss-lg bg-ground-card shadow-[0_1px_0_var(--color-line)] py-4 ps-5 text-start align-bottom font-semibold text-ink-soft"
          >
            <Trans>Perk</Trans>
          </th>
          {plans.map((plan) => (
            <th
              {...tableRoles.column}
              key={plan.key}
              style={plan.style}
              scope="col"
              className={classes(
                'sticky top-16 z-10 border-(--tier) border-t-2 shadow-[0_1px_0_var(--color-line)] bg-ground-card px-1 py-4 align-bottom last:rounded-se-lg',
                columnClass(plan.key, compared),
              )}
            >
              <PlanName plan={plan} size="lg" />
            </th>
          ))}
        </tr>
      </thead>
      {perks.map((group) => (
        <tbody {...tableRoles.group} key={group.title} className="max-lg:block">
          <tr {...tableRoles.row} className="max-lg:block">
            <th
              {...tableRoles.name}
              scope="rowgroup"
              colSpan={1 + plans.length}
              className="border-line border-t bg-ground-band px-5 py-3 text-start font-display font-normal text-2xl text-ember-bright leading-none max-lg:block"
            >
              {group.title}
            </th>
          </tr>
          {group.perks.map((perk) => (
            <PerkRow key={perk.name} perk={perk} plans={plans} compared={compared} />
          ))}
        </tbody>
      ))}
    </table>
  )
}
