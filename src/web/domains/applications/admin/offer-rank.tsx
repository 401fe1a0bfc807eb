import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { canSetRank } from '../../../../contract/accounts/members.ts'
import { outranks, rankLabel } from '../../../../contract/accounts/ranks.ts'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { rankOfPosition } from '../../../../contract/applications/applications.ts'
import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'
import { api } from '../../../platform/api.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { RankDialog } from '../../accounts/members/rank-dialog.tsx'

/** Of an accepted application: offers the rank of its position, as long as the applicant has a lower one. */
export function OfferRank({ application }: { application: StaffApplication }) {
  const { position, status, user_id: id } = application
  const rank = rankOfPosition[position]
  const viewer = useViewer()
  const site = useSite()
  const { data, error, refetch } = useQuery({
    queryKey: [...adminKey, 'applicant', id],
    queryFn: ({ signal }) => api(userEndpoints.show, { params: { id: id ?? 0 }, signal }),
    enabled: status === 'accepted' && rank !== undefined && id !== null,
    staleTime: 0,
  })
  if (error !== null)
    return (
      <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
        <Trans>The rank of the applicant could not be loaded.</Trans>
        <Button look="quiet" size="sm" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    )
  if (data === undefined || rank === undefined || !outranks(rank, data.rank)) return null
  const { username: name } = data
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-ground p-3 text-sm">
      <p>
        <Trans>
          <bdi className="font-bold">{name}</bdi> is {{ held: rankLabel(data.rank, site) }} until somebody
          gives them the rank {{ offered: rankLabel(rank, site) }}.
        </Trans>
      </p>
      {canSetRank(viewer, data, rank) ? (
        <RankDialog member={data} offered={rank} />
      ) : (
        <p className="text-ink-soft">
          <Trans>An Admin does that.</Trans>
        </p>
      )}
    </div>
  )
}
