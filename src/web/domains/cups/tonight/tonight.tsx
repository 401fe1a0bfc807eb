import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../platform/api.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { serverNow, useClock } from '../../../platform/live/server-clock.ts'
import { useIsOff } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { NearTime } from '../../../ui/time.tsx'
import type { TonightItem } from './read-tonight.ts'
import { tonightQuery } from './tonight-query.ts'

const actions = {
  enter: msg`Enter`,
  checkIn: msg`Check in`,
  watch: msg`Watch`,
  view: msg`View`,
}

/** What is on and what is next, each with what the viewer may do; nothing where nothing is. */
export function Tonight() {
  const headingId = useId()
  const isOff = useIsOff('events')
  // Where the document came without it, asking now would push down what is being read.
  const [isOfDocument] = useState(!useHydrated())
  const { data, isLoading } = useQuery({
    ...tonightQuery(api, useViewer()),
    enabled: ({ state }) => !isOff && (!isOfDocument || state.data !== undefined),
  })
  // What follows waits out of sight.
  if (isLoading) return <div className="min-h-80" />
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="home-tonight">
      <h2 id={headingId}>
        <Trans>What’s on</Trans>
      </h2>
      <ul>
        {data.items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Item({ item: { title, path, action, free, ...times } }: { item: TonightItem }) {
  const { t } = useLingui()
  const titleId = useId()
  const isMain = action === 'enter' || action === 'checkIn'
  return (
    <li>
      <p>
        <bdi id={titleId}>{title}</bdi>
        <span>
          <When {...times} />
          {free !== null && (
            <>
              {', '}
              <Plural value={free} one="# place free" other="# places free" />
            </>
          )}
        </span>
      </p>
      <Button asChild size="sm" look={isMain ? 'solid' : 'quiet'}>
        <Link to={path} aria-describedby={titleId}>
          {t(actions[action])}
        </Link>
      </Button>
    </li>
  )
}

function When({
  startDate,
  endDate,
  isOn,
  checkInEndsAt,
}: Pick<TonightItem, 'startDate' | 'endDate' | 'isOn' | 'checkInEndsAt'>) {
  const now = useClock() ?? serverNow()
  if (checkInEndsAt !== undefined) {
    const minutes = Math.max(1, Math.ceil((Date.parse(checkInEndsAt) - now) / 60_000))
    return <Plural value={minutes} one="Check-in closes in # minute" other="Check-in closes in # minutes" />
  }
  if (!isOn) return <NearTime iso={startDate} />
  if (endDate === null) return <Trans>On now</Trans>
  return (
    <Trans>
      On now, until <NearTime iso={endDate} since={startDate} />
    </Trans>
  )
}
