import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hostAndPort } from '../contract/content/site.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { createContext, startContext } from './context.ts'
import { makeSetupLink } from './domains/accounts/setup/link.ts'
import { openSettings } from './domains/content/settings/settings.ts'
import { openContent } from './domains/content/store.ts'
import { domains, mailTemplates, tables } from './domains.ts'
import { backupsJob } from './platform/database/backup/job.ts'
import type { Database } from './platform/database/database.ts'
import { LeftBehindError } from './platform/database/embedded-postgres/postmaster.ts'
import { whenReachable } from './platform/database/reachable-database.ts'
import { drainConnections } from './platform/http/connection-draining.ts'
import { recordingStates } from './platform/jobs/job-states.ts'
import { type Jobs, startJobs } from './platform/jobs/jobs.ts'
import { mailJob } from './platform/jobs/outbox.ts'
import { openLanguages } from './platform/languages/languages.ts'
import type { Logger } from './platform/logs/logger.ts'
import { requireSharp } from './platform/media/sharp.ts'
import { openStore, rootDir, type Store } from './store.ts'
import type { WebBundle } from './web-bundle.ts'

export interface RunningSite {
  readonly url: string
  readonly app: FastifyInstance
  readonly database: Database
  /** Makes the first Owner; undefined once there was one. */
  readonly setupLink: string | undefined
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
    report: (sentence: string) => log.warn(sentence),
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
    const languages = await openLanguages(config, `${rootDir}languages`, log, web?.pageTexts)
    const context = createContext(config, { log, databaseUrl: store.appUrl, languages })
    const { database } = context
    undo.push(() => database.close())
    for (const { prepare = [] } of domains)
      for (const step of prepare) await whenReachable(() => step(context, content), wait)
    undo.push(await startContext(context))
    // Before the jobs, which send by what is set in the browser.
    const settings = await openSettings(context, content, (read) => whenReachable(read, wait))
    const jobs: Jobs = startJobs(context, [
      recordingStates(database, () => jobs.states),
      mailJob(context, mailTemplates(context)),
      backupsJob(context, { ...store.owner, tables }),
      ...domains.flatMap((domain) => domain.jobs?.(context, content) ?? []),
    ])
    undo.push(() => jobs.stop())
    const isStopping = () => stopping !== undefined
    const app = await buildApp({ context, content, settings, web, isStopping })
    const everybodyLeft = drainConnections(app, isStopping)
    undo.push(async () => {
      await everybodyLeft()
      const force = setTimeout(() => app.server.closeAllConnections(), finishRequestsMs)
      await app.close()
      clearTimeout(force)
    })
    await app.listen({ host: config.host, port: config.port })
    const { port } = app.server.address() as AddressInfo
    const url = config.port === 0 ? `http://${hostAndPort(config.host, port)}` : config.publicUrl
    const setupLink = await whenReachable(() => makeSetupLink(database.sql, { publicUrl: url }), wait)
    return { url, app, database, setupLink, stop }
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

function warnAboutDisabledLimits(config: Config, log: Logger): void {
  if (config.fetchAllow.length > 0)
    log.warn('FETCH_ALLOW is set: members can make the site fetch pictures from those private addresses')
  if (!config.rateLimits) log.warn('RATE_LIMITS is off: nothing slows a flood of requests')
  if (!config.passwordLimit) log.warn('PASSWORD_LIMIT is off: passwords can be guessed without end')
}
