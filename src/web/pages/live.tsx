import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { JustEnded, modeIn } from '../domains/matches/live/just-ended.tsx'
import { endedQuery, everybodyQuery, liveModesQuery } from '../domains/matches/live/live-queries.ts'
import { PlayingNow } from '../domains/matches/live/playing-now.tsx'
import { Streams, streamsQuery } from '../domains/players/streams.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageContext, prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { JoinButton } from '../ui/join-button.tsx'
import type { Route } from './+types/live.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const mode = modeIn(new URL(request.url).search, context.get(pageContext).site.modes)
  return prefetched(context, (call) => [
    liveModesQuery(call),
    everybodyQuery(call),
    endedQuery(call, mode),
    streamsQuery(call),
  ])
}
export const clientLoader = skipClientLoader

export const meta = pageMeta(
  '/live',
  msg`Live`,
  msg`Who plays which mode right now, who waits for an opponent, and how the last matches ended.`,
)

export default function Live() {
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-2">
          <h1 className="font-display text-5xl leading-none sm:text-6xl">
            <Trans>Live</Trans>
          </h1>
          <p className="text-ink-soft">
            <Trans>Who is playing right now, and the latest results. This page updates by itself.</Trans>
          </p>
        </div>
        <div className="max-sm:w-full sm:hidden">
          <JoinButton label="JOIN SERVER" fullOnPhones />
        </div>
      </header>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid content-start gap-10">
          <PlayingNow />
          <Streams />
        </div>
        <JustEnded />
      </div>
    </div>
  )
}
