import { fuzz } from './sets/fuzz.ts'
import type { Round } from './support/round.ts'

export interface AttackSet {
  readonly name: string
  readonly run: (round: Round) => Promise<void>
}

/** Sets that share one site, one after the other. */
export interface Lane {
  readonly environment: Readonly<Record<string, string>>
  readonly sets: readonly AttackSet[]
}

export const lanes: readonly Lane[] = [
  {
    environment: { RATE_LIMITS: 'off', PASSWORD_LIMIT: 'off' },
    sets: [{ name: 'fuzz', run: fuzz }],
  },
]
