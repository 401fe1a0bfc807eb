import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'

/** A link to the staff area, for staff. */
export function StaffNote() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <CardTitle className="flex items-center gap-3">
          Staff dashboard
          <span className="rounded-sm bg-ember px-1.5 py-0.5 font-bold font-sans text-ember-ink text-xs">
            Beta
          </span>
        </CardTitle>
        <CardText className="mt-1.5">
          The staff dashboard is being rebuilt. Until then, bug reports live here.
        </CardText>
      </div>
      <Button asChild look="quiet">
        <Link to="/staff-reports">Open staff reports</Link>
      </Button>
    </Card>
  )
}
