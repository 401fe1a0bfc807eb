import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { CopyRow } from '../../../ui/copy-button.tsx'

interface NewSecretProps {
  readonly name: string
  readonly secret: string
  readonly onDone: () => void
}

/** The secret of a webhook, which is shown once. */
export function NewSecret({ name, secret, onDone }: NewSecretProps) {
  const { t } = useLingui()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Card tone="ember" className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-2">
        <CardTitle ref={title} tabIndex={-1} className="wrap-anywhere outline-none">
          <Trans>Secret of {name}</Trans>
        </CardTitle>
        <CardText>
          <Trans>
            It is shown only now. Your program verifies with it that events come from this site, as Standard
            Webhooks says: <code>docs/webhooks.md</code>
          </Trans>
        </CardText>
      </div>
      <CopyRow label={t`Secret`} value={secret} />
      <div className="flex justify-end border-line border-t pt-5">
        <Button onClick={onDone}>
          <Trans>I have stored the secret</Trans>
        </Button>
      </div>
    </Card>
  )
}
