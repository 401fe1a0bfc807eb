import * as z from 'zod/mini'

const MatchId = z.uuid()

/** The matchId in an address; null when it is none. */
export function matchIdOf(text: string | undefined): string | null {
  const id = MatchId.safeParse(text)
  return id.success ? id.data : null
}
