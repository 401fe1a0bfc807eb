import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useIsOff } from '../../../platform/site.tsx'
import { useWords } from '../../../platform/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Words } from '../../../ui/words.tsx'
import { Campfire } from './campfire.tsx'
import { Figure } from './figure.tsx'
import { FiguresFailure } from './figures-failure.tsx'
import { OnlineLight } from './online-light.tsx'
import { useCommunity } from './use-community.ts'

export interface CommunitySectionProps {
  readonly headingId: string
  /** The way to Discord, below the fire: another feature, so the page brings it. */
  readonly discord: ReactNode
}

/** Home's community section: who is around, what is talked about, and the ways in. */
export function CommunitySection({ headingId, discord }: CommunitySectionProps) {
  const { t } = useLingui()
  const { figures, words: figureWords, error, retry } = useCommunity()
  const words = useWords('home')?.community
  const isFeedOff = useIsOff('social')
  const unknown = figures === undefined
  // While nothing is known the fire burns, and nobody is made up to sit at it.
  const online = figures?.membersOnline ?? 0
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id={headingId} className="font-display text-4xl leading-none">
          <Trans>Community</Trans>
        </h2>
        <Button asChild look="quiet">
          <Link to="/community">
            <Trans>Visit the community</Trans>
          </Link>
        </Button>
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-ground-card shadow-card">
        <div className="grid lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
          <div className="home-community">
            <Campfire foxes={online} />
          </div>
          <div className="grid content-center gap-6 p-6 sm:p-8 lg:p-10">
            <p className="max-w-prose text-ink-soft leading-relaxed">
              <Words text={words} />
            </p>
            <div className="grid gap-3">
              <Figure words={figureWords.membersOnline} where={t`on the site`} unknown={unknown} size="lg">
                <OnlineLight lit={online > 0} />
              </Figure>
              <Figure words={figureWords.activeThreads} unknown={unknown} />
            </div>
            {error !== null && <FiguresFailure error={error} onRetry={retry} />}
            {!isFeedOff && (
              <Button asChild className="justify-self-start">
                <Link to="/social">
                  <Trans>Open the social feed</Trans>
                </Link>
              </Button>
            )}
          </div>
        </div>
        <div className="border-line border-t bg-ground-raised p-5 sm:px-8">{discord}</div>
      </div>
    </div>
  )
}
