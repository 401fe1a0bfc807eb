import { msg } from '@lingui/core/macro'
import { adminEndpoints } from '../../contract/admin/admin-endpoints.ts'
import type { AuditAction } from '../../contract/admin/audit.ts'
import { type Transport, urlOf } from '../../contract/endpoint.ts'
import type { Text } from '../../contract/languages.ts'
import { adminKey, keysetQuery } from '../platform/keyset-query.ts'
import { choiceIn } from '../platform/navigation/address-choice.ts'

type Group<Action extends string> = Action extends `${infer First}.${string}` ? First : never
/** The first word of an action. `every` stands for the absence of a filter. */
type AuditKind = 'every' | Group<AuditAction>

export const auditKindLabels: Readonly<Record<AuditKind, Text>> = {
  every: msg`Everything`,
  report: msg`Bug reports`,
  application: msg`Applications`,
  moderation: msg`Moderation`,
  post: msg`Posts`,
  comment: msg`Comments`,
  member: msg`Members`,
  invite: msg`Invitations`,
  factor: msg`Second factors`,
  event: msg`Events`,
  cup: msg`Cups`,
  template: msg`Cup templates`,
  news: msg`News`,
  newsletter: msg`Newsletter`,
  practice: msg`Practice modes`,
  mode: msg`Modes`,
  season: msg`Seasons`,
  message: msg`Messages`,
  discord: msg`Messages to Discord`,
  webhook: msg`Webhooks`,
  punishment: msg`Punishments`,
  appeal: msg`Appeals`,
  ruling: msg`Rulings`,
  match: msg`Voided matches`,
  fair: msg`Searches for patterns`,
  key: msg`Game server keys`,
  api_key: msg`API keys`,
  ledger: msg`Ledger`,
  rank: msg`Ranks`,
  setting: msg`Settings`,
  secret: msg`Secrets`,
  mail: msg`Tests of the mail server`,
  backup: msg`Backups`,
  site: msg`Sample world`,
}

/** The usual one first. */
export const auditKinds = Object.keys(auditKindLabels) as ['every', ...AuditKind[]]

interface AuditSubject {
  readonly type: string
  readonly id: number
}

/** Filters of the log; they are part of the URL. */
export interface AuditFilter {
  readonly actor: string
  readonly kind: AuditKind
  readonly subject: AuditSubject | null
  /** Days such as 2026-01-31; empty for no limit. */
  readonly from: string
  readonly to: string
}

/** A URL may hold any text: what is no day is no filter. */
function dayIn(query: URLSearchParams, name: string): string {
  const day = query.get(name) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : ''
}

function subjectIn(query: URLSearchParams): AuditSubject | null {
  const [, type, id] = /^([a-z_]{2,40}):([1-9]\d{0,8})$/.exec(query.get('subject') ?? '') ?? []
  return type === undefined ? null : { type, id: Number(id) }
}

export function auditFilterIn(search: string): AuditFilter {
  const query = new URLSearchParams(search)
  return {
    actor: [...(query.get('who') ?? '')].slice(0, 60).join(''),
    kind: choiceIn(search, 'what', auditKinds),
    subject: subjectIn(query),
    from: dayIn(query, 'from'),
    to: dayIn(query, 'to'),
  }
}

const queryOf = ({ actor, kind, subject, from, to }: AuditFilter) => ({
  actor: actor || undefined,
  action: kind === 'every' ? undefined : kind,
  subjectType: subject?.type,
  subjectId: subject?.id,
  from: from || undefined,
  to: to || undefined,
})

/** Where the file with the same entries is downloaded. */
export const auditFilePath = (filter: AuditFilter) =>
  urlOf(adminEndpoints.auditFile, { query: queryOf(filter) })

export const auditQuery = (call: Transport, filter: AuditFilter) =>
  keysetQuery({
    queryKey: [...adminKey, 'audit', filter],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(adminEndpoints.audit, { query: { before, limit, ...queryOf(filter) }, signal }),
  })
