import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { assignLocation } from '../../platform/navigation/assign-location.ts'
import { useSite } from '../../platform/site.tsx'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const waitMs = 1_500

/** Says where it leads and goes there after 1.5 s; by its link where scripts do not run. */
export function RedirectToForm() {
  const { t } = useLingui()
  const address = useSite().links.staffApplication
  useEffect(() => {
    toast({ title: t`Staff Applications`, description: t`Redirecting you to the application form...` })
    const timer = setTimeout(() => assignLocation(address), waitMs)
    return () => clearTimeout(timer)
  }, [address, t])
  return (
    <section className="mx-auto grid max-w-2xl justify-items-center gap-4 px-4 py-24 text-center">
      <h1 className="font-display text-5xl leading-tight sm:text-6xl">
        <Trans>Staff Applications</Trans>
      </h1>
      <p className="flex items-center gap-2 text-ink-soft">
        <Spinner className="text-ember" />
        <Trans>Taking you to the application form.</Trans>
      </p>
      <Button asChild>
        <a href={address} rel="noreferrer">
          <Trans>Open the form</Trans>
        </a>
      </Button>
    </section>
  )
}
