import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PlayerTester } from '../../domains/players/debug/player-tester.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { BackToCommunity } from '../../ui/back-to-community.tsx'

export const meta = pageMeta(
  '/player-test',
  msg`Player API test`,
  msg`Asks the player API for an id and shows the answer.`,
)

export default function PlayerTest() {
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-6 pb-12 sm:px-5">
      <BackToCommunity always />
      <h1 className="mt-6 mb-5 font-display text-4xl leading-none">
        <Trans>Player API test</Trans>
      </h1>
      <PlayerTester />
    </div>
  )
}
