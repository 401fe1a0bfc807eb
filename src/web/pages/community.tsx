import { ComingSoon } from '../features/community/coming-soon.tsx'
import { CommunityFigures } from '../features/community/community-figures.tsx'
import { communityQuery } from '../features/community/community-query.ts'
import { Guidelines } from '../features/community/guidelines.tsx'
import { guidelinesQuery } from '../features/community/guidelines-query.ts'
import { ProfileCard } from '../features/community/profile-card.tsx'
import { SocialCard } from '../features/community/social-card.tsx'
import { DiscordCard } from '../features/discord/discord-card.tsx'
import { discordQuery } from '../features/discord/discord-query.ts'
import { PlayerSearch } from '../features/players/search/player-search.tsx'
import { searchIn } from '../features/players/search/search-address.ts'
import { playerSearchQuery } from '../features/players/search/search-query.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched, stayHere } from '../platform/page-context.ts'
import { useSite } from '../platform/site.tsx'
import type { Route } from './+types/community.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const asked = searchIn(new URL(request.url).search)
  return prefetched(context, (call) => [
    communityQuery(call),
    discordQuery(call),
    guidelinesQuery(call),
    ...(asked === '' ? [] : [playerSearchQuery(call, asked)]),
  ])
}
export const clientLoader = stayHere

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Community',
    description: `The players of ${site.name}: look anybody up, and read what they are up to.`,
    path: '/community',
  })
}

export default function Community() {
  const { name } = useSite()
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div className="grid gap-2">
          <h1 className="font-display text-5xl leading-none sm:text-6xl">Community</h1>
          <p className="text-ink-soft">Everybody who plays on {name}, and where to find them.</p>
        </div>
        <CommunityFigures />
      </header>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <SocialCard />
        <ProfileCard />
        <PlayerSearch />
        <div className="lg:self-start">
          <DiscordCard title="Discord">
            Looking for a duel partner, a clan or an answer? Most of it is talked about there.
          </DiscordCard>
        </div>
        <Guidelines />
        <div className="lg:self-start">
          <ComingSoon />
        </div>
      </div>
    </div>
  )
}
