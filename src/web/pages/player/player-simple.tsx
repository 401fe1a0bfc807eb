import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { parseId } from '../../../contract/ids.ts'
import { RawPlayer } from '../../domains/players/debug/raw-response.tsx'
import { playerLoader } from '../../domains/players/player-document.ts'
import { PlayerProblem } from '../../domains/players/player-problem.tsx'
import { invalidId } from '../../domains/players/problem.ts'
import { metaTags, siteOf } from '../../platform/navigation/meta.ts'
import { skipClientLoader } from '../../platform/navigation/page-context.ts'
import { BackToCommunity } from '../../ui/back-to-community.tsx'
import type { Route } from './+types/player-simple.ts'

export const loader = playerLoader('/player-simple')
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, location }) =>
  metaTags(siteOf(matches), {
    title: msg`Player API`,
    description: msg`What the API answers for a player.`,
    path: location.pathname,
    noindex: true,
  })

export default function PlayerSimple({ params }: Route.ComponentProps) {
  const id = parseId(params.id)
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-6 pb-12 sm:px-5">
      <BackToCommunity always />
      {id === null ? (
        <PlayerProblem problem={invalidId} />
      ) : (
        <>
          <h1 className="mt-6 mb-5 font-display text-4xl leading-none">
            <Trans>Player {id}, raw</Trans>
          </h1>
          <RawPlayer id={id} />
        </>
      )}
    </div>
  )
}
