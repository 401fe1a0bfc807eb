import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import type { IdentityContent } from '../../../../contract/content/settings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

interface PingAddressProps {
  readonly value: IdentityContent
  readonly canEdit: boolean
}

/** Asks whether a game server answers at the address in the form, before it is saved. */
export function PingAddress({ value: { host, port }, canEdit }: PingAddressProps) {
  const { t } = useLingui()
  const ping = useMutation({
    mutationFn: () => api(settingEndpoints.ping, { body: { host, port } }),
  })
  const { pong } = ping.data ?? {}
  if (!canEdit) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        look="quiet"
        aria-disabled={ping.isPending || undefined}
        onClick={() => !ping.isPending && ping.mutate()}
      >
        {ping.isPending && <Spinner />}
        <Trans>Ping this address</Trans>
      </Button>
      <p role="status" className="text-sm">
        {ping.isError && (
          <span className="text-bad">{errorMessage(ping.error, t`The site could not ask.`)}</span>
        )}
        {pong === null && (
          <span className="text-bad">
            <Trans>No game server answers there.</Trans>
          </span>
        )}
        {pong != null && (
          <span className="text-good">
            {pong.playerCount === null ? (
              <Trans>Answers after {{ latency: pong.latencyMs }} ms.</Trans>
            ) : (
              <Trans>
                Answers after {{ latency: pong.latencyMs }} ms, {{ count: pong.playerCount }} of{' '}
                {{ max: pong.maxPlayers ?? '?' }} players.
              </Trans>
            )}
          </span>
        )}
      </p>
    </div>
  )
}
