import { deskEndpoints } from '../../../contract/desk.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { deskKey, keysetQuery } from '../../platform/keyset-query.ts'

/** Kinds of deeds by their first word. `every` stands for the absence of a filter. */
export const auditKinds = [
  'every',
  'report',
  'application',
  'moderation',
  'member',
  'event',
  'practice',
  'message',
] as const
export type AuditKind = (typeof auditKinds)[number]

export interface AuditFilter {
  readonly actor: string
  readonly kind: AuditKind
}

export const auditQuery = (call: Transport, { actor, kind }: AuditFilter) =>
  keysetQuery({
    queryKey: [...deskKey, 'audit', actor, kind],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(deskEndpoints.audit, {
        query: { before, limit, actor: actor || undefined, action: kind === 'every' ? undefined : kind },
        signal,
      }),
  })
