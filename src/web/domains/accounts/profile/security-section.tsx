import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'

/** The cards about access to the account. */
export function SecuritySection({ children }: { children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 gap-6">
      <h2 id={headingId} className="font-display text-3xl leading-none">
        <Trans>Security</Trans>
      </h2>
      {children}
    </section>
  )
}
