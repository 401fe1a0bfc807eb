import { Link } from 'react-router'
import { Shop } from '../features/shop/shop.tsx'
import { shopQuery } from '../features/shop/shop-query.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched, stayHere } from '../platform/page-context.ts'
import { useSite } from '../platform/site.tsx'
import { Button } from '../ui/button.tsx'
import type { Route } from './+types/shop.ts'

export const loader = ({ context }: Route.LoaderArgs) => prefetched(context, (call) => [shopQuery(call)])
export const clientLoader = stayHere

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Shop',
    description: `Ranks and monthly passes of ${site.name}: what they cost and what they bring.`,
    path: '/shop',
  })
}

export default function ShopPage() {
  const { name } = useSite()
  return (
    <div className="mx-auto grid w-full max-w-page gap-10 px-4 py-8 sm:px-5 lg:py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="grid gap-2">
          <h1 className="font-display text-5xl leading-none sm:text-6xl">Shop</h1>
          <p className="max-w-prose text-ink-soft leading-relaxed">
            Comfort, company and looks for {name}. Nothing here hits harder. Payments are not open yet, so for
            now this is for looking.
          </p>
        </div>
        <Button asChild look="quiet">
          <Link to="/rank-perks">VIEW ALL PERKS</Link>
        </Button>
      </header>
      <Shop />
    </div>
  )
}
