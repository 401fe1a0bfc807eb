import { useQuery } from '@tanstack/react-query'
import { fallbackMemberCount } from '../../../../contract/network/discord.ts'
import { api } from '../../../platform/api.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { discordQuery } from './discord-query.ts'

/** The figures of Discord cards, as they are written. */
export function useDiscord() {
  const { data, error, refetch } = useQuery(discordQuery(api))
  return {
    /** `12,000` while the real one is unknown. */
    members: formatCount(data?.memberCount ?? fallbackMemberCount),
    /** Undefined while nobody knows. */
    online: data?.onlineCount == null ? undefined : formatCount(data.onlineCount),
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}
