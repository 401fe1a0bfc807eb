import type { Rank } from '../../../../contract/accounts/ranks.ts'

const order: readonly Rank[] = ['Member', 'Helper', 'Moderator', 'Admin', 'Manager', 'Owner']
const isBelow = (one: Rank, other: Rank) => order.indexOf(one) < order.indexOf(other)
const isFrom = (least: Rank, rank: Rank) => !isBelow(rank, least)

export type Action = 'exclude' | 'restore'

export interface Made {
  readonly id: number
  readonly by: number
  readonly at: number
  readonly action: Action
  readonly matches: readonly string[]
  /** Whose span it is: the account of a staff member, or whoever has the player. */
  readonly span: { readonly staff: number } | { readonly player: number } | undefined
  decidedBy: number | undefined
  isRefused: boolean
}

export interface Report {
  readonly id: number
  about: { readonly staff: number } | { readonly player: number }
  isOpen: boolean
}

/** Knows all that was ever owned, every rank that anybody ever had, every hand, and every decision. */
export class Oracle {
  readonly ownedBy: (number | undefined)[] = [undefined, undefined]
  /** Pairs of staff and player, for ever. */
  readonly #owned: [number, number][] = []
  readonly #hands: { readonly by: number; readonly target: number }[] = []
  /** Whose password was set with a code of somebody, until another one confirmed them. */
  readonly #recovered = new Set<number>()
  /** Ranks after each step. */
  readonly #history: Rank[][]
  readonly rulings: Made[] = []
  readonly reports: Report[] = []
  readonly excluded = new Set<string>()
  /** Staff who take part in the event, and who did something in it as staff. */
  readonly entered = new Set<number>()
  readonly acted = new Set<number>()
  /** Players who were on each of the two game servers. */
  readonly #seenOn: readonly [Set<number>, Set<number>] = [new Set([0, 1]), new Set()]
  readonly #lastByTwo = new Map<string, boolean>()

  constructor(
    /** As they are stored: `rankOf` says what they grant. */
    readonly ranks: Rank[],
    /** Who of the two played in a match. */
    readonly playedIn: ReadonlyMap<string, readonly number[]>,
  ) {
    this.#history = [[...ranks]]
  }

  link(one: number, other: number) {
    this.ownedBy[other] = one
    this.#owned.push([one, other])
    for (const report of this.reports)
      if ('player' in report.about && report.about.player === other) report.about = { staff: one }
    // One reporter has one open report about an account: of two that are about the same one now, the newer.
    const [, ...older] = this.reports
      .filter(({ isOpen, about }) => isOpen && 'staff' in about && about.staff === one)
      .sort((a, b) => b.id - a.id)
    for (const report of older) this.reports.splice(this.reports.indexOf(report), 1)
  }

  unlink(one: number) {
    const at = this.ownedBy.indexOf(one)
    if (at >= 0) this.ownedBy[at] = undefined
  }

