import { Trans } from '@lingui/react/macro'
import { Settings2, Trophy } from 'lucide-react'
import { Link } from 'react-router'
import { canManageEvents } from '../../contract/events/events.ts'
import { Events } from '../domains/events/events.tsx'
import { eventsMeta } from '../domains/events/events-meta.ts'
import { eventsQuery, olderEventsQuery } from '../domains/events/events-query.ts'
import { ZoneNote } from '../domains/events/zone-note.tsx'
import { siteOf } from '../platform/navigation/meta.ts'
import { prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useViewer } from '../platform/viewer.ts'
import { useWords } from '../platform/words.ts'
import { Button } from '../ui/button.tsx'
import { Words } from '../ui/words.tsx'
import type { Route } from './+types/events.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  // A link may lead to an event that ended long ago.
  const withOlder = search.has('older') || search.has('event')
  return prefetched(context, (call) => [eventsQuery(call), ...(withOlder ? [olderEventsQuery(call)] : [])])
}
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) =>
  eventsMeta(siteOf(matches), loaderData, location.search)

export default function EventsPage() {
  const words = useWords('events')
  const viewer = useViewer()
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid gap-2">
          <h1 className="font-display text-6xl leading-none sm:text-7xl">
            <Trans>Events</Trans>
          </h1>
          <p className="max-w-prose text-ink-soft leading-relaxed">
            <Words text={words?.intro} />
          </p>
          <ZoneNote />
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button asChild look="quiet">
            <Link to="/cups">
              <Trophy aria-hidden className="size-4" />
              <Trans>Cups</Trans>
            </Link>
          </Button>
          {canManageEvents(viewer) && (
            <Button asChild look="quiet">
              <Link to="/admin/events">
                <Settings2 aria-hidden className="size-4" />
                <Trans>Manage events</Trans>
              </Link>
            </Button>
          )}
        </div>
      </header>
      <Events />
    </div>
  )
}
