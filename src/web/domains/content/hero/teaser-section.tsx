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
      <div className="grid items-center bg-[radial-gradient(42%_50%_at_36%_50%,color-mix(in_srgb,var(--color-ember)_20%,transparent),transparent)] lg:grid-cols-[minmax(0,58fr)_minmax(0,42fr)] lg:py-20">
        <TeaserVideo picture={words?.picture} />
        <div className="px-4 pt-8 pb-14 sm:px-5 lg:py-0 lg:pe-[max(1.25rem,calc((100vw-80rem)/2+1.25rem))] lg:ps-12">
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
