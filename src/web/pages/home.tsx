import { useId } from 'react'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { Hero } from '../domains/content/hero/hero.tsx'
import { HeroStatus } from '../domains/content/hero/hero-status.tsx'
import { StepEdge } from '../domains/content/hero/step-edge.tsx'
import { TeaserSection } from '../domains/content/hero/teaser-section.tsx'
import { ServerRanks } from '../domains/content/shop/server-ranks.tsx'
import { shopQuery } from '../domains/content/shop/shop-query.ts'
import { Tonight } from '../domains/cups/tonight/tonight.tsx'
import { tonightQuery } from '../domains/cups/tonight/tonight-query.ts'
import { OnlineNow } from '../domains/matches/presence/online-now.tsx'
import { presenceQuery } from '../domains/matches/presence/presence-query.ts'
import { JustPlayed } from '../domains/matches/ticker/just-played.tsx'
import { latestQuery } from '../domains/matches/ticker/latest-query.ts'
import { discordQuery } from '../domains/network/discord/discord-query.ts'
import { DiscordStrip } from '../domains/network/discord/discord-strip.tsx'
import { HowToJoin } from '../domains/network/join/how-to-join.tsx'
import { useServerStatus } from '../domains/network/status/use-server-status.ts'
import { NewestNews } from '../domains/news/newest-news.tsx'
import { newestNewsQuery } from '../domains/news/news-queries.ts'
import { followFeedQuery } from '../domains/players/follows/follow-queries.ts'
import { todayQuery } from '../domains/players/today/today-query.ts'
import { YourDay } from '../domains/players/today/your-day.tsx'
import { communityQuery } from '../domains/posts/community/community-query.ts'
import { CommunitySection } from '../domains/posts/community/community-section.tsx'
import { topPlayersQueries } from '../domains/rankings/leaderboard/prefetch.ts'
import { TopPlayers } from '../domains/rankings/leaderboard/top-players.tsx'
import { KeptPart } from '../platform/kept-part.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageContext, prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useIsOff } from '../platform/site.tsx'
import { useViewer } from '../platform/viewer.ts'
import { classes } from '../ui/classes.ts'
import type { Route } from './+types/home.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(context, (call) => [
    ...topPlayersQueries(call, context.get(pageContext)),
    shopQuery(call),
    communityQuery(call),
    discordQuery(call),
    presenceQuery(call),
    newestNewsQuery(call),
    ...(context.get(pageContext).site.off?.includes('events')
      ? []
      : [tonightQuery(call, context.get(pageContext).viewer)]),
    ...(context.get(pageContext).viewer === null
      ? [latestQuery(call)]
      : [todayQuery(call), followFeedQuery(call)]),
  ])
export const clientLoader = skipClientLoader

export const meta = pageMeta('/', undefined, ({ words }) => words.home?.description)

/** By itself, so that a new status renders nothing else anew: parts of the page may not be hydrated yet. */
function HomeHero({ viewer, isPlayer }: { viewer: OwnUser | null; isPlayer: boolean }) {
  const { status } = useServerStatus()
  return (
    <Hero
      status={<HeroStatus online={status.isOnline} players={status.playerCount} />}
      howToJoin={<HowToJoin version={status.version} size={viewer === null ? 'lg' : 'md'} />}
      isSmall={viewer !== null}
      isWideOnly={isPlayer}
    />
  )
}

/** One element for all renders, so that the day below it stays as it is. */
const tonight = <Tonight />

export default function Home() {
  const isShopOff = useIsOff('shop')
  const viewer = useViewer()
  const isPlayer = viewer !== null && viewer.gamertag !== null
  const topId = useId()
  const communityId = useId()
  return (
    <>
      <HomeHero viewer={viewer} isPlayer={isPlayer} />
      <StepEdge className={classes('-mt-6 relative block text-ground-band', isPlayer && 'max-lg:hidden')} />
      {viewer === null && (
        <div className="bg-ground-band">
          <div className="home-band home-first empty:hidden">{tonight}</div>
        </div>
      )}
      <YourDay>{tonight}</YourDay>
      <JustPlayed />
      <KeptPart name="offers">
        <NewestNews />
        <TeaserSection />
        {!isShopOff && (
          <div className="mx-auto max-w-page px-4 py-16 sm:px-5 lg:py-24">
            <ServerRanks />
          </div>
        )}
        <StepEdge className="block text-ground-band" />
      </KeptPart>
      <section aria-labelledby={topId} className="bg-ground-band">
        <div className="mx-auto max-w-page px-4 py-14 sm:px-5 lg:py-20">
          <TopPlayers headingId={topId} />
        </div>
      </section>
      <KeptPart name="community">
        <OnlineNow />
        <section aria-labelledby={communityId} className="mx-auto max-w-page px-4 py-16 sm:px-5 lg:py-24">
          <CommunitySection headingId={communityId} discord={<DiscordStrip />} />
        </section>
      </KeptPart>
    </>
  )
}
