import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useIsOff } from '../../../platform/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText, CardTitle } from '../../../ui/card.tsx'

interface ComingSoonProps {
  readonly plans: readonly { readonly title: string; readonly text: string }[]
}

/** What is not there yet, and where to go meanwhile. */
export function ComingSoon({ plans }: ComingSoonProps) {
  const areEventsOff = useIsOff('events')
  return (
    <div className="grid gap-4 rounded-lg border border-line-strong border-dashed p-5 sm:p-6">
      <CardTitle>
        <Trans>Coming Soon</Trans>
      </CardTitle>
      <ul className="grid gap-3">
        {plans.map(({ title, text }) => (
          <li key={title}>
            <p className="font-bold">{title}</p>
            <CardText>{text}</CardText>
          </li>
        ))}
      </ul>
      {!areEventsOff && (
        <Button asChild look="quiet" className="justify-self-start">
          <Link to="/events">
            <Trans>See the events</Trans>
          </Link>
        </Button>
      )}
    </div>
  )
}
