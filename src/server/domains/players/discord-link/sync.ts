import type { Context } from '../../../context.ts'
import type { DiscordRoles, DiscordTokens, RolesOutcome } from '../../../gateways/discord-roles.ts'
import type { Job } from '../../../platform/jobs.ts'
import { notifyOfLostDiscord } from '../../../platform/notifications.ts'
import {
  type ClaimedLink,
  type ClaimedUnlink,
  claimLink,
  claimUnlink,
  deleteLostLink,
  deleteUnlink,
  markSynced,
  noteFailure,
  postponeLinks,
  postponeUnlinks,
  queueChangedLinks,
  readWaitingLinks,
  replaceTokens,
} from './queries.ts'
import { type StoredTokens, TokenVault } from './tokens.ts'

type Needs = Pick<Context, 'config' | 'database' | 'gateways' | 'log'>

type Failure = Exclude<RolesOutcome, { state: 'ok' }>

/** `failed`: Discord does not work or limits the site, so that others would fail alike. */
type Step = 'done' | 'failed' | 'none'

const perRound = 20
const comparedAtOnce = 1_000

/** About nine hours after the first attempt. */
const maxUnlinkAttempts = 15

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

  /** Tells Discord which figures there are; false when it did not take them. */
  async register(): Promise<boolean> {
    const outcome = await this.#roles.registerMetadata()
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
    for (const step of [() => this.#unlinkNext(), () => this.#syncNext()])
      for (let done = 0; done < perRound && (await step()) === 'done'; done += 1);
  }

  async #syncNext(): Promise<Step> {
    const { config, database, log } = this.#needs
    const link = await claimLink(database.sql, config)
    if (link === undefined) return 'none'
    const outcome = await this.#withAccess(link, (accessToken) => this.#roles.sendFigures(accessToken, link))
    if (outcome.state === 'ok') {
      await markSynced(database.sql, link)
      return 'done'
    }
    if (outcome.state === 'unauthorized') {
      await this.#unlinkLost(link)
      return 'done'
    }
    const { reason } = outcome
    const limitedMs = outcome.state === 'retry' ? outcome.retryAfterMs : undefined
    if (limitedMs === undefined) await noteFailure(database.sql, link, reason)
    else await postponeLinks(database.sql, link, limitedMs)
    log.warn({ user: link.userId, attempts: link.attempts, reason }, 'roles at Discord were not updated')
    return outcome.state === 'retry' ? 'failed' : 'done'
  }

  async #unlinkLost(link: ClaimedLink): Promise<void> {
    const { userId, discordName: name, linkedAt } = link
    await this.#needs.database.sql.transaction().execute(async (transaction) => {
      if (await deleteLostLink(transaction, link))
        await notifyOfLostDiscord(transaction, { userId, name, linkedAt })
    })
  }

  async #unlinkNext(): Promise<Step> {
    const { database, log } = this.#needs
    const unlink = await claimUnlink(database.sql)
    if (unlink === undefined) return 'none'
    const outcome = await this.#withAccess(unlink, async (accessToken) => {
      const removed = await this.#roles.removeFigures(accessToken)
      return removed.state === 'ok' ? this.#roles.revoke(accessToken) : removed
    })
    const limitedMs = outcome.state === 'retry' ? outcome.retryAfterMs : undefined
    if (limitedMs !== undefined) {
      await postponeUnlinks(database.sql, unlink.id, limitedMs)
      return 'failed'
    }
    // Without access there is nothing left to remove.
    if (outcome.state === 'ok' || outcome.state === 'unauthorized') {
      await deleteUnlink(database.sql, unlink.id)
      return 'done'
    }
    const isFinal = unlink.attempts >= maxUnlinkAttempts
    if (isFinal) await deleteUnlink(database.sql, unlink.id)
    const { reason } = outcome
    log.warn({ attempts: unlink.attempts, reason, isFinal }, 'a link was not removed at Discord')
    return outcome.state === 'retry' ? 'failed' : 'done'
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
export function roleSync(context: Needs): Job[] {
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
