import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useLocation } from 'react-router'
import { isOpenAppeal } from '../../../../contract/moderation/appeals.ts'
import { api } from '../../../platform/api.ts'
import { useStaffFeed } from '../../../platform/live/use-staff-feed.ts'
import { useAddressChoice } from '../../../platform/navigation/address-choice.ts'
import { filtersIn, isNarrowed } from '../../../platform/navigation/address-filters.ts'
import { useOpenRow } from '../../../platform/navigation/use-open-row.ts'
import { useOpenedRow } from '../../../platform/navigation/use-opened-row.ts'
import { ChoiceBar } from '../../../ui/form/choice-bar.tsx'
import { AdminDetail } from '../../../ui/list/admin-list/admin-detail.tsx'
import { AdminList } from '../../../ui/list/admin-list/admin-list.tsx'
import { FilterBar } from '../../../ui/list/admin-list/filter-bar.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import {
  appealFilters,
  appealListStates,
  staffAppealQuery,
  staffAppealsKey,
  staffAppealsQuery,
} from './appeal-queries.ts'
import { AppealDetail, AppealRow, AppealTitle } from './staff-appeal.tsx'

const options = [
  ['open', msg({ message: 'Open', context: 'appeals' })],
  ['closed', msg({ message: 'Closed', context: 'appeals' })],
] as const

/** The queue of appeals: what waits longest for staff comes first. */
export function StaffAppeals() {
  const { t } = useLingui()
  const [state, setState] = useAddressChoice('show', appealListStates)
  const { search } = useLocation()
  const query = useInfiniteQuery({ ...staffAppealsQuery(api, search), placeholderData: keepPreviousData })
  const opened = useOpenRow()
  useStaffFeed('appeals', staffAppealsKey)
  const {
    rows,
    row: appeal,
    ...link
  } = useOpenedRow(query, {
    key: opened.key,
    alone: (key) => staffAppealQuery(api, key),
    isDone: (seen, now) => isOpenAppeal((now ?? seen).state) !== isOpenAppeal(seen.state),
  })
  return (
    <AdminList
      kind="appeal"
      view={state}
      query={query}
      rows={rows}
      filters={
        <>
          <ChoiceBar label={t`Which appeals`} options={options} value={state} onChange={setState} />
          <FilterBar fields={appealFilters} />
        </>
      }
      opened={opened}
      link={link}
      detail={
        appeal && (
          <AdminDetail title={<AppealTitle appeal={appeal} />} onClose={opened.close}>
            <AppealDetail key={appeal.id} appeal={appeal} />
          </AdminDetail>
        )
      }
      loading={t`Loading appeals...`}
      failed={t`Error loading appeals`}
      skeleton="h-24"
      empty={
        isNarrowed(filtersIn(search, appealFilters)) ? (
          <EmptyState icon={Scale} title={t`No appeal fits these filters`} />
        ) : (
          <EmptyState icon={Scale} title={state === 'open' ? t`No open appeals` : t`Nothing was decided yet`}>
            <Trans>New appeals appear here by themselves.</Trans>
          </EmptyState>
        )
      }
    >
      {(appeals) =>
        appeals.map((one) => (
          <AppealRow
            key={one.id}
            appeal={one}
            isOpen={one.id === appeal?.id}
            onOpen={() => opened.open(String(one.id))}
          />
        ))
      }
    </AdminList>
  )
}
