import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ShopContent, Tier } from '../../../../contract/content/shop-schemas.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { useWords } from '../../../platform/words.ts'
import { classes } from '../../../ui/classes.ts'
import { Words } from '../../../ui/words.tsx'
import { Crest } from './crest.tsx'
import { HighlightList } from './highlight-list.tsx'
import { PassTicket } from './pass-ticket.tsx'
import { formatPrice } from './price.ts'
import { PurchaseButton } from './purchase-button.tsx'
import { stepOf, tierStyle } from './tiers.ts'

/** With more ranks the ways between them are too many to list: only those to the next one are. */
const maxRanksOfAllWays = 4

/** Every way up, and the difference that it costs. A rank that costs no more than a lower one is no upgrade. */
const upgradesOf = (ranks: readonly Tier[]) =>
  ranks
    .flatMap((from, at) =>
      ranks
        .slice(at + 1, ranks.length > maxRanksOfAllWays ? at + 2 : undefined)
        .map((to) => ({ from, to, cents: to.cents - from.cents })),
    )
    .filter(({ cents }) => cents > 0)

function Upgrades({ ranks, currency }: { ranks: readonly Tier[]; currency: string }) {
  const locale = useLocale()
  const { t } = useLingui()
  const heading = useWords('shop')?.upgrades
  const upgrades = upgradesOf(ranks)
  if (upgrades.length === 0) return null
  return (
    <div className="grid items-center gap-x-8 gap-y-4 rounded-lg border border-line bg-ground-band p-5 lg:grid-cols-[auto_minmax(0,1fr)]">
      <h3 className="font-display text-3xl leading-none">
        <Words text={heading} className="w-48" />
      </h3>
      <ul className="grid gap-3 sm:grid-cols-3">
        {upgrades.map(({ from, to, cents }) => (
          <li
            key={`${from.key} ${to.key}`}
            className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-ground-card px-3 py-2 text-sm"
          >
            <Step tier={from} />
            <ArrowRight aria-label={t`to`} className="size-4 shrink-0 text-ink-faint" />
            <Step tier={to} />
            <span className="ms-auto font-display text-2xl leading-none">
              {formatPrice(cents, currency, locale)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Step = ({ tier }: { tier: Tier }) => (
  <span style={tierStyle(tier)} className="flex items-center gap-1.5 font-bold text-(color:--tier)">
    <Crest tier={tier} className="size-5 shrink-0" />
    {tier.name}
  </span>
)

/** Higher tiers stand on higher plinths. Written out: Tailwind finds class names by reading them. */
const plinths = ['h-4', 'h-10', 'h-16']

/** The picture of a tier on a plinth, in its own light. Stands inside an element that sets `--tier`. */
function DisplayCase({ tier, level }: { tier: Tier; level: number }) {
  return (
    <div
      aria-hidden
      className="relative flex h-52 flex-col items-center justify-end overflow-hidden bg-ground sm:h-full sm:min-h-60 lg:h-60"
    >
      <div className="absolute inset-0 bg-[radial-gradient(ellipse_at_50%_70%,var(--tier),transparent_65%)] opacity-20" />
      {/* Light falls apart into pixels towards the edges. */}
      <div className="absolute inset-0 bg-[conic-gradient(var(--tier)_90deg,transparent_90deg_180deg,var(--tier)_180deg_270deg,transparent_270deg)] bg-size-[16px_16px] opacity-12 mask-[radial-gradient(ellipse_at_50%_70%,black,transparent_70%)]" />
      <Crest
        tier={tier}
        className="relative -mb-1.5 size-30 drop-shadow-[0_10px_14px_rgb(0_0_0/60%)] transition-transform duration-200 group-hover/offer:-translate-y-1.5"
      />
      <div className="relative h-2 w-36 bg-(--tier) opacity-90" />
      <div
        className={classes(
          'relative w-36 bg-(--tier) opacity-25 mask-[repeating-linear-gradient(black_0_14px,transparent_14px_16px)]',
          plinths[level],
        )}
      />
    </div>
  )
}

/** Everything that there is to buy, now or one day. */
export function Offers({ shop: { ranks, passes, currency, storeUrl } }: { shop: ShopContent }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-14">
      {storeUrl === null && (
        <p className="-mb-6 rounded-md border-line-strong border-s-4 bg-ground-card px-4 py-3 text-ink-soft">
          <Trans>You cannot buy anything here yet. The prices are what it will cost.</Trans>
        </p>
      )}
      {ranks.tiers.length > 0 && (
        <Shelf title={t`Server Ranks`} note={ranks.note}>
          <div className={classes('grid gap-5', columns(ranks.tiers.length))}>
            {ranks.tiers.map((tier, at) => (
              <RankCard
                key={tier.key}
                tier={tier}
                currency={currency}
                storeUrl={storeUrl}
                level={stepOf(at, ranks.tiers.length, plinths.length)}
              />
            ))}
          </div>
          <Upgrades ranks={ranks.tiers} currency={currency} />
        </Shelf>
      )}
      {passes.tiers.length > 0 && (
        <Shelf title={t`Server Subscriptions`} note={passes.note}>
          <div className="grid gap-5 lg:grid-cols-2">
            {passes.tiers.map((tier) => (
              <PassTicket key={tier.key} tier={tier} currency={currency} storeUrl={storeUrl} />
            ))}
          </div>
        </Shelf>
      )}
    </div>
  )
}

/** Two or four stand in rows of two, all others in rows of three. */
const columns = (tiers: number) => (tiers === 2 || tiers === 4 ? 'lg:grid-cols-2' : 'lg:grid-cols-3')

function Shelf({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-5">
      <div className="grid gap-1.5">
        <h2 id={headingId} className="font-display text-4xl leading-none">
          {title}
        </h2>
        <p className="text-ink-soft">{note}</p>
      </div>
      {children}
    </section>
  )
}

interface RankCardProps {
  readonly tier: Tier
  readonly currency: string
  readonly storeUrl: string | null
  /** How high its plinth is. */
  readonly level: number
}

function RankCard({ tier, currency, storeUrl, level }: RankCardProps) {
  const locale = useLocale()
  const headingId = useId()
  return (
    <article
      aria-labelledby={headingId}
      style={tierStyle(tier)}
      className="group/offer flex flex-col sm:max-lg:grid sm:max-lg:grid-cols-[15rem_minmax(0,1fr)] overflow-hidden rounded-lg border border-(--tier)/35 bg-ground-card shadow-card transition-colors hover:border-(--tier)/80"
    >
      <DisplayCase tier={tier} level={level} />
      <div className="flex flex-1 flex-col gap-4 border-(--tier)/35 p-5 max-sm:border-t sm:max-lg:border-s lg:border-t sm:p-6">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h3 id={headingId} className="font-display text-(color:--tier) text-5xl leading-[0.8]">
            {tier.name}
          </h3>
          <p className="text-end leading-none">
            <span className="block font-display text-4xl leading-[0.8]">
              {formatPrice(tier.cents, currency, locale)}
            </span>
            <span className="mt-2 block text-ink-faint text-xs">
              <Trans>once</Trans>
            </span>
          </p>
        </div>
        <p className="text-ink-soft text-sm leading-relaxed">{tier.tagline}</p>
        <HighlightList highlights={tier.highlights} />
        <PurchaseButton storeUrl={storeUrl} describedBy={headingId} className="mt-auto" />
      </div>
    </article>
  )
}
