import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShopContent } from '../../../../contract/content/shop-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import type { Compared } from './perk-row.tsx'
import { PerksTable } from './perks-table.tsx'
import { type Plan, plansOf } from './plans.ts'
import { shopFailed, shopQuery } from './shop-query.ts'
import { allTiers } from './tiers.ts'

/** All perks of all tiers side by side. */
export function PerksComparison() {
  const { t } = useLingui()
  return (
    <Loaded query={useQuery(shopQuery(api))} loading={<PerksLoading />} failed={t(shopFailed)}>
      {(shop) => <Comparison shop={shop} />}
    </Loaded>
  )
}

const PerksLoading = () => (
  <>
    <p role="status" className="sr-only">
      <Trans>Loading the perks...</Trans>
    </p>
    <Skeleton className="h-160" />
  </>
)

/** The cheapest and the dearest of a kind, or the one that there is beside what everybody has. */
function firstCompared(shop: ShopContent): Compared {
  const kind = [shop.ranks, shop.passes].find(({ tiers }) => tiers.length > 1)?.tiers ?? allTiers(shop)
  const right = kind.at(-1)?.key ?? 'free'
  const left = kind[0]?.key ?? 'free'
  return left === right ? ['free', right] : [left, right]
}

function Comparison({ shop }: { shop: ShopContent }) {
  const { t } = useLingui()
  const locale = useLocale()
  const plans = plansOf(shop, (text) => t(text), locale)
  const [compared, setCompared] = useState<Compared>(() => firstCompared(shop))
  return (
    <>
      <PlanChooser plans={plans} compared={compared} onCompare={setCompared} />
      <PerksTable perks={shop.perks} plans={plans} compared={compared} />
    </>
  )
}

interface PlanChooserProps {
  readonly plans: readonly Plan[]
  readonly compared: Compared
  readonly onCompare: (compared: Compared) => void
}

/** Which two plans a small screen compares. Choosing the one that stands on the other side makes them change places. */
function PlanChooser({ plans, compared: [left, right], onCompare }: PlanChooserProps) {
  const { t } = useLingui()
  const options = plans.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <div className="sticky top-16 z-20 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-3 border-line border-b bg-ground py-3 lg:hidden noscript:hidden">
      <Select
        label={t`Compare`}
        options={options}
        value={left}
        onValueChange={(next) => onCompare([next, next === right ? left : right])}
      />
      <span aria-hidden className="pb-2 font-display text-3xl text-ember leading-none">
        <Trans>VS</Trans>
      </span>
      <Select
        label={t`With`}
        options={options}
        value={right}
        onValueChange={(next) => onCompare([next === left ? right : left, next])}
      />
    </div>
  )
}
