import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useFollowedIds } from '../domains/players/follows/use-followed-ids.ts'
import { BoardData } from '../domains/rankings/leaderboard/board-data.tsx'
import { Leaderboard } from '../domains/rankings/leaderboard/leaderboard.tsx'
import { leaderboardQueries } from '../domains/rankings/leaderboard/prefetch.ts'
import { metaTags, siteOf } from '../platform/navigation/meta.ts'
import { pageContext, prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useWords } from '../platform/words.ts'
import { Words } from '../ui/words.tsx'
import type { Route } from './+types/leaderboards.ts'

export const loader = ({ context, request }: Route.LoaderArgs) =>
  prefetched(context, (call) => leaderboardQueries(call, context.get(pageContext), request.url))
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return metaTags(site, {
    title: msg`Leaderboards`,
    description: site.words.leaderboards?.description,
    path: '/leaderboards',
    image: '/share/leaderboard.png',
    imageAlt: msg`The five who lead on ${{ site: site.name }}`,
  })
}

export default function Leaderboards() {
  const words = useWords('leaderboards')
  const followed = useFollowedIds()
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-2 px-4 py-3 sm:gap-6 sm:px-5 sm:py-8 lg:py-12">
      <header className="grid gap-2">
        <h1 className="font-display text-3xl leading-none sm:text-6xl">
          <Trans>Leaderboards</Trans>
        </h1>
        <p className="text-ink-soft max-sm:hidden">
          <Words text={words?.intro} />
        </p>
      </header>
      <Leaderboard followed={followed} />
      <BoardData />
    </div>
  )
}
