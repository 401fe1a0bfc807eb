import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SiteSettings } from '../../../contract/content/site.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { modeEndpoints } from '../../../contract/network/modes-endpoints.ts'
import type { Mode } from '../../../contract/network/modes-schemas.ts'
import { api } from '../api.ts'
import { SiteProvider, useSite } from '../site.tsx'
import { useLive } from './use-live.ts'

/** Modes with a board or a card, as everybody sees them. */
export const modesQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['modes'],
    queryFn: ({ signal }): Promise<Mode[]> => call(modeEndpoints.list, { signal }),
    staleTime: 0,
  })

const cached = { ...modesQuery(api), enabled: false }

/** The document has the boards. They are refetched when staff change the modes, in any browser. */
export function CurrentBoards({ children }: { children: ReactNode }) {
  const site = useSite()
  const { data, refetch } = useQuery(cached)
  useLive(
    { channel: 'modes' },
    ({ type }) => {
      if (type === 'modes_update') void refetch()
    },
    () => void refetch(),
  )
  // In the same place before and after: another tree would begin the whole page anew, with what was typed in it.
  return (
    <SiteProvider site={data === undefined ? site : { ...site, ...boardsOf(site, data) }}>
      {children}
    </SiteProvider>
  )
}

function boardsOf(site: SiteSettings, modes: readonly Mode[]): Pick<SiteSettings, 'boards' | 'modes'> {
  const listed = modes.filter((mode) => mode.listed)
  return {
    boards: {
      overall: site.boards.overall ?? '',
      ...Object.fromEntries(listed.map(({ key, name }) => [key, name])),
    },
    modes: listed.map(({ key }) => key),
  }
}
