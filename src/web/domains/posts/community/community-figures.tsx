import { useLingui } from '@lingui/react/macro'
import { Figure } from './figure.tsx'
import { FiguresFailure } from './figures-failure.tsx'
import { OnlineLight } from './online-light.tsx'
import { useCommunity } from './use-community.ts'

/** Members online and active threads, side by side; on a phone a line each, so that no figure that comes wraps them. */
export function CommunityFigures() {
  const { t } = useLingui()
  const { figures, words, error, retry } = useCommunity()
  const unknown = figures === undefined
  return (
    <>
      <div className="grid gap-x-8 gap-y-3 sm:flex">
        <Figure words={words.membersOnline} where={t`on the site`} unknown={unknown}>
          <OnlineLight lit={!unknown && figures.membersOnline > 0} />
        </Figure>
        <Figure words={words.activeThreads} unknown={unknown} />
      </div>
      {error !== null && (
        <div className="basis-full">
          <FiguresFailure error={error} onRetry={retry} />
        </div>
      )}
    </>
  )
}
