import { useId } from 'react'
import { Link } from 'react-router'
import { topPlayersQueries } from '../features/leaderboard/prefetch.ts'
import { TopPlayers } from '../features/leaderboard/top-players.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { pageContext, prefetched, stayHere } from '../platform/page-context.ts'
import { useSite } from '../platform/site.tsx'
import { useViewer } from '../platform/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardText, CardTitle } from '../ui/card.tsx'
import { FoxMark } from '../ui/fox-mark.tsx'
import { JoinButton } from '../ui/join-button.tsx'
import type { Route } from './+types/home.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(context, (call) => topPlayersQueries(call, context.get(pageContext)))
export const clientLoader = stayHere

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    description: `${site.name} is a Minecraft Bedrock practice server. Join ${site.gameHost}:${site.gamePort}, then talk about your fights here.`,
    path: '/',
  })
}

export default function Home() {
  const topId = useId()
  return (
    <>
      <Hero />
      <section aria-labelledby={topId} className="mx-auto max-w-page px-4 pt-12 sm:px-5 lg:pt-16">
        <TopPlayers headingId={topId} />
      </section>
      <section className="mx-auto grid max-w-page gap-4 px-4 py-12 sm:grid-cols-2 sm:px-5 lg:py-16">
        <FeedCard />
        <AccountCard />
      </section>
    </>
  )
}

function Hero() {
  const { name, gameHost, gamePort } = useSite()
  return (
    <section className="border-line border-b bg-ground-band">
      <div className="mx-auto grid max-w-page items-center gap-10 px-4 py-16 sm:px-5 md:grid-cols-[1fr_auto] lg:py-24">
        <div>
          <p className="font-bold text-ember-bright text-sm tracking-wide">Minecraft Bedrock practice</p>
          <h1 className="mt-3 font-display text-6xl leading-none sm:text-7xl lg:text-8xl">{name}</h1>
          <p className="mt-5 max-w-prose text-ink-soft text-lg leading-relaxed">
            Step into a fight, learn from it, queue again. One click adds the server to your game.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            <JoinButton label="JOIN SERVER" size="lg" />
            <p className="text-ink-soft">
              or add{' '}
              <code className="break-all font-bold text-ink">
                {gameHost}:{gamePort}
              </code>{' '}
              by hand
            </p>
          </div>
        </div>
        <FoxMark className="hidden w-64 md:block lg:w-80" />
      </div>
    </section>
  )
}

function FeedCard() {
  return (
    <Card className="flex flex-col items-start gap-4">
      <CardTitle>Social Feed</CardTitle>
      <CardText>Clips, screenshots and challenges from the people you just fought.</CardText>
      <Button asChild look="quiet" className="mt-auto">
        <Link to="/social">Open the feed</Link>
      </Button>
    </Card>
  )
}

function AccountCard() {
  const viewer = useViewer()
  return (
    <Card className="flex flex-col items-start gap-4">
      <CardTitle>{viewer ? `Hello, ${viewer.username}` : 'Your account'}</CardTitle>
      <CardText>
        {viewer
          ? 'Your profile holds your bio, your picture and your statistics.'
          : 'Register in half a minute: a name and a password are enough.'}
      </CardText>
      <Button asChild look="quiet" className="mt-auto">
        {viewer ? <Link to="/profile">Your profile</Link> : <Link to="/auth">Log in or register</Link>}
      </Button>
    </Card>
  )
}
