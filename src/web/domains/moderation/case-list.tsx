import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useLocation } from 'react-router'
import { canDecideCase } from '../../../contract/moderation/moderation.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { api } from '../../platform/api.ts'
import { useStaffFeed } from '../../platform/live/use-staff-feed.ts'
import { isNarrowed } from '../../platform/navigation/address-filters.ts'
import { useOpenRow } from '../../platform/navigation/use-open-row.ts'
import { useOpenedRow } from '../../platform/navigation/use-opened-row.ts'
import { useViewer } from '../../platform/viewer.ts'
import { AdminDetail } from '../../ui/list/admin-list/admin-detail.tsx'
import { AdminList } from '../../ui/list/admin-list/admin-list.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { CaseDecidedByOther } from './case-decided-by-other.tsx'
import { CaseDetail } from './case-detail.tsx'
import { CaseRow, CaseTitle } from './case-row.tsx'
import { caseQuery, casesKey, casesQuery, openKeyOf } from './cases-query.ts'
import { CaseBulkBar } from './queue/case-bulk-bar.tsx'
import { QueueBar } from './queue/queue-bar.tsx'
import { queueIn } from './queue/queue-filters.ts'
import { useCaseBulk } from './queue/use-case-bulk.ts'
import { useCaseForm } from './use-case-form.ts'
import { useClaim } from './use-claim.ts'

const isDecided = ({ status }: ModerationCase) => status !== 'open'

const keyOf = (one: ModerationCase) => (isDecided(one) ? String(one.id) : openKeyOf(one))

const none: readonly ModerationCase[] = []

interface CaseListProps {
  /** A post was removed: refetches the lists of posts. */
  readonly onPostRemoved: () => void
}

/** The one queue for reported posts, comments and players; new reports appear by themselves. */
export function CaseList({ onPostRemoved }: CaseListProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const queue = queueIn(useLocation().search)
  const query = useInfiniteQuery({ ...casesQuery(api, queue), placeholderData: keepPreviousData })
  useStaffFeed('moderation', casesKey)
  const work = useCaseForm()
  const opened = useOpenRow()
  const {
    rows,
    row: shown,
    ...link
  } = useOpenedRow(query, {
    key: opened.key,
    isNamed: (one, key) => [keyOf(one), String(one.id)].includes(key),
    alone: (key) => caseQuery(api, key),
    isDone: (seen, now) => work.isFinished(seen) || isDecided(now ?? seen) !== isDecided(seen),
  })
  const cases = rows ?? none
  // The open case keeps the key of the URL.
  const nameOf = (one: ModerationCase) => (one.id === shown?.id && opened.key) || keyOf(one)
  const bulk = useCaseBulk(cases)
  const claims = useClaim()

  const mayDecide = (one: ModerationCase) => one.status === 'open' && canDecideCase(viewer, one)
  const onCase = (act: (one: ModerationCase) => void) => (key: string | undefined) => {
    const one = cases.find((each) => nameOf(each) === key)
    if (one !== undefined && mayDecide(one)) act(one)
  }
  const keys = [
    {
      key: 'c',
      does: t`claim or release the case`,
      short: t`c claims`,
      act: onCase((one) => {
        if (!claims.busy) (one.claim?.id === viewer?.id ? claims.release : claims.claim).mutate(one)
      }),
    },
    { key: 'x', does: t`select the case`, short: t`x selects`, act: onCase((one) => bulk.toggle(one.id)) },
  ]

  return (
    <AdminList
      kind="case"
      view={queue.show}
      query={query}
      rows={rows}
      filters={<QueueBar />}
      keys={keys}
      keyOf={keyOf}
      enterDoes={t`open the case; once more to go to its note, then its decisions by Tab`}
      opened={opened}
      link={link}
      detail={
        shown && (
          <AdminDetail title={<CaseTitle one={shown} hasLinks />} onClose={opened.close}>
            <CaseDetail key={opened.key} one={shown} work={work} onPostRemoved={onPostRemoved} />
          </AdminDetail>
        )
      }
      loading={t`Loading cases...`}
      failed={t`Error loading cases`}
      skeleton="h-24"
      empty={
        isNarrowed(queue.filters) ? (
          <EmptyState icon={ShieldCheck} title={t`No case fits these filters`} />
        ) : queue.show === 'decided' ? (
          <EmptyState icon={ShieldCheck} title={t`Nothing was decided yet`} />
        ) : (
          <EmptyState icon={ShieldCheck} title={t`Nothing to moderate`}>
            <Trans>New reports appear here by themselves.</Trans>
          </EmptyState>
        )
      }
      before={
        rows &&
        work
          .unlisted(rows)
          .map((one) => <CaseDecidedByOther key={openKeyOf(one.one)} work={one} all={work} />)
      }
      after={<CaseBulkBar bulk={bulk} />}
    >
      {(rows) =>
        rows.map((one) => (
          <CaseRow
            key={keyOf(one)}
            name={nameOf(one)}
            one={one}
            isOpen={one.id === shown?.id}
            onOpen={() => opened.open(nameOf(one))}
            {...(mayDecide(one) && {
              selection: { isSelected: bulk.isSelected(one.id), toggle: () => bulk.toggle(one.id) },
            })}
          />
        ))
      }
    </AdminList>
  )
}
