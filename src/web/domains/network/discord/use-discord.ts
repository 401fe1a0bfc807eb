import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { discordQuery } from './discord-query.ts'

/** The figures of Discord cards, as they are written. */
export function useDiscord() {
  const { i18n } = useLingui()
  const { discordMembers } = useSite()
  const { data, error, refetch } = useQuery(discordQuery(api))
  const members = data === undefined ? discordMembers : data.memberCount
  return {
    /** The number in content while the real one is unknown; undefined where there is none. */
    members: members == null ? undefined : i18n.number(members),
    /** Undefined while nobody knows. */
    online: data?.onlineCount == null ? undefined : i18n.number(data.onlineCount),
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}
