import { useId } from 'react'
import { Hero } from '../features/arena/hero.tsx'
import { HeroStatus } from '../features/arena/hero-status.tsx'
import { StepEdge } from '../features/arena/step-edge.tsx'
import { TeaserSection } from '../features/arena/teaser-section.tsx'
import { communityQuery } from '../features/community/community-query.ts'
import { CommunitySection } from '../features/community/community-section.tsx'
import { discordQuery } from '../features/discord/discord-query.ts'
import { DiscordStrip } from '../features/discord/discord-strip.tsx'
import { HowToJoin } from '../features/join/how-to-join.tsx'
import { topPlayersQueries } from '../features/leaderboard/prefetch.ts'
import { TopPlayers } from '../features/leaderboard/top-players.tsx'
import { ServerRanks } from '../features/shop/server-ranks.tsx'
import { shopQuery } from '../features/shop/shop-query.ts'
import { useServerStatus } from '../features/status/use-server-status.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { pageContext, prefetched, stayHere } from '../platform/page-context.ts'
import type { Route } from './+types/home.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(context, (call) => [
    ...topPlayersQueries(call, context.get(pageContext)),
    shopQuery(call),
    communityQuery(call),
    discordQuery(call),
  ])
export const clientLoader = stayHere

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    description: site.words.home?.description,
    path: '/',
  })
}

export default function Home() {
  const { status } = useServerStatus()
  const topId = useId()
  const communityId = useId()
  return (
    <>
      <Hero
        status={<HeroStatus online={status.isOnline} players={status.playerCount} />}
        howToJoin={<HowToJoin version={status.version} size="lg" />}
      />
      <StepEdge className="-mt-6 relative block text-ground-band" />
      <TeaserSection />
      <div className="mx-auto max-w-page px-4 py-16 sm:px-5 lg:py-24">
        <ServerRanks />
      </div>
      <StepEdge className="block text-ground-band" />
      <section aria-labelledby={topId} className="bg-ground-band">
        <div className="mx-auto max-w-page px-4 py-14 sm:px-5 lg:py-20">
          <TopPlayers headingId={topId} />
        </div>
      </section>
      <section aria-labelledby={communityId} className="mx-auto max-w-page px-4 py-16 sm:px-5 lg:py-24">
        <CommunitySection headingId={communityId} discord={<DiscordStrip />} />
      </section>
    </>
  )
}
