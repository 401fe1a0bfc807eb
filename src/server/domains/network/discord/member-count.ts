import { discordRefreshSeconds } from '../../../../contract/network/discord.ts'
import type { DiscordInfo } from '../../../../contract/network/discord-schemas.ts'
import type { FetchDiscordInfo, InviteInfo } from '../../../gateways/discord.ts'
import type { Logger } from '../../../platform/logs/logger.ts'

interface Options {
  /** Undefined when no invite is configured. */
  readonly ask: FetchDiscordInfo | undefined
  readonly log: Pick<Logger, 'warn'>
  /** Members while Discord's own figure is unknown. */
  readonly membersBefore: () => number | null
  /** Milliseconds; only differences matter. */
  readonly now?: () => number
}

/**
 * Caches Discord's last response. When it is old, concurrent callers share one request, sent at most once in 60 s
 * whether it succeeds or not. After a failure the last known value stays.
 */
export function discordCache({
  ask,
  log,
  membersBefore,
  now = () => performance.now(),
}: Options): () => Promise<DiscordInfo> {
  let known: InviteInfo = { memberCount: null, onlineCount: null, name: null }
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  const refresh = async (question: FetchDiscordInfo) => {
    try {
      const { memberCount, onlineCount, name } = await question()
      known = {
        memberCount: memberCount ?? known.memberCount,
        onlineCount: onlineCount ?? known.onlineCount,
        name: name ?? known.name,
      }
    } catch (error) {
      log.warn({ err: error }, 'Discord did not respond; using the last known figures')
    }
  }
  return async () => {
    if (ask !== undefined && asking === undefined && now() - askedAt >= discordRefreshSeconds * 1_000) {
      askedAt = now()
      asking = refresh(ask).finally(() => {
        asking = undefined
      })
    }
    await asking
    return { ...known, memberCount: known.memberCount ?? membersBefore() }
  }
}
