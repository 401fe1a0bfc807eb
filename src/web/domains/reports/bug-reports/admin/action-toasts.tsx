import { Trans } from '@lingui/react/macro'
import { ApiError } from '../../../../platform/api-error.ts'
import { toast } from '../../../../platform/toasts.ts'

interface ActionWords {
  readonly done: string
  readonly failed: string
  /** Said where the server gave no reason. */
  readonly unknown: string
  /** Stands before the server's reason; without it, reasons are not shown. */
  readonly reason?: string
}

/** What staff can do to a report, and what is said of it (docs/spec/rulings.md, Report actions). */
const actionWords = {
  save: {
    done: 'Status Updated',
    failed: 'Update Failed',
    unknown: 'There was an error updating the report status.',
    reason: 'Update failed',
  },
  resolve: {
    done: 'Report Resolved',
    failed: 'Resolve failed',
    unknown: 'There was an error resolving the report.',
    reason: 'Resolve failed',
  },
  reject: {
    done: 'Report Rejected',
    failed: 'Reject failed',
    unknown: 'There was an error rejecting the report.',
    reason: 'Reject failed',
  },
  delete: {
    done: 'Report Deleted',
    failed: 'Delete failed',
    unknown: 'There was an error deleting the report.',
  },
} as const satisfies Record<string, ActionWords>

type ActionKind = keyof typeof actionWords

/** The server's sentence, or its bare text; a proxy's page is none. */
function serverText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const text = (error.errorBody?.message ?? error.body).trim()
  return text === '' || text.startsWith('<') ? undefined : text
}

function failureOf(kind: ActionKind, error: unknown): string {
  const words: ActionWords = actionWords[kind]
  const text = serverText(error)
  return words.reason === undefined || text === undefined ? words.unknown : `${words.reason}: ${text}`
}

export const doneTitle = (kind: ActionKind) => actionWords[kind].done

/** One toast, since there is room for one: what failed, that the list is restored, and why. */
export const showFailedToast = (kind: ActionKind, error: unknown) =>
  toast({
    variant: 'destructive',
    title: actionWords[kind].failed,
    description: (
      <>
        <p>
          <Trans>Operation failed, restoring data...</Trans>
        </p>
        <p>{failureOf(kind, error)}</p>
      </>
    ),
  })
