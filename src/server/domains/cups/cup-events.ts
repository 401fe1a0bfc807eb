import { msg } from '@lingui/core/macro'
import { saidWith } from '../../../contract/languages.ts'
import { ingestData } from '../../../contract/matches/ingest-schemas.ts'
import { AppError, conflict, forbidden } from '../../platform/http/errors.ts'
import { findRestriction } from '../accounts/restrictions/queries.ts'
import { type Batch, eventType } from '../matches/ledger/event-type.ts'
import type { EventOf } from '../matches/ledger/events.ts'
import { identityKey, identityOf } from '../matches/ledger/identity.ts'
import { recordGameServerAudit } from '../matches/ledger/queries/keys.ts'
import { findAccount } from '../matches/ledger/queries/link.ts'
import { insertNotice } from '../notifications/queries/notices.ts'
import { cupChannel } from './cup-feed.ts'
import { checkIn, leave, sayReady } from './entering.ts'
import { appendBegun, findCheckIns, findEntered, findOpenMatches } from './queries/hosted.ts'

/** A match of a cup was begun: from now on nobody is out of it for not appearing. */
export const cupBegunEvents = eventType(ingestData['cup.begun'], {
  name: 'cup.begun',
  speaksOf: 'a match of a cup that is called; it takes nobody out, and staff rule on it',
  steps: {
    async cups({ transaction, verdicts }, events) {
      for (const event of events)
        if (!(await appendBegun(transaction, event.data.cupMatchId)))
          verdicts.reject(event, 'data.cupMatchId names no match of a cup that is called and not decided')
    },
  },
  publish: ({ live }) => live.publish(cupChannel, {}),
})

/** A player checks in, says ready or leaves in game. */
export const cupPlayerEvents = eventType(ingestData['cup.player'], {
  name: 'cup.player',
  speaksOf: ({ at, data }) => [{ of: identityOf(data), at, path: 'this player' }],
  knownPlayers: (data) => [identityOf(data)],
  steps: { cups: enterCups },
  result: async (_, { data }) => ({ text: { to: identityOf(data), text: doneTexts[data.action] } }),
})

const doneTexts = {
  check_in: msg`You are checked in.`,
  ready: msg`You are ready: your match counts as soon as it begins.`,
  leave: msg`You have left the cup.`,
}

async function enterCups(batch: Batch, events: readonly EventOf<'cup.player'>[]): Promise<void> {
  for (const event of events) {
    try {
      await enterCup(batch, event)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const said = saidWith(error.text)
      const text = msg`The website says: ${said}`
      batch.verdicts.reject(event, error.message, { to: identityOf(event.data), text })
    }
  }
}

const doneIn = { check_in: checkInOpen, ready: readyOpen, leave: leaveEntered } as const

/** @throws as the endpoints of the site, which ask the same */
async function enterCup(
  { transaction, serverId, identities }: Batch,
  { data }: EventOf<'cup.player'>,
): Promise<void> {
  const identity = identities.get(identityKey(identityOf(data)))
  const account = identity && (await findAccount(transaction, identity.userId))
  if (!account?.isLinked) throw conflict(msg`This player is not linked to a member`)
  if (data.action !== 'leave' && (await findRestriction(transaction, account.id)) !== undefined)
    throw forbidden(msg`This member is restricted`)
  await doneIn[data.action](transaction, account.id)
  await recordGameServerAudit(transaction, serverId, {
    action: 'cup.command',
    subject: { type: 'member', id: account.id },
    before: null,
    after: { command: data.action },
  })
  await insertNotice(transaction, { userId: account.id, kind: 'cup_command', text: doneTexts[data.action] })
}

async function checkInOpen(transaction: Batch['transaction'], userId: number): Promise<void> {
  const ids = await findCheckIns(transaction, userId)
  if (ids.length === 0) throw conflict(msg`No check-in is open for this player`)
  for (const id of ids) await checkIn(transaction, id, userId)
}

async function readyOpen(transaction: Batch['transaction'], userId: number): Promise<void> {
  const open = await findOpenMatches(transaction, userId)
  if (open.length === 0) throw conflict(msg`This player has no open match in a cup`)
  for (const { cupId, cupMatchId } of open) await sayReady(transaction, cupId, userId, cupMatchId)
}

async function leaveEntered(transaction: Batch['transaction'], userId: number): Promise<void> {
  const ids = await findEntered(transaction, userId)
  if (ids.length === 0) throw conflict(msg`This player is not in a cup`)
  for (const id of ids) await leave(transaction, id, userId)
}
