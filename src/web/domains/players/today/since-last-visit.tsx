import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { todayEndpoints } from '../../../../contract/players/today-endpoints.ts'
import type { Today } from '../../../../contract/players/today-schemas.ts'
import { api } from '../../../platform/api.ts'
import { classes } from '../../../ui/classes.ts'
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
  const [names, last] = [named.slice(0, -1), named.at(-1)]
  const [places, points] = [Math.abs(moved), Math.abs(gained)]
  return (
    <p
      className={classes(
        'rounded-md border-s-4 bg-ground-card px-4 py-3 tabular-nums',
        moved > 0 ? 'border-s-good' : moved < 0 ? 'border-s-bad' : 'border-s-line-strong',
      )}
    >
      <span className="text-ink-soft">
        <Trans>
          Since your last visit, <RelativeTime iso={at} />:
        </Trans>{' '}
      </span>
      {moved !== 0 && (
        <span className={classes('font-bold', moved > 0 ? 'text-good' : 'text-bad')}>
          {moved > 0 ? (
            <Trans>
              you climbed <Plural value={places} one="# place" other="# places" />
            </Trans>
          ) : (
            <Trans>
              you fell <Plural value={places} one="# place" other="# places" />
            </Trans>
          )}
        </span>
      )}
      {moved !== 0 && gained !== 0 && ', '}
      {gained > 0 && (
        <Trans>
          <Plural value={points} one="# point" other="# points" /> more
        </Trans>
      )}
      {gained < 0 && (
        <Trans>
          <Plural value={points} one="# point" other="# points" /> fewer
        </Trans>
      )}
      {(moved !== 0 || gained !== 0) && '. '}
      {last !== undefined && <PassedBy names={names} last={last} others={others} />}
    </p>
  )
}

type Passer = NonNullable<Today['since']>['passedBy'][number]

interface PassedByProps {
  readonly names: readonly Passer[]
  readonly last: Passer
  readonly others: number
}

function PassedBy({ names, last: one, others }: PassedByProps) {
  const linkOf = (user: Passer) => <PlayerLink user={user} className="font-semibold" />
  const listOf = (users: readonly Passer[]) =>
    users.map((user, at) => (
      <span key={user.id}>
        {at > 0 && ', '}
        {linkOf(user)}
      </span>
    ))
  if (others > 0) {
    const named = <>{listOf([...names, one])}</>
    return (
      <Trans>
        {named} and {others} more passed you.
      </Trans>
    )
  }
  const last = linkOf(one)
  if (names.length === 0) return <Trans>{last} passed you.</Trans>
  const first = <>{listOf(names)}</>
  return (
    <Trans>
      {first} and {last} passed you.
    </Trans>
  )
}
