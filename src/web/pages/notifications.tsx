import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Settings } from 'lucide-react'
import { useEffect } from 'react'
import { Link, redirect, useNavigate } from 'react-router'
import { DigestCard } from '../domains/notifications/digest/digest-card.tsx'
import { NotificationChoices } from '../domains/notifications/notification-choices.tsx'
import { NotificationList } from '../domains/notifications/notification-list.tsx'
import { choicesQuery, notificationsQuery } from '../domains/notifications/notifications-query.ts'
import { PushSwitch } from '../domains/notifications/push/push-switch.tsx'
import { QuietHoursCard } from '../domains/notifications/quiet-hours/quiet-hours-card.tsx'
import { signInPath } from '../platform/ended-session.ts'
import { useAddressChoice } from '../platform/navigation/address-choice.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageContext, prefetched } from '../platform/navigation/page-context.ts'
import { useSite } from '../platform/site.tsx'
import { knownViewer, useViewer } from '../platform/viewer.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import type { Route } from './+types/notifications.ts'

export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(pageContext).viewer === null) throw redirect('/auth?redirect=/notifications')
  return prefetched(context, (call) => [notificationsQuery(call), choicesQuery(call)])
}

export async function clientLoader() {
  if (knownViewer() === null) throw redirect('/auth?redirect=/notifications')
  return null
}

export const meta = pageMeta(
  '/notifications',
  msg`Notifications`,
  msg`What happened to your posts and your account.`,
)

export default function Notifications() {
  const viewer = useViewer()
  const { sendsMail } = useSite()
  const navigate = useNavigate()
  const [shown] = useAddressChoice('show', ['list', 'settings'] as const)
  useEffect(() => {
    if (viewer === null) void navigate(signInPath('/notifications'), { replace: true })
  }, [viewer, navigate])
  if (viewer === null) return null
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6 px-4 py-8 sm:px-5 lg:grid-cols-[minmax(0,1fr)_30rem] lg:items-start lg:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4 lg:col-span-2">
        <h1 className="font-display text-4xl leading-none sm:text-5xl">
          <Trans>Notifications</Trans>
        </h1>
        {/* A wide screen has room for both. */}
        <Button asChild look="quiet" size="sm" className="lg:hidden">
          {shown === 'list' ? (
            <Link to="?show=settings" replace>
              <Settings aria-hidden className="size-4" />
              <Trans>Settings</Trans>
            </Link>
          ) : (
            <Link to="?" replace>
              <Trans>Done</Trans>
            </Link>
          )}
        </Button>
      </div>
      <div className={classes('min-w-0', shown === 'settings' && 'max-lg:hidden')}>
        <NotificationList />
      </div>
      <div className={classes('grid gap-6', shown === 'list' && 'max-lg:hidden')}>
        <PushSwitch />
        <NotificationChoices />
        <QuietHoursCard />
        {sendsMail && <DigestCard />}
      </div>
    </div>
  )
}
