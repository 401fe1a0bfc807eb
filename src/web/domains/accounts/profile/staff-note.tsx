import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'

/** A link to the staff area, for staff. */
export function StaffNote() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <CardTitle className="flex items-center gap-3">
          <Trans>
            Staff dashboard
            <span className="rounded-sm bg-ember px-1.5 py-0.5 font-bold font-sans text-ember-ink text-xs">
              <Trans>Beta</Trans>
            </span>
          </Trans>
        </CardTitle>
        <CardText className="mt-1.5">
          <Trans>The staff dashboard is being rebuilt. Until then, bug reports live here.</Trans>
        </CardText>
      </div>
      <Button asChild look="quiet">
        <Link to="/staff-reports">
          <Trans>Open staff reports</Trans>
        </Link>
      </Button>
    </Card>
  )
}
