import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Season } from '../../contract/rankings/seasons-schemas.ts'
import { seasonCupsQuery } from '../domains/cups/cup-queries.ts'
import { SeasonCups } from '../domains/cups/season-cups.tsx'
import { seasonsQuery } from '../domains/rankings/seasons/season-queries.ts'
import { Seasons as SeasonList } from '../domains/rankings/seasons/seasons.tsx'
import { api } from '../platform/api.ts'
import { metaTags, siteOf } from '../platform/navigation/meta.ts'
import { prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { prefetchedData } from '../platform/prefetched-data.ts'
import { useWords } from '../platform/words.ts'
import { Words } from '../ui/words.tsx'
import type { Route } from './+types/seasons.ts'

/** Seasons, and the cups of the running one, which are unfolded. */
export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(
    context,
    (call) => [seasonsQuery(call)],
    (call, client) =>
      (client.getQueryData(seasonsQuery(call).queryKey) ?? [])
        .filter(({ state }) => state === 'running')
        .map(({ id }) => seasonCupsQuery(call, id)),
  )
export const clientLoader = skipClientLoader

/** The newest season whose champions are known is on the share image. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const site = siteOf(matches)
  const seasons =
    loaderData && (prefetchedData(loaderData, seasonsQuery(api).queryKey) as Season[] | undefined)
  const closed = seasons?.find(({ state, champions }) => state === 'closed' && champions.length > 0)
  return metaTags(site, {
    title: msg`Seasons`,
    description: site.words.seasons?.description,
    path: '/seasons',
    ...(closed && {
      image: `/share/season/${closed.id}.png`,
      imageAlt: msg`The champions of ${{ season: closed.name }} on ${{ site: site.name }}`,
    }),
  })
}

export default function Seasons() {
  const words = useWords('seasons')
  const running = useQuery(seasonsQuery(api)).data?.find(({ state }) => state === 'running')
  // They are unfolded: seasons below them would move when they come.
  const cups = useInfiniteQuery({
    ...seasonCupsQuery(api, running?.id ?? 0),
    enabled: running !== undefined,
  })
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6 px-4 py-8 sm:px-5 lg:py-12">
      <header className="grid gap-2">
        <h1 className="font-display text-5xl leading-none sm:text-6xl">
          <Trans>Seasons</Trans>
        </h1>
        <p className="text-ink-soft">
          <Words text={words?.intro} />
        </p>
      </header>
      <SeasonList
        isWaiting={cups.isLoading && cups.errorUpdateCount === 0}
        cupsOf={({ id, name, state }) => <SeasonCups id={id} name={name} isOpen={state === 'running'} />}
      />
    </div>
  )
}
