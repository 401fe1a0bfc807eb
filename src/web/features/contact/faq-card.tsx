import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Card, CardText, CardTitle } from '../../ui/card.tsx'

/** Before somebody waits for an answer that is already written. */
export function FaqCard() {
  return (
    <Card className="grid justify-items-start gap-3">
      <CardTitle>Answered already?</CardTitle>
      <CardText>Joining, ranks, rules and most technical trouble are in the FAQ.</CardText>
      <Link
        to="/faq"
        className="inline-flex min-h-9 items-center gap-2 font-semibold text-ember-bright text-sm underline underline-offset-4"
      >
        Read the FAQ
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </Card>
  )
}
