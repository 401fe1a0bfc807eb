import { Trans } from '@lingui/react/macro'
import { Wrench } from 'lucide-react'

export function MaintenanceNote() {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-16 text-center">
      <Wrench aria-hidden className="size-8 text-ember" />
      <p className="max-w-prose font-display text-2xl leading-tight">
        <Trans>Leaderboards are currently under maintenance. Please check back soon!</Trans>
      </p>
    </div>
  )
}
