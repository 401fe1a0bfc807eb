import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { apiKeyLimits } from '../../../../contract/doors/keys.ts'
import { keyEndpoints } from '../../../../contract/doors/keys-endpoints.ts'
import type { ApiScope } from '../../../../contract/doors/scopes.ts'
import { api } from '../../../platform/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { CopyRow } from '../../../ui/copy-button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { useRestoredFocus } from '../../../ui/use-restored-focus.ts'
import { KeyForm } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import { keysQuery } from './keys-query.ts'

interface OwnKeysProps {
  /** Scopes of staff that the member may give here. */
  readonly offered: readonly ApiScope[]
}

/** The viewer's API keys: making and revoking them. */
export function OwnKeys({ offered }: OwnKeysProps) {
  const { t } = useLingui()
  const [secret, setSecret] = useState<string>()
  const query = useQuery(keysQuery(api))
  const list = useRestoredFocus<HTMLDivElement>()
  const { perMember } = apiKeyLimits
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {secret !== undefined && <NewSecret key={secret} secret={secret} onDone={() => setSecret(undefined)} />}
      <Loaded
        query={query}
        failed={t`Your API keys could not be loaded.`}
        loading={
          <div className="grid gap-3">
            <p role="status" className="sr-only">
              <Trans>Loading your API keys...</Trans>
            </p>
            <Skeleton className="h-20" />
          </div>
        }
      >
        {(keys) => (
          <div {...list} className="grid gap-4 outline-offset-4">
            {keys.length === 0 ? (
              <EmptyState icon={KeyRound} title={t`No API keys yet`}>
                <Trans>A key gives one program of yours 600 requests a minute.</Trans>
              </EmptyState>
            ) : (
              <ul aria-label={t`Your API keys`} className="divide-y divide-line border-line border-y">
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} endpoint={keyEndpoints.remove} />
                ))}
              </ul>
            )}
            {keys.length < perMember ? (
              <div>
                <FormDialog
                  title={t`New API key`}
                  trigger={
                    <Button>
                      <Plus aria-hidden className="size-4" />
                      <Trans>New API key</Trans>
                    </Button>
                  }
                >
                  {(close) => <KeyForm offered={offered} onMade={setSecret} onDone={close} />}
                </FormDialog>
              </div>
            ) : (
              <p className="text-ink-soft text-sm">
                <Trans>You have {perMember} keys. Revoke one to make another.</Trans>
              </p>
            )}
          </div>
        )}
      </Loaded>
    </div>
  )
}

function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useLingui()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Card tone="ember" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-2">
        <CardTitle as="h3" ref={title} tabIndex={-1} className="outline-none">
          <Trans>Copy your new key</Trans>
        </CardTitle>
        <CardText>
          <Trans>It is shown only now. Keep it like a password, and never put it into public code.</Trans>
        </CardText>
      </div>
      <CopyRow label={t`API key`} value={secret} />
      <div className="flex justify-end border-line border-t pt-5">
        <Button onClick={onDone}>
          <Trans>I have stored the key</Trans>
        </Button>
      </div>
    </Card>
  )
}
