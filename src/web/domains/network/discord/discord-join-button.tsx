import { Trans } from '@lingui/react/macro'
import { useSite } from '../../../platform/site.tsx'
import { ExternalLinkButton } from '../../../ui/external-link-button.tsx'

/** In milliseconds (docs/spec/rulings.md, External link delay). */
const joinDelayMs = 2_000

/** The invite: every way to Discord that is a button waits 2 s. */
export function DiscordJoinButton({ className = '' }: { className?: string }) {
  const { links } = useSite()
  return (
    <ExternalLinkButton href={links.discord} delayMs={joinDelayMs} variant="purple" className={className}>
      <Trans>Join Discord</Trans>
    </ExternalLinkButton>
  )
}
