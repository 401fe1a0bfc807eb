import { msg } from '@lingui/core/macro'
import { recordOwnAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { queueForGameServers, queueMessage } from '../../../platform/outbox.ts'
import { queueRank } from '../../../platform/sent-ranks.ts'
import { inheritRestriction } from '../../accounts/restrictions/queries.ts'
import { recompute } from './projection.ts'
import { consumeCodes, findCodeOwner } from './queries/codes.ts'
import {
  findAccount,
  havePlayedTogether,
  haveSameKind,
  type LinkableAccount,
  markLinked,
  moveFollowers,
  moveIdentities,
  moveMentions,
  movePlayerReports,
  splitAccount,
  storeRedirect,
} from './queries/link.ts'
import { lockIdentitiesExclusive, lockUsers } from './queries/locks.ts'
import { statsKeysOf } from './queries/stats.ts'

const badCode = (field: string) =>
  invalid({ [field]: msg`That code is no longer valid. Type /link in game for a new one.` })

/**
 * Links a member to the player who was shown the code. @throws 400 for the code, 409 when one of them is already linked
 */
export async function linkMember(
  transaction: Executor,
  memberId: number,
  code: string,
): Promise<{ gamertag: string }> {
  const player = await ownerOf(transaction, code, 'code')
  if (player.id !== memberId) {
    refuseMember(player)
    if (await haveSameKind(transaction, player.id, memberId)) {
      throw conflict(msg`Your account is already linked to another player`)
    }
    if (await havePlayedTogether(transaction, player.id, memberId)) {
      throw conflict(msg`Your account is linked to somebody who played against this player`)
    }
    await merge(transaction, player.id, memberId)
    await welcome(transaction, memberId, player.serverId)
    await recordOwnAudit(transaction, memberId, {
      action: 'member.link',
      before: null,
      after: { mergedPlayer: player.id },
    })
  }
  await consumeCodes(transaction, memberId)
  const member = await findAccount(transaction, memberId)
  if (!member?.gamertag) throw new Error(`account ${memberId} has no gamertag after linking`)
  return { gamertag: member.gamertag }
}

/**
 * Returns the player's account that a newcomer claims with a code. @throws 400 for the code, 409 when it has an owner
 */
export async function claimPlayer(transaction: Executor, code: string): Promise<number> {
  const player = await ownerOf(transaction, code, 'linkCode')
  refuseMember(player)
  await lockUsers(transaction, [player.id])
  await welcome(transaction, player.id, player.serverId)
  await consumeCodes(transaction, player.id)
  await recordOwnAudit(transaction, player.id, {
    action: 'member.link',
    before: null,
    after: { registered: true },
  })
  return player.id
}

/**
 * Moves the player of a linked member to an account of its own, with matches, stats and redirects, and returns its id.
 * Undefined when the account is not linked. The caller records it.
 */
export async function unlinkAccount(transaction: Executor, userId: number): Promise<number | undefined> {
  await lockIdentitiesExclusive(transaction)
  const account = await findAccount(transaction, userId)
  if (!account?.isLinked) return undefined
  await lockUsers(transaction, [userId])
  // Invalidates earlier codes, which would give the player away afterwards.
  await consumeCodes(transaction, userId)
  const keys = await statsKeysOf(transaction, [userId])
  const playerId = await splitAccount(transaction, userId)
  await recompute(transaction, [...keys, ...keys.map(({ boardId }) => ({ boardId, userId: playerId }))])
  await queueForGameServers(transaction, playerId, 'rank', { rank: 'Member' })
  await queueMessage(transaction, playerId, msg`You are not linked to the website any more.`)
  return playerId
}

async function ownerOf(
  transaction: Executor,
  code: string,
  field: string,
): Promise<LinkableAccount & { readonly serverId: number | null }> {
  await lockIdentitiesExclusive(transaction)
  const owner = await findCodeOwner(transaction, code)
  const account = owner && (await findAccount(transaction, owner.userId))
  if (account === undefined) throw badCode(field)
  return { ...account, serverId: owner?.serverId ?? null }
}

function refuseMember(player: LinkableAccount): void {
  if (player.isMember) throw conflict(msg`This player is already linked to another account`)
}

async function merge(transaction: Executor, playerId: number, memberId: number): Promise<void> {
  await lockUsers(transaction, [playerId, memberId])
  const keys = await statsKeysOf(transaction, [playerId, memberId])
  await moveIdentities(transaction, playerId, memberId)
  await recompute(transaction, [...keys, ...keys.map(({ boardId }) => ({ boardId, userId: memberId }))])
  await moveFollowers(transaction, playerId, memberId)
  await moveMentions(transaction, playerId, memberId)
  await movePlayerReports(transaction, playerId, memberId)
  await storeRedirect(transaction, playerId, memberId)
}

async function welcome(transaction: Executor, id: number, serverId: number | null): Promise<void> {
  await markLinked(transaction, id, serverId)
  await inheritRestriction(transaction, id)
  await queueMessage(transaction, id, msg`You are now linked to your account on the website.`)
  await queueRank(transaction, id)
}
