import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Shop } from '../domains/content/shop/shop.tsx'
import { shopQuery } from '../domains/content/shop/shop-query.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useWords } from '../platform/words.ts'
import { Button } from '../ui/button.tsx'
import { Words } from '../ui/words.tsx'

export const loader = pageLoader((call) => [shopQuery(call)])
export const clientLoader = skipClientLoader

export const meta = pageMeta('/shop', msg`Shop`, ({ words }) => words.shop?.description)

export default function ShopPage() {
  const words = useWords('shop')
  return (
    <div className="mx-auto grid w-full max-w-page gap-10 px-4 py-8 sm:px-5 lg:py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="grid gap-2">
          <h1 className="font-display text-5xl leading-none sm:text-6xl">
            <Trans>Shop</Trans>
          </h1>
          <p className="max-w-prose text-ink-soft leading-relaxed">
            <Words text={words?.intro} />
          </p>
        </div>
        <Button asChild look="quiet">
          <Link to="/rank-perks">
            <Trans>VIEW ALL PERKS</Trans>
          </Link>
        </Button>
      </header>
      <Shop />
    </div>
  )
}
