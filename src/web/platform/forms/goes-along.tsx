import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type RemovalCount, type RemovalKind, removalCounts } from '../../../contract/admin/removals.ts'
import { removalEndpoints } from '../../../contract/admin/removals-endpoints.ts'
import { api } from '../api.ts'

const sentences: Readonly<Record<RemovalCount, (count: number) => ReactNode>> = {
  replies: (count) => <Plural value={count} one="# reply goes with it." other="# replies go with it." />,
  comments: (count) => <Plural value={count} one="# comment goes with it." other="# comments go with it." />,
  likes: (count) => <Plural value={count} one="# like goes with it." other="# likes go with it." />,
  registrations: (count) => (
    <Plural value={count} one="# registration goes with it." other="# registrations go with it." />
  ),
  teams: (count) => <Plural value={count} one="# team goes with it." other="# teams go with it." />,
  seats: (count) => (
    <Plural value={count} one="# player loses their seat." other="# players lose their seats." />
  ),
  seasonMatches: (count) => (
    <Plural
      value={count}
      one="# match no longer counts for a season."
      other="# matches no longer count for a season."
    />
  ),
  pictures: (count) => <Plural value={count} one="# picture goes with it." other="# pictures go with it." />,
  follows: (count) => <Plural value={count} one="# follow goes with it." other="# follows go with it." />,
  matches: (count) => (
    <Plural value={count} one="# match stays, without the name." other="# matches stay, without the name." />
  ),
  posts: (count) => <Plural value={count} one="# post goes with it." other="# posts go with it." />,
}

interface GoesAlongProps {
  readonly kind: RemovalKind
  readonly id: number
}

/** Says in the question of a deletion what goes along, as the server counts it while the question is open. */
export function GoesAlong({ kind, id }: GoesAlongProps) {
  const { data, isError } = useQuery({
    queryKey: ['removal', kind, id],
    queryFn: ({ signal }) => api(removalEndpoints.counts, { params: { kind, id }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const counted = removalCounts[kind].filter((name: RemovalCount) => (data?.[name] ?? 0) > 0)
  return (
    <div role="status" className="grid min-h-5 gap-1 font-semibold text-sm">
      {isError && <Trans>What goes with it could not be counted.</Trans>}
      {data !== undefined && counted.length === 0 && <Trans>Nothing else goes with it.</Trans>}
      {counted.map((name) => (
        <p key={name}>{sentences[name](data?.[name] ?? 0)}</p>
      ))}
    </div>
  )
}
