import { toast } from '../../../../platform/toasts.ts'
import { type ActionKind, actionWords, failureOf } from './action-words.ts'

export const showDoneToast = (kind: ActionKind) => toast({ title: actionWords[kind].done })

/** One toast, since there is room for one: what failed, that the list is restored, and why. */
export const showFailedToast = (kind: ActionKind, error: unknown) =>
  toast({
    variant: 'destructive',
    title: actionWords[kind].failed,
    description: (
      <>
        <p>Operation failed, restoring data...</p>
        <p>{failureOf(kind, error)}</p>
      </>
    ),
  })
