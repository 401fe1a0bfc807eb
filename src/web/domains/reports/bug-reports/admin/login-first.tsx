import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Button } from '../../../../ui/button.tsx'

/** What a visitor sees instead of the reports. */
export function LoginFirst() {
  return (
    <section className="mx-auto grid max-w-2xl justify-items-center gap-5 px-4 py-24 text-center">
      <h1 className="font-display text-5xl leading-tight">
        <Trans>Bug reports</Trans>
      </h1>
      <p className="text-ink-soft">
        <Trans>Please log in to access this page.</Trans>
      </p>
      <Button asChild>
        <Link to="/auth?redirect=/staff-reports">
          <Trans>LOGIN</Trans>
        </Link>
      </Button>
    </section>
  )
}
