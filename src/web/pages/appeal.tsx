import { ownAppealsQuery } from '../domains/moderation/appeals/appeal-queries.ts'
import { Appeals } from '../domains/moderation/appeals/appeals.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { pageContext, prefetched, skipClientLoader } from '../platform/page-context.ts'
import type { Route } from './+types/appeal.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(context, (call) => (context.get(pageContext).viewer === null ? [] : [ownAppealsQuery(call)]))
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Appeal',
    description: `Appeal against a punishment on ${site.name}: signed in, or with the code from the ban screen.`,
    path: '/appeal',
  })
}

export default function Appeal() {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8 sm:px-5 lg:py-12">
      <header className="grid gap-2">
        <h1 className="font-display text-5xl leading-none sm:text-6xl">Appeal</h1>
        <p className="text-ink-soft">
          You can appeal every punishment. A different staff member will decide.
        </p>
      </header>
      <Appeals />
    </div>
  )
}
