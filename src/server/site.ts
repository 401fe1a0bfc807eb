import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hostAndPort } from '../contract/content/site.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type Context, createContext, startContext } from './context.ts'
import { sweepEmailTokens } from './domains/accounts/email/queries.ts'
import { syncDeletedAccountsFile } from './domains/accounts/personal-data/deleted-accounts.ts'
import { sweepRecoveries } from './domains/accounts/recovery/queries.ts'
import { sweepSetups } from './domains/accounts/second-factor/queries.ts'
import { startAvatarFetches } from './domains/accounts/users/avatar/fetch.ts'
import { hasOwner } from './domains/accounts/users/queries.ts'
import { purgeApplicationUndos, purgeOldApplications } from './domains/applications/queries.ts'
import { startPublishingNews } from './domains/content/news/publish-due.ts'
import { sweepNewsletter } from './domains/content/newsletter/queries/subscribers.ts'
import { startNewsletter } from './domains/content/newsletter/worker.ts'
import { openContent } from './domains/content/store.ts'
import { startEventReminders } from './domains/events/reminders.ts'
import { seedEvents } from './domains/events/seed.ts'
import { sweepChatLines } from './domains/matches/game-reports/queries.ts'
import { anonymizeRemainingNames } from './domains/matches/ledger/anonymize.ts'
import { sweepEndedBoards } from './domains/matches/ledger/ended-boards.ts'
import { sweepLedger } from './domains/matches/ledger/queries/events.ts'
import { rebuildWaitingPlayers, startRebuildingPlayers } from './domains/matches/modes/rebuild-players.ts'
import { sweepPresence } from './domains/matches/presence/queries.ts'
import { applyRulings, startApplyingRulings } from './domains/matches/rulings/apply.ts'
import { expireAppeals } from './domains/moderation/appeals/queries.ts'
import { startDetector } from './domains/moderation/detector/detector.ts'
import { startPostingMessages } from './domains/network/discord/post-messages.ts'
import { sweepDiscordMessages } from './domains/network/discord/queries/messages.ts'
import { seedModeNames } from './domains/network/modes/seed.ts'
import { seedPracticeModes } from './domains/network/practice/seed.ts'
import { pushKeys } from './domains/notifications/delivery/push-keys.ts'
import { startDelivery } from './domains/notifications/delivery/worker.ts'
import { startFanout } from './domains/notifications/fanout.ts'
import { sweepDeliveries } from './domains/notifications/queries/deliveries.ts'
import { sweepDigests } from './domains/notifications/queries/digests.ts'
import { sweepFanouts } from './domains/notifications/queries/fanout.ts'
import { sweepLinkStates } from './domains/players/discord-link/queries.ts'
import { startRoleSync } from './domains/players/discord-link/sync.ts'
import { purgeRemoved } from './domains/posts/queries.ts'
import { startRatingWorker } from './domains/rankings/ratings/worker.ts'
import { purgeOldReports } from './domains/reports/bug-reports/queries/reports.ts'
import { purgeOldUndos } from './domains/reports/bug-reports/queries/undo.ts'
import { purgeOldMessages } from './domains/reports/contact/queries/messages.ts'
import { mailTemplates } from './mail-templates.ts'
import { drainConnections } from './platform/connection-draining.ts'
import type { Database } from './platform/database.ts'
import { LeftBehindError } from './platform/embedded-postgres/postmaster.ts'
import { sweepIdempotencyKeys } from './platform/idempotency.ts'
import type { Logger } from './platform/logger.ts'
import { startMailOutbox, sweepOutbox } from './platform/outbox.ts'
import { whenReachable } from './platform/reachable-database.ts'
import { startQueueingStaffRanks } from './platform/sent-ranks.ts'
import { requireSharp } from './platform/sharp.ts'
import { openStore, type Store } from './store.ts'
import type { WebBundle } from './web-bundle.ts'

export interface RunningSite {
  readonly url: string
  readonly app: FastifyInstance
  readonly database: Database
  /** False while nobody can administer the site. */
  readonly hasOwner: boolean
  /**
   * Readiness 503, requests finished, sockets closed with 1001, database left. Twice is once.
   * @throws LeftBehindError when something still runs afterwards
   */
  stop(): Promise<void>
}

interface StartOptions {
  /** A line above every page. */
  readonly notice?: string | undefined
  /** A store that somebody began to open before; from here on the site's to close, also when it does not start. */
  readonly opening?: Promise<Store>
  /** Ends the start, which then rejects with its reason once all that it began has ended. */
  readonly abort?: AbortSignal
}

const sweepEveryMs = 10 * 60_000
const finishRequestsMs = 6_000

