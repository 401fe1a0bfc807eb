import { keyOfPlayer, type PlayerId, type Players, playerIdOf } from './port.ts'
import type { CupMatch } from './wire.ts'

/** The matches of cups to host now, as the newest list of the site says. */
export class CupCalls {
  #matches: readonly CupMatch[] = []
  /** Who was told of which call. */
  #told = new Set<string>()

  constructor(
    private readonly players: Players,
    private readonly now: () => number,
  ) {}

  replace(matches: readonly CupMatch[]): void {
    this.#matches = matches
  }

  /** Tells everybody who is here of their call, once; who comes back is told again. */
  tell(readyCommand: string): void {
    const told = new Set<string>()
    for (const match of this.#matches) {
      for (const [at, side] of match.sides.entries()) {
        const others = match.sides.flatMap((other, index) => (index === at ? [] : namesOf(other)))
        for (const player of side) {
          const id = playerIdOf(player)
          if (id === undefined || !this.players.isHere(id)) continue
          const key = `${match.cupMatchId} ${keyOfPlayer(id)}`
          told.add(key)
          if (!this.#told.has(key))
            this.players.tell(
              id,
              player.text?.replace('{command}', () => readyCommand) ??
                this.#textOf(match, others, readyCommand),
            )
        }
      }
    }
    this.#told = told
  }

  /** The call in this mode between these players, and nobody else. */
  find(players: readonly PlayerId[], mode: string): CupMatch | undefined {
    const keys = players.map(keyOfPlayer)
    return this.#matches.find((match) => {
      const sides = match.sides.map(keysOf)
      return (
        match.mode === mode &&
        keys.every((key) => sides.some((side) => side.includes(key))) &&
        sides.every((side) => keys.some((key) => side.includes(key)))
      )
    })
  }

  #textOf({ mode, bestOf, until }: CupMatch, others: readonly string[], readyCommand: string): string {
    const games = bestOf === 1 ? 'one game' : `first to ${Math.ceil(bestOf / 2)}`
    const minutes =
      until === null ? undefined : Math.max(1, Math.round((Date.parse(until) - this.now()) / 60_000))
    const time = minutes === undefined ? 'the cup is paused' : `${minutes} min left`
    return `Your match in a cup: against ${others.join(', ')}, ${mode}, ${games}, ${time}. Here? Type ${readyCommand}.`
  }
}

type Side = CupMatch['sides'][number]

/** A player may be listed under more than one id. */
const namesOf = (side: Side) => [...new Set(side.map(({ gamertag }) => gamertag))]

const keysOf = (side: Side) =>
  side.map((player) => playerIdOf(player)).flatMap((id) => (id ? [keyOfPlayer(id)] : []))
