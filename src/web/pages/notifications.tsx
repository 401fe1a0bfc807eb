import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { redirect, useNavigate } from 'react-router'
import { DigestCard } from '../domains/notifications/digest/digest-card.tsx'
import { NotificationChoices } from '../domains/notifications/notification-choices.tsx'
import { NotificationList } from '../domains/notifications/notification-list.tsx'
import { choicesQuery, notificationsQuery } from '../domains/notifications/notifications-query.ts'
import { PushSwitch } from '../domains/notifications/push/push-switch.tsx'
import { QuietHoursCard } from '../domains/notifications/quiet-hours/quiet-hours-card.tsx'
import { signInPath } from '../platform/ended-session.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { pageContext, prefetched } from '../platform/page-context.ts'
import { useSite } from '../platform/site.tsx'
import { knownViewer, useViewer } from '../platform/viewer.ts'
import type { Route } from './+types/notifications.ts'

export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(pageContext).viewer === null) throw redirect('/auth?redirect=/notifications')
  return prefetched(context, (call) => [notificationsQuery(call), choicesQuery(call)])
}

export async function clientLoader() {
  if (knownViewer() === null) throw redirect('/auth?redirect=/notifications')
  return null
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Notifications`,
    description: msg`What happened to your posts and your account.`,
    path: '/notifications',
    noindex: true,
  })

export default function Notifications() {
  const viewer = useViewer()
  const { sendsMail } = useSite()
  const navigate = useNavigate()
  useEffect(() => {
    if (viewer === null) void navigate(signInPath('/notifications'), { replace: true })
  }, [viewer, navigate])
  if (viewer === null) return null
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6 px-4 py-8 sm:px-5 lg:grid-cols-[minmax(0,1fr)_30rem] lg:items-start lg:py-12">
      <h1 className="font-display text-4xl leading-none sm:text-5xl lg:col-span-2">
        <Trans>Notifications</Trans>
      </h1>
      <NotificationList />
      <div className="grid gap-6">
        <PushSwitch />
        <NotificationChoices />
        <QuietHoursCard />
        {sendsMail && <DigestCard />}
      </div>
    </div>
  )
}
