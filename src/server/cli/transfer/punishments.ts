import { randomUUID } from 'node:crypto'
import { hasPower } from '../../../contract/accounts/ranks.ts'
import { textLimits } from '../../../contract/limits.ts'
import { hasDuration } from '../../../contract/moderation/punishments.ts'
import { PunishmentReason } from '../../../contract/moderation/punishments-schemas.ts'
import { maxGamertag, shownGamertag } from '../../../contract/text.ts'
import { makeNamedPlayer } from '../../domains/matches/ledger/linking.ts'
import { lockIdentitiesShared } from '../../domains/matches/ledger/queries/locks.ts'
import { appealCode } from '../../domains/moderation/punishments/appeal-code.ts'
import {
  findPunishable,
  findPunishment,
  insertChange,
  insertPunishment,
} from '../../domains/moderation/punishments/queries.ts'
import { queuePunishment } from '../../domains/moderation/punishments/routes.ts'
import { problemOf, type TransferRecord } from './format.ts'
import { oneLine } from './news.ts'
import { insertImportedRestriction } from './queries.ts'
import { type ImportScope, isAhead, type Outcome, shortened } from './records.ts'
import { RefusedRecord } from './transfer-error.ts'

type PunishmentRecord = TransferRecord<'punishment'>

const noReason = 'No reason was given'

function reasonOf({ reason }: PunishmentRecord, notes: string[]): string {
  const { max } = textLimits.moderationReason
  if (reason && [...reason.trim()].length > max) notes.push(`reason: cut to ${max} characters`)
  const checked = PunishmentReason.safeParse({ reason: shortened((reason ?? '').trim() || noReason, max) })
  if (!checked.success) throw new RefusedRecord(problemOf(checked.error))
  return checked.data.reason
}

/** @throws {RefusedRecord} for times that contradict each other */
function requireOrder({ type, at, until, liftedAt }: PunishmentRecord): void {
  if (isAhead(at)) throw new RefusedRecord('at: it is in the future')
  if (until && Date.parse(until) <= Date.parse(at)) throw new RefusedRecord('until: it is not after at')
  if (liftedAt && (isAhead(liftedAt) || Date.parse(liftedAt) < Date.parse(at)))
    throw new RefusedRecord('liftedAt: it is before at, or in the future')
  const isLasting = type === 'restriction' || hasDuration(type)
  if (until && !isLasting) throw new RefusedRecord('until: a kick and a warning have no duration')
}

/** Who gave it: an account here, else a name, else unknown. */
async function giverOf(scope: ImportScope, { by, byMember }: PunishmentRecord, notes: string[]) {
  const member = byMember == null ? undefined : await scope.find('member', byMember)
  const name = by ? shortened(oneLine(by), 64) : ''
  const madeBy = member?.userId ?? null
  if (madeBy === null && name === '') notes.push('by: who gave it is unknown')
  return { madeBy, byName: madeBy === null && name !== '' ? name : null }
}

/** An XUID says whom it is about; without one it is the player of the member. */
async function identityOf(
  { transaction, config }: ImportScope,
  { xuid, gamertag, at }: PunishmentRecord,
  userId: number | undefined,
): Promise<{ readonly identityId: number; readonly userId: number }> {
  if (xuid == null) {
    const target = await findPunishable(transaction, userId!)
    if (target?.identityId == null)
      throw new RefusedRecord('member: no player in the game is known of them, as they have no XUID')
    return { identityId: target.identityId, userId: target.id }
  }
  const shown = gamertag ? shownGamertag([...gamertag].slice(0, maxGamertag).join('')) : 'Unknown player'
  // A placeholder is of 1970, which any name replaces.
  const seen = {
    kind: 'xuid',
    value: xuid,
    gamertag: shown,
    at: gamertag ? new Date(at) : new Date(0),
  } as const
  const identity = await makeNamedPlayer(transaction, config, seen)
  return { identityId: identity.id, userId: identity.userId }
}

export async function bringPunishment(scope: ImportScope, record: PunishmentRecord): Promise<Outcome> {
  const { transaction } = scope
  const notes: string[] = []
  requireOrder(record)
  const reason = reasonOf(record, notes)
  const until = record.until ?? null
  const member = record.member == null ? undefined : await scope.find('member', record.member)
  const userId = member?.userId ?? undefined
  if (userId === undefined && (record.xuid == null || record.type === 'restriction'))
    throw new RefusedRecord(
      record.member == null ? 'needs a member or an xuid' : `member: ${record.member} was not brought along`,
    )
  const isOver = until !== null && Date.parse(until) <= Date.now()
  if (record.type === 'restriction') {
    const { madeBy } = await giverOf(scope, record, notes)
    const endedAt = record.liftedAt ?? (isOver ? until : null)
    const target = await findPunishable(transaction, userId!)
    // Nobody on the site could lift it.
    if (endedAt === null && target !== undefined && hasPower(target.rank, 'owner'))
      throw new RefusedRecord('member: they are an Owner here, whom nobody restricts')
    const row = { userId: userId!, reason, by: madeBy, at: record.at, until, endedAt }
    if (!(await insertImportedRestriction(transaction, row)))
      throw new RefusedRecord('member: they are restricted here for as long or longer')
    return { notes }
  }
  await lockIdentitiesShared(transaction)
  const identity = await identityOf(scope, record, userId)
  const { madeBy, byName } = await giverOf(scope, record, notes)
  const id = randomUUID()
  await insertPunishment(transaction, {
    id,
    identityId: identity.identityId,
    kind: record.type,
    reason,
    until: until === null ? null : new Date(until),
    serverId: null,
    byName,
    madeBy,
    at: new Date(record.at),
    appealCode: await appealCode(transaction, id),
  })
  if (record.liftedAt)
    await insertChange(transaction, {
      punishmentId: id,
      kind: 'lift',
      reason: record.liftReason
        ? shortened(record.liftReason.trim(), textLimits.moderationReason.max) || null
        : null,
      at: new Date(record.liftedAt),
    })
  const stored = await findPunishment(transaction, id)
  // Game servers put into force what still is.
  if (stored?.state === 'active') await queuePunishment(transaction, stored)
  return { notes }
}
