import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationSettingsEndpoints } from '../../../../contract/notifications/notification-settings-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { toastFailure } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { choicesQuery } from '../notifications-query.ts'
import { onPermissionChange, readBrowserPush, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts'

const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }) => {
    const [stored, browser] = await Promise.all([
      api(notificationSettingsEndpoints.push, { signal }),
      readBrowserPush(),
    ])
    const isOn = browser === 'subscribed' && stored.isOn
    const canTurn = browser !== 'unsupported' && browser !== 'denied'
    return { publicKey: stored.publicKey, state: canTurn ? (isOn ? 'on' : 'off') : browser } as const
  },
})

const texts = {
  unsupported: msg`This browser cannot show push notifications. On an iPhone or iPad, add the site to your home screen first.`,
  denied: msg`You blocked notifications from this site. Allow them in your browser settings, then come back.`,
  off: msg`Get notifications in this browser, even while the site is closed.`,
  on: msg`This browser gets notifications, even while the site is closed. They stop when you sign out.`,
}

/** Turns push notifications on and off in this browser. It asks for permission upon a press alone. */
export function PushSwitch() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(pushQuery)
  useEffect(() => onPermissionChange(() => void refetch()), [refetch])
  const turn = useMutation({
    mutationFn: async (publicKey: string | undefined) => {
      if (publicKey === undefined) {
        await api(notificationSettingsEndpoints.unsubscribe, {})
        return unsubscribeBrowser()
      }
      const subscription = await subscribeBrowser(publicKey)
      if (subscription !== undefined)
        await api(notificationSettingsEndpoints.subscribe, { body: subscription })
    },
    onError: (error) =>
      toastFailure(t`Update Failed`, error, t`Push notifications could not be changed in this browser.`),
    onSettled: () =>
      Promise.all(
        [pushQuery.queryKey, choicesQuery(api).queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return (
    <Card className="grid gap-4">
      <CardTitle>
        <Trans>Push Notifications</Trans>
      </CardTitle>
      {isError && (
        <ErrorView title={t`Push notifications could not be loaded`} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton className="h-24" />}
      {data !== undefined && (
        <>
          <CardText role="status">{t(texts[data.state])}</CardText>
          {(data.state === 'on' || data.state === 'off') && (
            <Button
              className="justify-self-start"
              look={data.state === 'on' ? 'quiet' : 'solid'}
              disabled={turn.isPending}
              onClick={() => turn.mutate(data.state === 'on' ? undefined : data.publicKey)}
            >
              {data.state === 'on' ? t`Turn off` : t`Turn on`}
            </Button>
          )}
        </>
      )}
    </Card>
  )
}
