import { Trans } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { PageWords } from '../../../../contract/content/words-schemas.ts'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { Words } from '../../../ui/words.tsx'

/** Before somebody waits for an answer that is already written. */
export function FaqCard({ words }: { words: PageWords['contact']['faq'] | undefined }) {
  return (
    <Card className="grid justify-items-start gap-3">
      <CardTitle>
        <Words text={words?.title} className="w-40" />
      </CardTitle>
      <CardText>
        <Words text={words?.text} />
      </CardText>
      <Link
        to="/faq"
        className="inline-flex min-h-9 items-center gap-2 font-semibold text-ink text-sm underline underline-offset-4"
      >
        <Trans>Read the FAQ</Trans>
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </Card>
  )
}
