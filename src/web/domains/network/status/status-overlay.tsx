import { useLingui } from '@lingui/react/macro'
import { hostAndPort } from '../../../../contract/content/site.ts'
import { useSite } from '../../../platform/site.tsx'
import { useServerStatus } from './use-server-status.ts'

/** The game server on a stream: whether it is online, how many play, and its address. */
export function StatusOverlay() {
  const { t } = useLingui()
  const { name, gameHost, gamePort } = useSite()
  const { isOnline, playerCount } = useServerStatus().status
  return (
    <section aria-label={name} className="shown-card grid gap-2 border-s-4 border-s-ember">
      <h1 className="wrap-anywhere font-display text-3xl leading-none">{name}</h1>
      <p className="flex items-center gap-2.5 font-bold">
        <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${isOnline ? 'bg-good' : 'bg-bad'}`} />
        {isOnline ? t`${{ playerCount }} Players Online` : t`Server Offline`}
      </p>
      <p className="wrap-anywhere text-ink-soft text-sm">{hostAndPort(gameHost, gamePort)}</p>
    </section>
  )
}
