import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { Time } from '../../ui/time.tsx'

/** What is known of the account behind the player; an unclaimed one has nobody who signs in. */
export function PlayerFacts({ player, className = '' }: { player: PublicUser; className?: string }) {
  const { t } = useLingui()
  const { createdAt, lastLogin, discordTag, standing } = player
  return (
    <dl className={`grid gap-3 text-sm ${className}`}>
      {createdAt && (
        <Fact label={standing === 'unclaimed' ? t`First seen` : t`Member since`}>
          <Time iso={createdAt} />
        </Fact>
      )}
      {lastLogin && (
        <Fact label={t`Last login`}>
          <Time iso={lastLogin} />
        </Fact>
      )}
      {discordTag && <Fact label={t`Discord tag`}>{discordTag}</Fact>}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  )
}
