import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { todayEndpoints } from '../../../../contract/players/today-endpoints.ts'
import type { Today } from '../../../../contract/players/today-schemas.ts'
import { api } from '../../../platform/api.ts'
import { classes } from '../../../ui/classes.ts'
import { counted } from '../../../ui/format-count.ts'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

/** Players named as having passed the member. */
const maxNamed = 3

/** Stores, once, that the member sees home. One that fails is compared with the visit before it next time. */
export function useVisit(): void {
  const { mutate } = useMutation({ mutationFn: () => api(todayEndpoints.visit, {}) })
  useEffect(() => mutate(), [mutate])
}

/** What changed on the board since the member was last here; nothing where nothing did. */
export function SinceLastVisit({ since }: { since: Today['since'] }) {
  if (since === null) return null
  const { at, moved, gained, passedBy } = since
  if (moved === 0 && gained === 0 && passedBy.length === 0) return null
  const named = passedBy.slice(0, maxNamed)
  const others = passedBy.length - named.length
  return (
    <p
      className={classes(
        'rounded-md border-l-4 bg-ground-card px-4 py-3 tabular-nums',
        moved > 0 ? 'border-l-good' : moved < 0 ? 'border-l-bad' : 'border-l-line-strong',
      )}
    >
      <span className="text-ink-soft">
        Since your last visit, <RelativeTime iso={at} />:{' '}
      </span>
      {moved !== 0 && (
        <span className={classes('font-bold', moved > 0 ? 'text-good' : 'text-bad')}>
          you {moved > 0 ? 'climbed' : 'fell'} {counted(Math.abs(moved), 'place', 'places')}
        </span>
      )}
      {moved !== 0 && gained !== 0 && ', '}
      {gained !== 0 && `${counted(Math.abs(gained), 'point', 'points')} ${gained > 0 ? 'more' : 'fewer'}`}
      {(moved !== 0 || gained !== 0) && '. '}
      {named.length > 0 && (
        <>
          {named.map((user, at) => (
            <span key={user.id}>
              {at > 0 && (at === named.length - 1 && others === 0 ? ' and ' : ', ')}
              <PlayerLink user={user} className="font-semibold" />
            </span>
          ))}
          {others > 0 && ` and ${others} more`} passed you.
        </>
      )}
    </p>
  )
}