  /** Staff and players that are one person with this member. */
  person(one: number): { readonly staff: ReadonlySet<number>; readonly players: ReadonlySet<number> } {
    const found = { staff: new Set([one]), players: new Set<number>() }
    for (let size = 0; size !== found.staff.size + found.players.size; ) {
      size = found.staff.size + found.players.size
      for (const [member, own] of this.#owned)
        if (found.staff.has(member) || found.players.has(own)) {
          found.staff.add(member)
          found.players.add(own)
        }
    }
    return found
  }

  endStep() {
    this.#history.push([...this.ranks])
  }

  get now() {
    return this.#history.length - 1
  }

  /** A recovered account has no powers until it is confirmed. */
  rankOf(one: number): Rank {
    return this.#recovered.has(one) ? 'Member' : this.ranks[one]!
  }

  /** An Admin gives codes to those below, never to an account in whose hand their own is. */
  mayGiveCode(by: number, target: number): boolean {
    const own = this.rankOf(by)
    return isFrom('Admin', own) && isBelow(this.ranks[target]!, own) && !this.#behind([by]).has(target)
  }

  recover(by: number, target: number) {
    this.#hands.push({ by, target })
    this.#recovered.add(target)
  }

  /** A second staff member whom nobody could have made act together with the recovered one. */
  mayConfirmMember(by: number, target: number): boolean {
    return (
      this.#recovered.has(target) &&
      isFrom('Helper', this.ranks[target]!) &&
      isFrom('Helper', this.rankOf(by)) &&
      !this.oneHand(target).has(by)
    )
  }

  confirmMember(target: number) {
    this.#recovered.delete(target)
  }

  mayInvite(by: number, target: number, rank: Rank): boolean {
    return (
      this.rankOf(by) === 'Owner' &&
      rank !== 'Owner' &&
      isBelow(this.ranks[target]!, rank) &&
      !this.person(by).staff.has(target)
    )
  }

  mayRank(by: number, target: number, rank: Rank): boolean {
    const own = this.rankOf(by)
    const isAbove =
      own === 'Owner' || (isFrom('Admin', own) && isBelow(this.ranks[target]!, own) && isBelow(rank, own))
    return isAbove && !this.#behind([by]).has(target)
  }

  setRank(by: number, target: number, rank: Rank) {
    if (this.ranks[target] === rank) return
    this.ranks[target] = rank
    this.#hands.push({ by, target })
  }

  changing(action: Action, named: readonly string[]): string[] {
    return named.filter((id) => this.excluded.has(id) === (action === 'restore'))
  }

  /** Nobody rules about themselves, or about a rank that is not below their own. */
  #hasPower(by: number, matches: readonly string[]): boolean {
    const own = new Set([...this.#behind([by])].flatMap((one) => [...this.person(one).players]))
    const playing = new Set(matches.flatMap((id) => this.playedIn.get(id)!))
    return (
      isFrom('Moderator', this.rankOf(by)) &&
      [...playing].every((one) => !own.has(one) && this.#isAbove(by, { player: one }))
    )
  }

  #isAbove(by: number, about: Report['about']): boolean {
    const account = 'staff' in about ? about.staff : this.ownedBy[about.player]
    return account === undefined || isBelow(this.ranks[account]!, this.rankOf(by))
  }

  /** Whether this is about somebody who could have acted through the member. */
  #isOwn(by: number, about: Report['about']): boolean {
    const behind = [...this.#behind([by])]
    return 'staff' in about
      ? behind.includes(about.staff)
      : behind.some((one) => this.person(one).players.has(about.player))
  }

  /** Whether this is somebody else, and below. */
  #mayJudge(by: number, about: Report['about']): boolean {
    return !this.#isOwn(by, about) && this.#isAbove(by, about)
  }

  mayRule(by: number, matches: readonly string[], span?: Report['about']): boolean {
    return (
      matches.length > 0 && this.#hasPower(by, matches) && (span === undefined || this.#mayJudge(by, span))
    )
  }

  waits(by: number, matches: readonly string[]): boolean {
    const own = this.oneHand(by)
    const alone = new Set(matches)
    for (const made of this.rulings)
      if (own.has(made.by) && !made.isRefused && made.decidedBy !== undefined && own.has(made.decidedBy))
        for (const id of made.matches) alone.add(id)
    const isMany = [0, 1].some((one) => {
      const played = (id: string) => this.playedIn.get(id)!.includes(one)
      return matches.some(played) && [...alone].filter(played).length > 20
    })
    return matches.length > 20 || isMany || matches.some((id) => this.#lastByTwo.get(id))
  }

  apply(made: Made, by: number) {
    made.decidedBy = by
    for (const id of made.matches) {
      this.#lastByTwo.set(id, made.by !== by)
      if (made.action === 'exclude') this.excluded.add(id)
      else this.excluded.delete(id)
    }
  }

  /** The second person of a ruling: another, of the rank then, and not of the maker's making. */
  mayDecide(by: number, made: Made, isConfirmed: boolean): boolean {
    const makers = this.person(made.by).staff
    if (made.decidedBy !== undefined || makers.has(by) || !isFrom('Admin', this.rankOf(by))) return false
    if (!this.#hasPower(by, made.matches) || (made.span && !this.#isAbove(by, made.span))) return false
    // Somebody else refuses; whoever confirms had the rank then as well. Neither is of the maker's hand.
    if (this.oneHand(made.by).has(by)) return false
    return !isConfirmed || isFrom('Admin', this.#history[made.at]![by]!)
  }

  /** Whoever could have acted through one of these: hands of hands, and all accounts of a person. */
  #behind(accounts: readonly number[]): Set<number> {
    return this.#closure(accounts, ({ by, target }) => [target, by])
  }

  /** All whom one person could have made act together with this one. */
  oneHand(one: number): Set<number> {
    return this.#closure([...this.#behind([one])], ({ by, target }) => [by, target])
  }

  #closure(accounts: readonly number[], step: (hand: { by: number; target: number }) => [number, number]) {
    const found = new Set(accounts)
    for (let size = 0; size !== found.size; ) {
      size = found.size
      for (const one of found) for (const own of this.person(one).staff) found.add(own)
      for (const hand of this.#hands) {
        const [from, to] = step(hand)
        if (found.has(from)) found.add(to)
      }
    }
    return found
  }

  /** Who takes part, by any account that could have acted through theirs, does nothing in the event as staff. */
  mayAct(by: number): boolean {
    return isFrom('Helper', this.rankOf(by)) && [...this.#behind([by])].every((one) => !this.entered.has(one))
  }

  /** Nobody takes part who did something in it as staff, by any account of theirs or through one in their hand. */
  mayEnter(member: number): boolean {
    const through = this.#closure([member], ({ by, target }) => [by, target])
    return [...through].every((one) => !this.acted.has(one))
  }

  see(key: number, player: number) {
    this.#seenOn[key]!.add(player)
  }

  /** A key speaks of who was on its game server, and punishes nobody of the staff. */
  mayPunish(key: number, player: number): boolean {
    const isStaff = this.ranks.some(
      (rank, one) => isFrom('Helper', rank) && this.person(one).players.has(player),
    )
    return this.#seenOn[key]!.has(player) && !isStaff
  }

  mayReadCase(by: number, { about }: Report): boolean {
    return isFrom('Helper', this.rankOf(by)) && !this.#isOwn(by, about)
  }

  mayDecideCase(by: number, { about, isOpen }: Report): boolean {
    return isOpen && isFrom('Helper', this.rankOf(by)) && this.#mayJudge(by, about)
  }

  close(decided: Report) {
    for (const report of this.reports)
      if (JSON.stringify(report.about) === JSON.stringify(decided.about)) report.isOpen = false
  }
}
