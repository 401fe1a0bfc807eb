import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { PerksComparison } from '../domains/content/shop/perks-comparison.tsx'
import { shopQuery } from '../domains/content/shop/shop-query.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useWords } from '../platform/words.ts'
import { Button } from '../ui/button.tsx'
import { Words } from '../ui/words.tsx'

export const loader = pageLoader((call) => [shopQuery(call)])
export const clientLoader = skipClientLoader

export const meta = pageMeta('/rank-perks', msg`Rank Perks`, ({ words }) => words.rankPerks?.description)

export default function RankPerksPage() {
  const words = useWords('rankPerks')
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="grid gap-2">
          <h1 className="font-display text-5xl leading-none sm:text-6xl">
            <Trans>Rank Perks</Trans>
          </h1>
          <p className="max-w-prose text-ink-soft leading-relaxed">
            <Words text={words?.intro} />
          </p>
        </div>
        <Button asChild look="quiet">
          <Link to="/shop">
            <ArrowLeft aria-hidden className="size-4" />
            <Trans>BACK TO SHOP</Trans>
          </Link>
        </Button>
      </header>
      <PerksComparison />
    </div>
  )
}
