import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { OwnKeys } from './own-keys.tsx'

/** API keys on the profile: few members make any, so the list is asked for on demand. */
export function KeysCard() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-2">
        <CardTitle as="h3">
          <Trans>API keys</Trans>
        </CardTitle>
        <CardText>
          <Trans>
            For bots, overlays and tools of yours. What a key can read, everybody can:{' '}
            <a href="/api/docs" className="font-semibold text-ink underline underline-offset-4">
              all calls
            </a>
            .
          </Trans>
        </CardText>
      </div>
      {isOpen ? (
        <OwnKeys offered={[]} />
      ) : (
        <div>
          <Button look="quiet" size="sm" onClick={() => setOpen(true)}>
            <Trans>Show my API keys</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}
