import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { canRule, canRuleAbout, rulingAlone, rulingLimits } from '../../../../contract/matches/rulings.ts'
import { rulingEndpoints } from '../../../../contract/matches/rulings-endpoints.ts'
import type { Ruling, RulingAbout } from '../../../../contract/matches/rulings-schemas.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { accountsBehind, accountsOfOneHand, requireNoConflict } from '../../../platform/conflicts.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { type Handlers, setNextPageLink } from '../../../platform/http/endpoints.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { requireSecondPerson } from '../../accounts/hands/queries/second-person.ts'
import type { Entry } from '../ledger/totals.ts'
import { applyStep, lockRulings, publishChanges, startApplyingRulings } from './apply.ts'
import {
  countMatches,
  findChanging,
  findMaker,
  findMatches,
  findPlayer,
  findRuledPeople,
  findRuling,
  findRulingMatches,
  findSpanMatches,
  findWork,
  insertDecision,
  insertRuling,
  listPlayersRanks,
  listRulings,
  mostMatchesAlone,
  playedInAny,
  wereDecidedByTwo,
} from './queries/rulings.ts'
import { requireHigherRank } from './require-higher-rank.ts'

/** What one hand rules without a second person is added up over this time. */
const aloneDays = 7

/** The matches that a new ruling changes. @throws 400, 403, 404, 409 */
async function resolveMatches(
  transaction: Executor,
  member: Viewer,
  { action, matchIds, span, rulingId }: RulingAbout,
): Promise<string[]> {
  let named: string[]
  if (rulingId !== undefined) {
    named = await findRulingMatches(transaction, rulingId)
    if (named.length === 0) throw notFound(msg`There is no such ruling`)
  } else if (span === undefined) {
    const wanted = [...new Set((matchIds ?? []).map((id) => id.toLowerCase()))]
    named = await findMatches(transaction, wanted)
    const unknown = wanted.find((id) => !named.includes(id))
    if (unknown !== undefined) throw invalid({ matchIds: msg`There is no match ${unknown}` })
  } else {
    const target = await findPlayer(transaction, span.userId)
    if (target === undefined) throw notFound(msg`There is no such player`)
    if (!canRuleAbout(member, target))
      throw forbidden(msg`You can only rule about players below your own rank`)
    await requireNoConflict(transaction, member.id, { accounts: [target.id] })
    named = await findSpanMatches(transaction, { ...span, userId: target.id }, rulingLimits.matches + 1)
    if (named.length > rulingLimits.matches)
      throw invalid({
        span: msg`A ruling covers ${{ max: rulingLimits.matches }} matches at most: choose a shorter span`,
      })
    if (named.length === 0) throw invalid({ span: msg`This player has no matches in this span` })
  }
  const changing = await findChanging(transaction, named, action)
  if (changing.length === 0)
    throw conflict(action === 'exclude' ? msg`Already excluded` : msg`None of these matches is excluded`)
  await requirePower(transaction, member, changing)
  return changing
}

/** Every ruling asks this, whatever form named its matches. @throws 403 */
async function requirePower(transaction: Executor, member: Viewer, matchIds: readonly string[]) {
  if (await playedInAny(transaction, await accountsBehind(transaction, member.id), matchIds))
    throw forbidden(msg`You cannot rule on matches that you played in`)
  requireHigherRank(member, await listPlayersRanks(transaction, matchIds))
}

/**
 * Whether a ruling waits for a second person: with what the maker's hand ruled alone lately it concerns too many matches of one
 * player, or it changes what two people decided.
 */
async function needsSecondPerson(
  transaction: Executor,
  member: Viewer,
  matchIds: readonly string[],
): Promise<boolean> {
  if (matchIds.length > rulingAlone || (await wereDecidedByTwo(transaction, matchIds))) return true
  const makers = await accountsOfOneHand(transaction, member.id)
  return (await mostMatchesAlone(transaction, makers, matchIds, aloneDays)) > rulingAlone
}

const written = async (transaction: Executor, id: number): Promise<Ruling> => {
  const ruling = await findRuling(transaction, id)
  if (ruling === undefined) throw new Error(`ruling ${id} is missing after it was written`)
  return ruling
}

