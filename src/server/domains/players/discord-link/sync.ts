import type { Context } from '../../../context.ts'
import type { DiscordRoles, DiscordTokens, RolesOutcome } from '../../../gateways/discord-roles.ts'
import { failureOf } from '../../../gateways/failures.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { workOff } from '../../../platform/jobs/queue.ts'
import { notifyOfLostDiscord } from '../../notifications/queries/notify.ts'
import {
  type ClaimedLink,
  type ClaimedUnlink,
  deleteLostLink,
  linkQueue,
  queueChangedLinks,
  readWaitingLinks,
  replaceTokens,
  unlinkQueue,
} from './queries.ts'
import { type StoredTokens, TokenVault } from './tokens.ts'

type Needs = Pick<Context, 'config' | 'database' | 'gateways' | 'languages' | 'log'>

type Failure = Exclude<RolesOutcome, { state: 'ok' }>

const perRound = 20
const comparedAtOnce = 1_000

/** Access that ends sooner is refreshed before it is used. */
const refreshBeforeMs = 60_000

/** Sends the figures of linked members to Discord, and ends links there. */
export class RoleSync {
  readonly #needs: Needs
  readonly #roles: DiscordRoles
  readonly #vault: TokenVault

  constructor(needs: Needs, roles: DiscordRoles, app: NonNullable<Needs['config']['discordApp']>) {
    this.#needs = needs
    this.#roles = roles
    this.#vault = new TokenVault(app)
  }

  /** Sends Discord the names of the figures in the default language. False when it did not accept them. */
  async register(): Promise<boolean> {
    const outcome = await this.#roles.registerMetadata(this.#needs.languages.sayIn(undefined))
    if (outcome.state === 'ok') return true
    this.#needs.log.warn({ reason: outcome.reason }, 'the metadata of linked roles was not registered')
    return false
  }

  /** Queues every link whose figures changed, by pages. */
  async compare(pageSize = comparedAtOnce): Promise<void> {
    const { config, database } = this.#needs
    let last: number | null = 0
    while (last !== null) last = await queueChangedLinks(database.sql, config, last, pageSize)
  }

  /** Works on what is due. While Discord fails, it is left alone until the next round. */
  async work(): Promise<void> {
    const { config } = this.#needs
    for (const step of [
      () => workOff(this.#needs, unlinkQueue, (unlink) => this.#endLink(unlink)),
      () => workOff(this.#needs, linkQueue(config), (link) => this.#sendFigures(link)),
    ])
      for (let done = 0; done < perRound; done += 1) {
        const { due, postponed } = await step()
        if (due === 0 || postponed > 0) break
      }
  }

  async #sendFigures(link: ClaimedLink): Promise<void> {
    const outcome = await this.#withAccess(link, (accessToken) => this.#roles.sendFigures(accessToken, link))
    if (outcome.state === 'unauthorized') return this.#unlinkLost(link)
    // An operator can mend what Discord refuses, so that another attempt may succeed.
    if (outcome.state === 'refused') throw new Error(outcome.reason)
    if (outcome.state !== 'ok') throw failureOf(outcome)
  }

  async #unlinkLost(link: ClaimedLink): Promise<void> {
    const { userId, discordName: name, linkedAt } = link
    await this.#needs.database.sql.transaction().execute(async (transaction) => {
      if (await deleteLostLink(transaction, link))
        await notifyOfLostDiscord(transaction, { userId, name, linkedAt })
    })
  }

  async #endLink(unlink: ClaimedUnlink): Promise<void> {
    const outcome = await this.#withAccess(unlink, async (accessToken) => {
      const removed = await this.#roles.removeFigures(accessToken)
      return removed.state === 'ok' ? this.#roles.revoke(accessToken) : removed
    })
    // Without access there is nothing left to remove.
    if (outcome.state === 'ok' || outcome.state === 'unauthorized') return
    throw outcome.state === 'refused' ? new Error(outcome.reason) : failureOf(outcome)
  }

  /**
   * Calls Discord with a valid access token, and refreshes it when it has expired or Discord says so. `unauthorized` means
   * that the refresh token is not valid any more either.
   */
  async #withAccess(
    stored: ClaimedLink | ClaimedUnlink,
    send: (accessToken: string) => Promise<RolesOutcome>,
  ): Promise<RolesOutcome> {
    const tokens = this.#vault.decrypt(stored, stored.discordId)
    if (tokens === undefined) return refused('The tokens were encrypted with another client secret')
    let current = tokens
    const isExpired = () => current.expiresAt.getTime() - refreshBeforeMs < Date.now()
    if (!isExpired()) {
      const outcome = await send(current.accessToken)
      if (outcome.state !== 'unauthorized') return outcome
    }
    const refreshed = await this.#refresh(stored, stored.discordId, current)
    if (refreshed.state !== 'ok') return refreshed
    current = refreshed.value
    const outcome = await send(current.accessToken)
    return outcome.state === 'unauthorized'
      ? refused('Discord does not accept a token that it just made')
      : outcome
  }

  /** Access and refresh token are replaced together: Discord takes the old ones no longer. */
  async #refresh(
    stored: StoredTokens,
    discordId: string,
    { refreshToken }: DiscordTokens,
  ): Promise<RolesOutcome<DiscordTokens>> {
    const outcome = await this.#roles.refresh(refreshToken)
    if (outcome.state !== 'ok') return outcome
    const next = this.#vault.encrypt(outcome.value, discordId)
    const isStored = await this.#needs.database.sql
      .transaction()
      .execute((transaction) => replaceTokens(transaction, stored, next))
    return isStored ? outcome : refused('The link was replaced meanwhile')
  }
}

const refused = (reason: string): Failure => ({ state: 'refused', reason })

/** Registers the metadata once, compares figures, and works on what is due. Nothing where Discord is not set up. */
export function roleSyncJobs(context: Needs): Job[] {
  const { config, database, gateways } = context
  const { discordApp } = config
  if (discordApp === undefined || gateways.discordRoles === undefined) return []
  const sync = new RoleSync(context, gateways.discordRoles, discordApp)
  let isRegistered = false
  return [
    {
      name: 'metadata of linked roles',
      everyMs: 60_000,
      async work() {
        if (!isRegistered) isRegistered = await sync.register()
      },
    },
    { name: 'figures for linked roles', everyMs: 30_000, work: () => sync.compare() },
    {
      name: 'linked roles',
      everyMs: 2_000,
      work: () => sync.work(),
      waits: () => readWaitingLinks(database.sql),
    },
  ]
}
