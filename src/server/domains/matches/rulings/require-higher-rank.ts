import { msg } from '@lingui/core/macro'
import { outranks, type Rank, type Viewer } from '../../../../contract/accounts/ranks.ts'
import { forbidden } from '../../../platform/http/errors.ts'

/** Whether a member may decide about players of these ranks. */
export const isAboveAll = ({ rank }: Viewer, ranks: readonly Rank[]) =>
  ranks.every((other) => outranks(rank, other))

/** Nobody rules about players whose rank is not below their own. @throws 403 */
export function requireHigherRank(member: Viewer, ranks: readonly Rank[]): void {
  const above = ranks.find((rank) => !outranks(member.rank, rank))
  if (above !== undefined)
    throw forbidden(
      msg`You can only rule about players below your own rank, and the rank of one of them is ${{ rank: above }}`,
    )
}
