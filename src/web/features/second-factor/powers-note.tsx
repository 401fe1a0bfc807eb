import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../ui/card.tsx'

/** For staff whose rank opens nothing yet, with the way to change that. */
export function PowersNote() {
  return (
    <Card tone="ember" className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <CardTitle>Your rank waits for a second factor</CardTitle>
        <CardText className="mt-1.5">
          This site asks its staff for one. Until you have set it up, the staff desk stays closed to you.
        </CardText>
      </div>
      <Button asChild>
        <Link to="#second-factor">Set it up</Link>
      </Button>
    </Card>
  )
}
