import { Trans } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { Words } from '../../../ui/words.tsx'
import { Campfire } from './campfire.tsx'
import { useCommunity } from './use-community.ts'

/** The way to the feed, by the fire. */
export function SocialCard({ text }: { text: string | undefined }) {
  const { figures } = useCommunity()
  return (
    <Card
      tone="ember"
      className="grid items-center gap-5 overflow-hidden md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="grid justify-items-start gap-3">
        <CardTitle className="text-4xl">
          <Trans>Social Feed</Trans>
        </CardTitle>
        <CardText className="text-base">
          <Words text={text} />
        </CardText>
        <Button asChild className="mt-2">
          <Link to="/social">
            <Trans>Open the feed</Trans>
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        </Button>
      </div>
      <div className="-mx-5 -mb-5 sm:-mx-6 sm:-mb-6 md:-my-6 md:ms-0 md:[mask-image:linear-gradient(to_right,transparent,black_20%)]">
        <Campfire foxes={figures?.membersOnline ?? 0} />
      </div>
    </Card>
  )
}
