import { Trans } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { Button } from './button.tsx'

/** A page that could not be rendered. It does not show the cause. */
export function ErrorPage() {
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 px-4 py-24 text-center">
      <p aria-hidden className="font-display text-8xl text-ember leading-none">
        500
      </p>
      <h1 className="font-display text-4xl leading-tight">
        <Trans>Something went wrong</Trans>
      </h1>
      <p className="text-ink-soft">
        <Trans>We could not show this page. It is our fault. Please try again.</Trans>
      </p>
      <Button onClick={() => window.location.reload()}>
        <RotateCw aria-hidden className="size-4" />
        <Trans>Reload the page</Trans>
      </Button>
    </section>
  )
}