export function rulingHandlers(context: Context): Handlers<typeof rulingEndpoints> {
  const { sql } = context.database

  const audit = (
    transaction: Executor,
    actor: Viewer,
    action: 'create' | 'confirm' | 'refuse',
    { id, ...ruling }: Pick<Ruling, 'id' | 'action' | 'reason' | 'matches' | 'matchIds' | 'span'>,
  ) =>
    recordAudit(transaction, {
      actor,
      action: `ruling.${action}`,
      subject: { type: 'ruling', id },
      before: null,
      after: {
        action: ruling.action,
        reason: ruling.reason,
        matches: ruling.matches,
        ...(ruling.span === null ? { matchIds: ruling.matchIds } : { player: ruling.span.user?.id ?? null }),
      },
    })

  /** After the commit. */
  const published = async (ruling: Ruling, entries: readonly Entry[] = []) => {
    await publishChanges(context, entries)
    if (ruling.state === 'applying') startApplyingRulings(context)
    await notifyStaff(context, 'rulings', [await findRuledPeople(sql, ruling)])
    return ruling
  }

  /** A large ruling that waits for somebody else. @throws 403, 404, 409 */
  const decide = async (member: Viewer, id: number, decision: 'apply' | 'refuse') => {
    const ruling = await sql.transaction().execute(async (transaction) => {
      await lockRulings(transaction)
      const waiting = await findRuling(transaction, id)
      if (waiting === undefined) throw notFound(msg`There is no such ruling`)
      if (waiting.state !== 'waiting')
        throw conflict(msg`Somebody decided this ruling before`, { ruling: waiting })
      const made = await findMaker(transaction, id)
      if (decision === 'apply')
        await requireSecondPerson(transaction, member, { ...made, power: 'admin', area: 'moderation' })
      else await requireNoConflict(transaction, member.id, { makers: [made.makerId] })
      if (waiting.span?.user && !canRuleAbout(member, waiting.span.user))
        throw forbidden(msg`You can only rule about players below your own rank`)
      const matchIds = await findRulingMatches(transaction, id)
      await requirePower(transaction, member, matchIds)
      await context.events.publish(transaction, 'matchesRuled', { by: member, matchIds })
      await insertDecision(transaction, id, decision, member.id)
      await audit(transaction, member, decision === 'apply' ? 'confirm' : 'refuse', waiting)
      return written(transaction, id)
    })
    return published(ruling)
  }

  return {
    async list(request) {
      const rulings = await listRulings(sql, { ...request.query, viewerId: request.member.id })
      setNextPageLink(request, rulingEndpoints.list, rulings, request.query.limit)
      return rulings
    },

    async preview({ member, body }) {
      if (!canRule(member)) throw forbidden(msg`Moderators and above rule on matches`)
      const matchIds = await resolveMatches(sql, member, body)
      return {
        ...(await countMatches(sql, matchIds)),
        waits: await needsSecondPerson(sql, member, matchIds),
      }
    },

    async create({ member, body, reply }) {
      if (!canRule(member)) throw forbidden(msg`Moderators and above rule on matches`)
      const { ruling, entries } = await sql.transaction().execute(async (transaction) => {
        await lockRulings(transaction)
        const matchIds = await resolveMatches(transaction, member, body)
        await context.events.publish(transaction, 'matchesRuled', { by: member, matchIds })
        const waits = await needsSecondPerson(transaction, member, matchIds)
        const id = await insertRuling(transaction, body, member.id, matchIds)
        if (!waits) await insertDecision(transaction, id, 'apply', member.id)
        const work = await findWork(transaction)
        // At once, unless an earlier ruling is still being applied.
        const entries = work?.rulingId === id ? await applyStep(transaction) : []
        const ruling = await written(transaction, id)
        await audit(transaction, member, 'create', ruling)
        return { ruling, entries }
      })
      if (ruling.state !== 'applied') reply.accepted()
      return published(ruling, entries)
    },

    confirm: ({ member, params }) => decide(member, params.id, 'apply'),

    refuse: ({ member, params }) => decide(member, params.id, 'refuse'),
  }
}
