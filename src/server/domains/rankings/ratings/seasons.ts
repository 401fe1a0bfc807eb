export interface Season {
  readonly id: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly openedAt: Date | null
  readonly closedAt: Date | null
}

/** The seasons in their order, as the ratings see them. */
export class Seasons {
  readonly #seasons: readonly Season[]

  constructor(seasons: readonly Season[]) {
    this.#seasons = [...seasons].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  }

  find(id: number): Season | undefined {
    return this.#seasons.find((season) => season.id === id)
  }

  /** Id of the season that a match counts for; 0 before the first, in a gap the negative id of the one before. */
  idAt(endedAt: Date): number {
    const last = this.#seasons.findLast((season) => season.startsAt <= endedAt)
    if (last === undefined) return 0
    return endedAt < last.endsAt ? last.id : -last.id
  }

  /** Number of seasons that began after the first moment, and not after the second. */
  begunBetween(after: Date, until: Date): number {
    return this.#seasons.filter(({ startsAt }) => startsAt > after && startsAt <= until).length
  }

  /**
   * Ratings before this moment never change: the end of the last closed season, or the start of the first one, which
   * closes the time before. Null while everything is open.
   */
  closedUntil(): Date | null {
    const closed = this.#seasons.findLast(({ closedAt }) => closedAt !== null)
    const opened = this.#seasons.find(({ openedAt }) => openedAt !== null)
    return closed?.endsAt ?? opened?.startsAt ?? null
  }
}
