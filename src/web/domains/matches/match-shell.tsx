import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { JsonLd } from '../../platform/navigation/json-ld.tsx'
import { useSite } from '../../platform/site.tsx'
import { BackToCommunity } from '../../ui/back-to-community.tsx'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { matchData } from './match-data.ts'
import { matchIdOf } from './match-id.ts'
import { matchQuery } from './match-query.ts'
import { type MatchParts, MatchView } from './match-view.tsx'

export function MatchShell({ idText, ...parts }: MatchParts & { idText: string | undefined }) {
  const id = matchIdOf(idText)
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-6 pb-12 sm:px-5">
      <BackToCommunity />
      <div className="mt-6">{id === null ? <NoMatch /> : <FoundMatch key={id} id={id} {...parts} />}</div>
    </div>
  )
}

function FoundMatch({ id, ...parts }: MatchParts & { id: string }) {
  const { t } = useLingui()
  const site = useSite()
  const match = useQuery(matchQuery(api, id))
  if (match.data) {
    return (
      <>
        <JsonLd data={matchData(site, match.data)} />
        <MatchView match={match.data} {...parts} />
      </>
    )
  }
  if (match.data === null) return <NoMatch />
  if (match.error !== null && !match.isFetching) {
    return (
      <>
        <h1 className="mb-4 font-display text-4xl leading-none">
          <Trans>Error Loading Match</Trans>
        </h1>
        <ErrorView
          title={t`The match could not be loaded`}
          message={errorMessage(match.error, t`Please try again.`)}
          onRetry={() => void match.refetch()}
        />
      </>
    )
  }
  return (
    <div role="status" className="grid gap-6 lg:grid-cols-2">
      <span className="sr-only">
        <Trans>Loading match...</Trans>
      </span>
      <Skeleton className="h-12 lg:col-span-2" />
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
    </div>
  )
}

const NoMatch = () => (
  <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-16 text-center">
    <h1 className="font-display text-5xl leading-none">
      <Trans>Match Not Found</Trans>
    </h1>
    <p className="text-ink-soft">
      <Trans>There is no match at this address. You find matches on the pages of their players.</Trans>
    </p>
  </section>
)
