import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useTakenOver } from '../platform/hydrated.ts'
import { Button } from './button.tsx'

/** Whether Back leads to a page of this site; the router numbers its entries of the history. */
const useCameFromHere = () => useTakenOver(() => Number(history.state?.idx) > 0, false)

/**
 * Goes where one came from. Who came from elsewhere, and everybody where `always` says so, is offered the community page.
 */
export function BackToCommunity({ always = false }: { always?: boolean }) {
  const navigate = useNavigate()
  const canGoBack = useCameFromHere()
  return (
    <div className="flex flex-wrap gap-2">
      {canGoBack && (
        <Button look="quiet" size="sm" onClick={() => void navigate(-1)}>
          <ArrowLeft aria-hidden className="size-4" />
          <Trans>Back</Trans>
        </Button>
      )}
      {(always || !canGoBack) && (
        <Button asChild look="quiet" size="sm">
          <Link to="/community">
            {!canGoBack && <ArrowLeft aria-hidden className="size-4" />}
            <Trans>Back to Community</Trans>
          </Link>
        </Button>
      )}
    </div>
  )
}
