import { msg } from '@lingui/core/macro'
import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { reportEndpoints } from '../../../../../contract/reports/reports-endpoints.ts'
import type { AdminReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import { api } from '../../../../platform/api.ts'
import { useUndo } from '../../../../platform/forms/use-undo.ts'
import { toast } from '../../../../platform/toasts.ts'
import { doneTitle, showFailedToast } from './action-toasts.tsx'
import { adminReportsKey, reportListsKey } from './admin-reports-query.ts'

type Pages = InfiniteData<AdminReport[], number | undefined>

const shown = { queryKey: reportListsKey }

/** Asks for what is shown again; resolves when it is there, or has failed. */
const refetchReports = (client: QueryClient) => client.invalidateQueries({ queryKey: adminReportsKey })

const showChanged = (client: QueryClient, change: (report: AdminReport) => AdminReport | null) =>
  client.setQueriesData<Pages>(
    shown,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => page.flatMap((report) => change(report) ?? [])),
      },
  )

/** Shows what `change` makes of each report, null leaving it out; returns how to show what was there before. */
async function showAtOnce(
  client: QueryClient,
  change: (report: AdminReport) => AdminReport | null,
): Promise<() => void> {
  // A response that is on its way knows nothing of the change and would undo it on the screen.
  await client.cancelQueries(shown)
  const before = client.getQueriesData<Pages>(shown)
  showChanged(client, change)
  return () => {
    // Not into a list that was left meanwhile: it would come back to stay.
    for (const [key, data] of before) if (client.getQueryState(key)) client.setQueryData(key, data)
  }
}

/** Something to do to a report as it was shown; another version in the database is a conflict. */
export type ReportAction =
  | {
      readonly kind: 'save' | 'resolve' | 'reject'
      readonly report: AdminReport
      readonly status: ReportStatus
      /** Read by the reporter. */
      readonly answer?: string | undefined
    }
  | { readonly kind: 'delete'; readonly report: AdminReport }

const mutationKey = ['admin', 'reports', 'action'] as const

/** Returns the report as it is now, unless it was deleted. */
function send(action: ReportAction): Promise<AdminReport | undefined> {
  const { id, version } = action.report
  const input = { params: { id }, ifMatch: version }
  return action.kind === 'delete'
    ? api(reportEndpoints.remove, input)
    : api(reportEndpoints.setStatus, { ...input, body: { status: action.status, answer: action.answer } })
}

const effectOf =
  (action: ReportAction) =>
  (report: AdminReport): AdminReport | null => {
    if (report.id !== action.report.id) return report
    return action.kind === 'delete' ? null : { ...report, status: action.status }
  }

/** Changes and deletes reports: shown at once, fetched again after the response, taken back when it was refused. */
export function useReportActions() {
  const client = useQueryClient()
  const offerUndo = useUndo()
  return useMutation({
    mutationKey,
    mutationFn: send,
    onMutate: (action: ReportAction) => showAtOnce(client, effectOf(action)),
    onSuccess(now, { kind, report }) {
      // With its new version: what is done to it next needs no list that was asked for again.
      if (now !== undefined) showChanged(client, (one) => (one.id === now.id ? now : one))
      const title = doneTitle(kind)
      const { id, reason } = report
      if (kind === 'delete') toast({ title, description: reason })
      else
        offerUndo({
          title,
          about: reason,
          async undo() {
            const { refused } = await api(reportEndpoints.undoStatuses, { body: { ids: [id] } })
            return refused[0]?.error
          },
          undone: msg`1 Report Restored`,
          queryKey: adminReportsKey,
        })
    },
    onError(error, { kind }, takeBack) {
      takeBack?.()
      showFailedToast(kind, error)
    },
    onSettled() {
      // While another change is on its way, its own end asks: now it would vanish from the screen.
      if (client.isMutating({ mutationKey }) === 1) return refetchReports(client)
    },
  })
}

/** The ids of reports that something is being done to. */
export const useBusyReports = (): readonly number[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as ReportAction).report.id,
  })
