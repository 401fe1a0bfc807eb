import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useLocation } from 'react-router'
import { api } from '../../../platform/api.ts'
import { useStaffFeed } from '../../../platform/live/use-staff-feed.ts'
import { filtersIn, isNarrowed } from '../../../platform/navigation/address-filters.ts'
import { AdminList } from '../../../ui/list/admin-list/admin-list.tsx'
import { FilterBar } from '../../../ui/list/admin-list/filter-bar.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { inForceFilters, inForceKey, inForceQuery } from './in-force-query.ts'
import { InForceRow } from './in-force-row.tsx'

/** Bans, mutes and restrictions in force, the newest first. */
export function InForceList() {
  const { t } = useLingui()
  const { search } = useLocation()
  const query = useInfiniteQuery({ ...inForceQuery(api, search), placeholderData: keepPreviousData })
  useStaffFeed(['moderation', 'appeals'], inForceKey)
  return (
    <AdminList
      kind="punishment"
      enterDoes={t`go into the punishment`}
      view="in-force"
      query={query}
      filters={<FilterBar fields={inForceFilters} />}
      loading={t`Loading punishments...`}
      failed={t`Error loading punishments`}
      skeleton="h-24"
      empty={
        isNarrowed(filtersIn(search, inForceFilters)) ? (
          <EmptyState icon={ShieldCheck} title={t`No punishment fits these filters`} />
        ) : (
          <EmptyState icon={ShieldCheck} title={t`No punishment is in force`}>
            <Trans>New ones appear here by themselves.</Trans>
          </EmptyState>
        )
      }
    >
      {(rows) => (
        <ul className="grid gap-3">
          {rows.map((row) => (
            <li key={row.id}>
              <InForceRow row={row} />
            </li>
          ))}
        </ul>
      )}
    </AdminList>
  )
}
