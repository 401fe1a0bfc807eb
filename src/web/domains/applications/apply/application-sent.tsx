import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ApplicationReceipt } from '../../../../contract/applications/applications-schemas.ts'
import { positionLabels } from '../../../../contract/labels.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PositionGlyph } from '../position-glyph.tsx'

/** After sending: what was sent, and what happens now. */
export function ApplicationSent({ receipt }: { receipt: ApplicationReceipt }) {
  const { t } = useLingui()
  const { minecraft_username: name } = receipt
  const position = t(positionLabels[receipt.position])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card tone="ember" className="mx-auto grid max-w-2xl justify-items-center gap-4 py-12! text-center">
      <PositionGlyph position={receipt.position} className="size-24" />
      <h1 ref={heading} tabIndex={-1} className="font-display text-5xl leading-none">
        <Trans>Application Sent</Trans>
      </h1>
      <p className="max-w-md text-ink-soft leading-relaxed">
        <Trans>
          Thank you, <bdi>{name}</bdi>. The team has your application as{' '}
          <span className="font-semibold text-ink">{position}</span> and will get back to you by Discord or
          email.
        </Trans>
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link to="/">
            <Trans>Back to home</Trans>
          </Link>
        </Button>
        <Button asChild look="quiet">
          <Link to="/community">
            <Trans>Community</Trans>
          </Link>
        </Button>
      </div>
    </Card>
  )
}
