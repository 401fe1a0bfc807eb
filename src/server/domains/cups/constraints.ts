import { conflict, invalid, notFound } from '../../platform/errors.ts'

export const cupGone = () => notFound('There is no such cup')

export const cupStands = () =>
  conflict('Check-in has started, so dates and rules can no longer change. You can cancel the cup.')

const eventGone = () => notFound('This event no longer exists')

/** Errors by constraint name. */
export const cupConstraints = {
  cups_event_id_fkey: eventGone,
  cups_pkey: () => conflict('This event is a cup already'),
  cups_stand: cupStands,
  cup_teams_skeleton: () => invalid({ name: 'Another team of this cup has this name' }),
  cup_team_players_pkey: () => conflict('You are in a team of this cup already'),
  cups_arena_end: () => invalid({ endDate: 'An arena needs an end' }),
}
