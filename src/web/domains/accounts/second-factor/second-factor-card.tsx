import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { useRefetchViewerOnAuthError } from '../../../platform/use-refetch-viewer.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import type { SecondFactorDialogProps } from './second-factor-dialog.tsx'
import { secondFactorQuery } from './second-factor-query.ts'
import { SecondFactorStanding } from './second-factor-standing.tsx'

type Task = SecondFactorDialogProps['task']

/** Says whether sign-in asks for a code, with the buttons to turn it on and off. */
export function SecondFactorCard({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const factor = useQuery({
    ...secondFactorQuery(api, member),
    // Sign-out refetches active queries before this page unmounts; without a session they are a 401.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
  useRefetchViewerOnAuthError(factor.error)
  const heading = useRef<HTMLHeadingElement>(null)
  const location = useLocation()
  useEffect(() => {
    // Following the same link again makes another location, which opens it again.
    if (location.hash === '#second-factor') heading.current?.focus()
  }, [location])
  const { Dialog, task, open, close } = useDialog(() => {
    // The button that opened it may have been removed by the change.
    if (document.activeElement === document.body) heading.current?.focus()
  })
  return (
    <Card id="second-factor" className="scroll-mt-24">
      <CardTitle as="h3" ref={heading} tabIndex={-1} className="mb-4">
        <Trans>Second factor</Trans>
      </CardTitle>
      {factor.isPending && (
        <div role="status">
          <span className="sr-only">
            <Trans>Loading your second factor...</Trans>
          </span>
          <Skeleton className="h-16" />
        </div>
      )}
      {factor.data !== undefined && <SecondFactorStanding factor={factor.data} onTask={open} />}
      {factor.isError && (
        <ErrorView
          title={t`Your second factor could not be loaded`}
          message={errorMessage(factor.error, t`Please try again.`)}
          onRetry={() => void factor.refetch()}
        />
      )}
      {Dialog !== null && task !== null && <Dialog task={task} username={member.username} onClose={close} />}
    </Card>
  )
}

/** The dialog, loaded when it is first opened, because few visits to this page need it. */
function useDialog(onClosed: () => void) {
  const { t } = useLingui()
  const [Dialog, setDialog] = useState<ComponentType<SecondFactorDialogProps> | null>(null)
  const [task, setTask] = useState<Task | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  async function open(wanted: Task) {
    try {
      const { SecondFactorDialog } = await import('./second-factor-dialog.tsx')
      setDialog(() => SecondFactorDialog)
      setTask(wanted)
    } catch {
      toast({
        variant: 'destructive',
        title: t`Connection Error`,
        description: t`This could not be loaded. Please try again.`,
      })
    }
  }
  function close() {
    setTask(null)
    // After the dialog returned the focus, if its trigger still exists.
    timer.current = setTimeout(onClosed, 50)
  }
  return { Dialog, task, open, close }
}
