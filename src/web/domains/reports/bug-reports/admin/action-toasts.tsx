import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Message } from '../../../../../contract/languages.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { toast } from '../../../../platform/toasts.ts'

interface ActionWords {
  readonly done: Message
  readonly failed: Message
  /** Said where the server gave no reason. */
  readonly unknown: Message
  /** With the server's reason; without it, reasons are not shown. */
  readonly because?: (reason: string) => Message
}

/** What staff can do to a report, and the toast for each (docs/spec/rulings.md, Report actions). */
const actionWords = {
  save: {
    done: msg`Status Updated`,
    failed: msg`Update Failed`,
    unknown: msg`There was an error updating the report status.`,
    because: (reason) => msg`Update failed: ${reason}`,
  },
  resolve: {
    done: msg`Report Resolved`,
    failed: msg`Resolve failed`,
    unknown: msg`There was an error resolving the report.`,
    because: (reason) => msg`Resolve failed: ${reason}`,
  },
  reject: {
    done: msg`Report Rejected`,
    failed: msg`Reject failed`,
    unknown: msg`There was an error rejecting the report.`,
    because: (reason) => msg`Reject failed: ${reason}`,
  },
  delete: {
    done: msg`Report Deleted`,
    failed: msg`Delete failed`,
    unknown: msg`There was an error deleting the report.`,
  },
} as const satisfies Record<string, ActionWords>

type ActionKind = keyof typeof actionWords

/** The server's sentence, or its bare text; a proxy's page is none. */
function serverText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const text = (error.errorBody?.message ?? error.body).trim()
  return text === '' || text.startsWith('<') ? undefined : text
}

function failureOf(kind: ActionKind, error: unknown): Message {
  const words: ActionWords = actionWords[kind]
  const text = serverText(error)
  return words.because === undefined || text === undefined ? words.unknown : words.because(text)
}

export const doneTitle = (kind: ActionKind) => actionWords[kind].done

function Said({ text }: { text: Message }) {
  const { t } = useLingui()
  return <p>{t(text)}</p>
}

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
        <Said text={failureOf(kind, error)} />
      </>
    ),
  })
