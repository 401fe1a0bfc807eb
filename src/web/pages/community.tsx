import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { PlayerSearch } from '../features/players/search/player-search.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { useSite } from '../platform/site.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardText, CardTitle } from '../ui/card.tsx'
import type { Route } from './+types/community.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Community',
    description: `The players of ${site.name}: look anybody up, and read what they are up to.`,
    path: '/community',
  })
}

export default function Community() {
  const { name } = useSite()
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-5 lg:py-12">
      <h1 className="font-display text-5xl leading-none">Community</h1>
      <p className="mt-2 text-ink-soft">Everybody who plays on {name}.</p>
      <div className="mt-8 grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <PlayerSearch />
        <Card className="flex flex-col items-start gap-4">
          <CardTitle>Social Feed</CardTitle>
          <CardText>Clips, screenshots and challenges from the people you just fought.</CardText>
          <Button asChild look="quiet">
            <Link to="/social">
              Open the feed
              <ArrowRight aria-hidden className="size-4" />
            </Link>
          </Button>
        </Card>
      </div>
    </div>
  )
}
