import { expect, test } from 'vitest'
import { cupPlayerState, cupStages } from './cup-moves.ts'

const of = (entrant: Parameters<typeof cupPlayerState>[0]['entrant'], isRegistered = true) =>
  Object.fromEntries(cupStages.map((stage) => [stage, cupPlayerState({ isRegistered, entrant }, stage)]))

test('[field.193] Who waits may still get a seat until the start, and in an arena; afterwards they have missed the cup', () => {
  expect(of({ isWaiting: true, isOut: false })).toEqual({
    announced: 'waiting',
    check_in: 'waiting',
    closed: 'waiting',
    running: 'missed',
    arena: 'waiting',
    final: 'missed',
    cancelled: 'missed',
    stopped: 'missed',
  })
})

test('[field.194] Who registered without a seat has missed the cup once check-in is over, unless it is an arena or was cancelled', () => {
  expect(of(null)).toEqual({
    announced: 'registered',
    check_in: 'registered',
    closed: 'missed',
    running: 'missed',
    arena: 'registered',
    final: 'missed',
    cancelled: 'registered',
    stopped: 'registered',
  })
})
