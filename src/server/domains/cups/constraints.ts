import { msg } from '@lingui/core/macro'
import { conflict, invalid, notFound } from '../../platform/http/errors.ts'

export const cupGone = () => notFound(msg`There is no such cup`)

const cupStands = () =>
  conflict(msg`Check-in has started, so dates and rules can no longer change. You can cancel the cup.`)

const eventGone = () => notFound(msg`This event no longer exists`)

/** Errors by constraint name. */
export const cupConstraints = {
  cups_event_id_fkey: eventGone,
  cups_pkey: () => conflict(msg`This event is a cup already`),
  cups_stand: cupStands,
  cup_teams_skeleton: () => invalid({ name: msg`Another team of this cup has this name` }),
  cup_team_players_pkey: () => conflict(msg`You are in a team of this cup already`),
  cup_facts_per_member: () =>
    conflict(msg`You entered this cup too often. You can leave it, but not enter it again.`),
  cups_arena_end: () => invalid({ endDate: msg`An arena needs an end` }),
}
