import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { toast } from '../../../platform/toasts.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { accessDenied } from './access-denied.ts'

/**
 * Leads a member home who is not staff: by itself after mounting, since a redirect of the server could not bring a
 * toast; by its link where scripts do not run. There is nothing of the staff area in it.
 */
export function NoEntry() {
  const navigate = useNavigate()
  const say = useSay()
  useEffect(() => {
    toast(accessDenied)
    void navigate('/', { replace: true })
  }, [navigate])
  return (
    <section className="mx-auto grid max-w-2xl justify-items-center gap-5 px-4 py-24 text-center">
      <h1 className="font-display text-5xl leading-tight">
        <Trans>Access Denied</Trans>
      </h1>
      <p className="text-ink-soft">{say(accessDenied.description)}</p>
      <Button asChild>
        <Link to="/">
          <Trans>Back to home</Trans>
        </Link>
      </Button>
    </section>
  )
}
