import { msg } from '@lingui/core/macro'
import { canDeleteMember } from '../../../contract/accounts/members.ts'
import { holds, type Viewer } from '../../../contract/accounts/ranks.ts'
import type { RemovalKind } from '../../../contract/admin/removals.ts'
import type { removalEndpoints } from '../../../contract/admin/removals-endpoints.ts'
import { canManageCups } from '../../../contract/cups/cups.ts'
import { canManageEvents } from '../../../contract/events/events.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/http/endpoints.ts'
import { forbidden, notFound } from '../../platform/http/errors.ts'
import { countRemoval } from './queries.ts'

/** Who may ask: those who may delete it. Everybody sees the replies, comments and likes of a post. */
const mayAsk: Readonly<Record<RemovalKind, (viewer: Viewer, id: number) => boolean>> = {
  comment: () => true,
  post: () => true,
  news: (viewer) => holds(viewer, 'admin', 'news'),
  event: canManageEvents,
  cup: canManageCups,
  season: (viewer) => holds(viewer, 'admin', 'modes'),
  member: (viewer, id) => viewer.id === id || canDeleteMember(viewer, { id }),
}

/** Counts what goes along with a deletion. Nothing is cached: the question says what is stored now. */
export const removalHandlers = ({
  database,
}: Pick<Context, 'database'>): Handlers<typeof removalEndpoints> => ({
  async counts({ member, params: { kind, id } }) {
    if (!mayAsk[kind](member, id)) throw forbidden()
    const counts = await countRemoval(database.sql, kind, id)
    if (counts === undefined) throw notFound(msg`It no longer exists`)
    return counts
  },
})
