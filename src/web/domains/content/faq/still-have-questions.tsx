import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Link } from 'react-router'
import { useSite } from '../../../platform/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { ExternalLinkButton } from '../../../ui/external-link-button.tsx'
import { SiteMark } from '../../../ui/site-mark.tsx'
import { Words } from '../../../ui/words.tsx'

/** The way into Discord takes its time (docs/spec/rulings.md, External link delay). */
const discordDelayMs = 2_000

export function StillHaveQuestions({ text }: { text: string | undefined }) {
  const { links } = useSite()
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="grid items-center gap-x-8 gap-y-5 rounded-lg border border-line border-t-2 border-t-ember bg-ground-card p-6 shadow-card sm:grid-cols-[auto_minmax(0,1fr)] lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:p-8"
    >
      <SiteMark className="size-16 max-sm:hidden" />
      <div className="grid gap-2">
        <h2 id={headingId} className="font-display text-4xl leading-none">
          <Trans>Still Have Questions?</Trans>
        </h2>
        <p className="max-w-prose text-ink-soft">
          <Words text={text} />
        </p>
      </div>
      <div className="flex flex-wrap gap-3 sm:max-lg:col-start-2">
        <ExternalLinkButton href={links.discord} delayMs={discordDelayMs} variant="purple">
          <Trans>Join Discord</Trans>
        </ExternalLinkButton>
        <Button asChild look="quiet">
          <Link to="/contact">
            <Trans>Contact Support</Trans>
          </Link>
        </Button>
      </div>
    </section>
  )
}