/** Starts everything, in the order in which it is stopped backwards. @throws with one clear sentence */
export async function startSite(
  config: Config,
  log: Logger,
  web: WebBundle | undefined,
  { notice, opening = openStore(config, log, 'site'), abort }: StartOptions = {},
): Promise<RunningSite> {
  const undo: (() => Promise<void> | void)[] = [() => opening.then((store) => store.close(), onlyLeftBehind)]
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= runBackwards(undo, log))
  const wait = {
    waitMs: config.databaseWaitMs,
    tell: (sentence: string) => log.warn(sentence),
    stop: abort,
  }
  try {
    warnAboutDisabledLimits(config, log)
    requireSharp()
    // The database starts meanwhile. Both have ended before either is missed.
    const [reading] = await Promise.allSettled([openContent(config, log, { notice }), opening])
    if (reading.status === 'rejected') throw reading.reason
    const content = reading.value
    undo.push(() => content.close())
    const store = await opening
    await store.migrate()
    const context = createContext(config, { log, databaseUrl: store.appUrl })
    const { database } = context
    undo.push(() => database.close())
    await whenReachable(() => seedPracticeModes(database, content.current()['practice-modes']), wait)
    await whenReachable(() => seedModeNames(database, content.current().pages.boards), wait)
    await whenReachable(() => seedEvents(database, content.current().events), wait)
    undo.push(await startContext(context))
    if (context.gateways.mail !== undefined) {
      const outbox = startMailOutbox(database, context.gateways.mail, log, mailTemplates(context))
      undo.push(() => outbox.close())
    }
    const staffRanks = startQueueingStaffRanks(context)
    undo.push(() => staffRanks.close())
    const deletedAccounts = syncDeletedAccountsFile(context)
    undo.push(() => deletedAccounts.close())
    await deletedAccounts.write()
    const sweeping = setInterval(() => {
      void sweep(context)
      void deletedAccounts.write()
    }, sweepEveryMs)
    undo.push(() => clearInterval(sweeping))
    const reminders = startEventReminders(context)
    undo.push(() => reminders.close())
    const publishing = startPublishingNews(context)
    undo.push(() => publishing.close())
    const newsletter = startNewsletter(context)
    undo.push(() => newsletter.close())
    const fanout = startFanout(context)
    undo.push(() => fanout.close())
    const posting = startPostingMessages(context)
    undo.push(() => posting.close())
    const roles = startRoleSync(context)
    undo.push(() => roles.close())
    await whenReachable(() => pushKeys(database), wait)
    const delivery = startDelivery(context)
    undo.push(() => delivery.close())
    const avatarFetches = startAvatarFetches(context)
    undo.push(() => avatarFetches.close())

    const isStopping = () => stopping !== undefined
    startRebuildingPlayers(context)
    startApplyingRulings(context)
    undo.push(startRatingWorker(context, content))
    undo.push(startDetector(context, content))
    const app = await buildApp({ context, content, web, isStopping })
    const everybodyLeft = drainConnections(app, isStopping)
    undo.push(async () => {
      await everybodyLeft()
      const force = setTimeout(() => app.server.closeAllConnections(), finishRequestsMs)
      await app.close()
      clearTimeout(force)
    })
    const isOwned = await whenReachable(() => hasOwner(database.sql), wait)
    await app.listen({ host: config.host, port: config.port })
    const { port } = app.server.address() as AddressInfo
    const url = config.port === 0 ? `http://${hostAndPort(config.host, port)}` : config.publicUrl
    return { url, app, database, hasOwner: isOwned, stop }
  } catch (error) {
    await stop().catch((left: LeftBehindError) => {
      throw new LeftBehindError(`${(error as Error).message} ${left.message}`, { cause: error })
    })
    throw error
  }
}

/** Why it did not open is thrown where it is awaited. */
const onlyLeftBehind = (error: unknown) => {
  if (error instanceof LeftBehindError) throw error
}

async function runBackwards(undo: (() => Promise<void> | void)[], log: Logger): Promise<void> {
  let leftBehind: LeftBehindError | undefined
  for (const step of undo.reverse()) {
    try {
      await step()
    } catch (error) {
      if (error instanceof LeftBehindError) leftBehind = error
      log.error({ err: error }, 'a part did not stop cleanly')
    }
  }
  if (leftBehind !== undefined) throw leftBehind
}

/** What is over goes: sessions, limits, idempotency keys, event ids, boards, codes, sent mails and their links, unfinished set-ups, chat in old reports. */
async function sweep(context: Context): Promise<void> {
  const { config, database, sessions, limits, log } = context
  try {
    await sessions.sweep()
    await limits.sweep()
    await sweepIdempotencyKeys(database)
    await sweepPresence(database.sql)
    await sweepSetups(database.sql)
    await sweepLedger(database.sql)
    await sweepChatLines(database.sql)
    await sweepEndedBoards(database)
    await anonymizeRemainingNames(database)
    await rebuildWaitingPlayers(database)
    await applyRulings(context)
    await expireAppeals(database.sql)
    await sweepEmailTokens(database.sql)
    await sweepRecoveries(database.sql)
    await sweepOutbox(database)
    await sweepNewsletter(database.sql)
    await sweepFanouts(database)
    await sweepDiscordMessages(database)
    await sweepLinkStates(database.sql)
    await sweepDeliveries(database.sql)
    await sweepDigests(database.sql)
    await purgeOldUndos(database.sql)
    await purgeRemoved(database.sql)
    await purgeApplicationUndos(database.sql)
    const { applications, contact, reports } = config.retentionDays
    if (applications !== undefined) await purgeOldApplications(database.sql, applications)
    if (contact !== undefined) await purgeOldMessages(database.sql, contact)
    if (reports !== undefined) await purgeOldReports(database.sql, reports)
  } catch (error) {
    log.warn({ err: error }, 'sweeping failed; the next round comes in ten minutes')
  }
}

function warnAboutDisabledLimits(config: Config, log: Logger): void {
  if (config.fetchAllow.length > 0)
    log.warn('FETCH_ALLOW is set: members can make the site fetch pictures from those private addresses')
  if (!config.rateLimits) log.warn('RATE_LIMITS is off: nothing slows a flood of requests')
  if (!config.passwordLimit) log.warn('PASSWORD_LIMIT is off: passwords can be guessed without end')
}
