import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import {
  leadingPlaces,
  seasonEndsTooEarly,
  seasonLimits,
  startUndoHours,
} from '../../../../contract/rankings/seasons.ts'
import type { seasonEndpoints } from '../../../../contract/rankings/seasons-endpoints.ts'
import type { NewSeason, Season } from '../../../../contract/rankings/seasons-schemas.ts'
import type { Context } from '../../../context.ts'
import { auditedRecords } from '../../../platform/audited-records.ts'
import { changedFields } from '../../../platform/changed-fields.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import type { ContentStore } from '../../content/store.ts'
import { tierNameIn } from '../ratings/shown-figures.ts'
import { announceSeasonUndone } from './announce.ts'
import {
  countSeasons,
  deleteSeason,
  findSeason,
  hasMatchesSince,
  insertSeason,
  listSeasons,
  lockSeasons,
  queueModesSince,
  updateSeason,
} from './queries/seasons.ts'
import { findLedMode } from './queries/standings.ts'

/** Errors by constraint name. */
export const seasonConstraints = {
  seasons_no_overlap: () => conflict(msg`Another season is at this time`),
}

const startsTooEarly = 'The start must be in the future'
const endIsPast = 'The end must be in the future'

const fieldsOf = ({ name, startsAt, endsAt }: Season): NewSeason => ({ name, startsAt, endsAt })

/** A season whose start is a time. */
const timed = (season: NewSeason, now: Date): NewSeason => ({
  ...season,
  startsAt: season.startsAt === 'now' ? now.toISOString() : season.startsAt,
})

/** @throws 400 and 409: what has happened stays */
function requireAhead(before: Season, wanted: NewSeason, now: Date): void {
  if (wanted.startsAt !== before.startsAt) {
    if (before.state !== 'coming') throw conflict(msg`The season has started, so its start cannot change`)
    if (new Date(wanted.startsAt) < now) throw invalid({ startsAt: startsTooEarly })
  }
  if (wanted.endsAt !== before.endsAt) {
    if (before.state === 'closing' || before.state === 'closed')
      throw conflict(msg`The season has ended, so its end cannot change`)
    if (new Date(wanted.endsAt) <= now) throw invalid({ endsAt: endIsPast })
  }
  if (wanted.startsAt >= wanted.endsAt) throw invalid({ endsAt: seasonEndsTooEarly })
}

/** Nobody who leads a begun season decides when it ends, or that it never was. @throws 403 */
async function requireNotLeading(transaction: Executor, season: Season, memberId: number): Promise<void> {
  if (season.state === 'coming') return
  const mode = await findLedMode(transaction, season.id, memberId, leadingPlaces)
  if (mode !== undefined)
    throw forbidden(
      msg`You are among the first three of ${mode} in this season. Another admin has to do this.`,
    )
}

/** Seasons for everybody and for admins. Each change is recorded once in the audit log. */
export function seasonHandlers(
  { database, live }: Pick<Context, 'database' | 'live'>,
  content: Pick<ContentStore, 'current'>,
): Handlers<typeof seasonEndpoints> {
  /** Makes a change while nothing is rated, and has matches rated again that it may concern. */
  const changing = <T>(work: (transaction: Executor, now: Date) => Promise<T>): Promise<T> =>
    database.sql.transaction().execute(async (transaction) => {
      const now = await lockSeasons(transaction)
      const result = await work(transaction, now)
      await queueModesSince(transaction, now)
      await live.publishChange(transaction)
      return result
    })

  const { findForChange, findWritten, audit } = auditedRecords({
    type: 'season',
    find: findSeason,
    gone: () => notFound(msg`There is no such season`),
  })

  const change = async (transaction: Executor, actor: Viewer, season: Season, wanted: NewSeason) => {
    const { any, before, after } = changedFields(fieldsOf(season), wanted)
    if (!any) return season
    await updateSeason(transaction, season.id, wanted)
    await audit(transaction, actor, 'update', season.id, { before, after })
    return findWritten(transaction, season.id)
  }

  return {
    async list({ language }) {
      const words = content.current(language)
      const seasons = await listSeasons(database.sql)
      return seasons.map(({ champions, ...season }) => ({
        ...season,
        champions: champions.map((one) => ({ ...one, tier: tierNameIn(words, one.tier) })),
      }))
    },

    create: ({ member, body }) =>
      changing(async (transaction, now) => {
        const wanted = timed(body, now)
        if (new Date(wanted.startsAt) < now) throw invalid({ startsAt: startsTooEarly })
        if (wanted.startsAt >= wanted.endsAt) throw invalid({ endsAt: seasonEndsTooEarly })
        if ((await countSeasons(transaction)) >= seasonLimits.seasons)
          throw conflict(msg`There are ${{ seasons: seasonLimits.seasons }} seasons at most`)
        const id = await insertSeason(transaction, wanted)
        const season = await findWritten(transaction, id)
        await audit(transaction, member, 'create', id, { after: fieldsOf(season) })
        return season
      }),

    update: ({ member, params, body, ifMatch }) =>
      changing(async (transaction, now) => {
        const season = await findForChange(transaction, params.id, ifMatch)
        const wanted = timed(
          {
            name: body.name ?? season.name,
            startsAt: body.startsAt ?? season.startsAt,
            endsAt: body.endsAt ?? season.endsAt,
          },
          now,
        )
        requireAhead(season, wanted, now)
        if (wanted.endsAt !== season.endsAt) await requireNotLeading(transaction, season, member.id)
        return change(transaction, member, season, wanted)
      }),

    end: ({ member, params, ifMatch }) =>
      changing(async (transaction, now) => {
        const season = await findForChange(transaction, params.id, ifMatch)
        if (season.state !== 'running') throw conflict(msg`Only a running season can be ended`)
        await requireNotLeading(transaction, season, member.id)
        return change(transaction, member, season, { ...fieldsOf(season), endsAt: now.toISOString() })
      }),

    undoEnd: ({ member, params, ifMatch }) =>
      changing(async (transaction) => {
        const season = await findForChange(transaction, params.id, ifMatch)
        const { plannedEnd } = season
        if (plannedEnd === undefined) throw conflict(msg`The end of this season cannot be undone`)
        await requireNotLeading(transaction, season, member.id)
        await updateSeason(transaction, season.id, { ...fieldsOf(season), endsAt: plannedEnd })
        // Matches since the early end were rated outside of the season.
        await queueModesSince(transaction, new Date(season.endsAt))
        await audit(transaction, member, 'undo-end', season.id, {
          before: { endsAt: season.endsAt },
          after: { endsAt: plannedEnd },
        })
        return findWritten(transaction, season.id)
      }),

    remove: ({ member, params, ifMatch }) =>
      changing(async (transaction, now) => {
        const season = await findForChange(transaction, params.id, ifMatch)
        const isNew = now.getTime() - Date.parse(season.startsAt) < startUndoHours * 3_600_000
        if ((season.state === 'closed' || !isNew) && (await hasMatchesSince(transaction, season.startsAt)))
          throw conflict(
            msg`The season has matches and began more than 24 hours ago, so it cannot be deleted`,
          )
        await requireNotLeading(transaction, season, member.id)
        const wasAnnounced = await deleteSeason(transaction, season.id)
        if (wasAnnounced) await announceSeasonUndone(transaction, season)
        // Without the first season, the time before it is open again.
        if (season.state !== 'coming') await queueModesSince(transaction, null)
        await audit(transaction, member, 'delete', season.id, { before: fieldsOf(season) })
        return undefined
      }),
  }
}
