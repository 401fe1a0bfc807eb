import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { DiscordCard } from '../domains/network/discord/discord-card.tsx'
import { discordQuery } from '../domains/network/discord/discord-query.ts'
import { PlayerSearch } from '../domains/players/search/player-search.tsx'
import { searchIn } from '../domains/players/search/search-address.ts'
import { playerSearchQuery } from '../domains/players/search/search-query.ts'
import { ComingSoon } from '../domains/posts/community/coming-soon.tsx'
import { CommunityFigures } from '../domains/posts/community/community-figures.tsx'
import { communityQuery } from '../domains/posts/community/community-query.ts'
import { Guidelines } from '../domains/posts/community/guidelines.tsx'
import { guidelinesQuery } from '../domains/posts/community/guidelines-query.ts'
import { ProfileCard } from '../domains/posts/community/profile-card.tsx'
import { SocialCard } from '../domains/posts/community/social-card.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useIsOff } from '../platform/site.tsx'
import { useWords } from '../platform/words.ts'
import { Words } from '../ui/words.tsx'
import type { Route } from './+types/community.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const term = searchIn(new URL(request.url).search)
  return prefetched(context, (call) => [
    communityQuery(call),
    discordQuery(call),
    guidelinesQuery(call),
    ...(term === '' ? [] : [playerSearchQuery(call, term)]),
  ])
}
export const clientLoader = skipClientLoader

export const meta = pageMeta('/community', msg`Community`, ({ words }) => words.community?.description)

export default function Community() {
  const { t } = useLingui()
  const words = useWords('community')
  const isFeedOff = useIsOff('social')
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div className="grid gap-2">
          <h1 className="font-display text-5xl leading-none sm:text-6xl">
            <Trans>Community</Trans>
          </h1>
          <p className="text-ink-soft">
            <Words text={words?.intro} />
          </p>
        </div>
        <CommunityFigures />
      </header>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        {!isFeedOff && <SocialCard text={words?.feed} />}
        <ProfileCard text={words?.profile} />
        <PlayerSearch intro={words?.search} />
        <div className="lg:self-start">
          <DiscordCard title={t`Discord`}>
            <Words text={words?.discord} />
          </DiscordCard>
        </div>
        <Guidelines intro={words?.guidelines} />
        {words !== undefined && words.comingSoon.length > 0 && (
          <div className="lg:self-start">
            <ComingSoon plans={words.comingSoon} />
          </div>
        )}
      </div>
    </div>
  )
}
