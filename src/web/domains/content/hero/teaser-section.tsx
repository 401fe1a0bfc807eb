import { Trans } from '@lingui/react/macro'
import { Fragment, useId } from 'react'
import { Link } from 'react-router'
import { useWords } from '../../../platform/words.ts'
import { Button } from '../../../ui/button.tsx'
import { JoinButton } from '../../../ui/join-button.tsx'
import { Words } from '../../../ui/words.tsx'
import { TeaserVideo } from './teaser-video.tsx'

export function TeaserSection() {
  const headingId = useId()
  const words = useWords('home')?.teaser
  return (
    <section aria-labelledby={headingId} className="overflow-clip bg-ground-band">
      <div className="home-teaser">
        <TeaserVideo picture={words?.picture} />
        <div className="home-teaser-text">
          <h2 id={headingId} className="font-display text-5xl leading-[0.9] lg:text-6xl">
            {words?.heading.map((line, at) => (
              <Fragment key={line}>
                {at > 0 && ' '}
                <span className="block">{line}</span>
              </Fragment>
            ))}
          </h2>
          <p className="mt-5 max-w-prose text-ink-soft text-lg leading-relaxed">
            <Words text={words?.text} />
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <JoinButton label="JOIN NOW" />
            <Button asChild look="quiet">
              <Link to="/minigames">
                <Trans>VIEW GAMES</Trans>
              </Link>
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}
