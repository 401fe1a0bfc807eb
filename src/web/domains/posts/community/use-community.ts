import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { communityQuery } from './community-query.ts'

/** What both places that show the figures need of them. */
export function useCommunity() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(communityQuery(api))
  const locale = useLocale()
  return {
    figures: data,
    /** A dash stands for a figure that is not known. */
    words: {
      membersOnline: t`${{ figure: formatCount(data?.membersOnline, locale) }} Online`,
      activeThreads: t`${{ figure: formatCount(data?.activeThreads, locale) }} Active Threads`,
    },
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}
