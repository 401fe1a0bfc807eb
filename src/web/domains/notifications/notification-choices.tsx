import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic } from 'react'
import { isStaff } from '../../../contract/accounts/ranks.ts'
import type { Message } from '../../../contract/languages.ts'
import { kindRules, type NotificationKind } from '../../../contract/notifications/notification-kinds.ts'
import {
  type NotificationChannel,
  notificationChannels,
} from '../../../contract/notifications/notifications.ts'
import { notificationEndpoints } from '../../../contract/notifications/notifications-endpoints.ts'
import { api } from '../../platform/api.ts'
import { useSite } from '../../platform/site.tsx'
import { toastFailure } from '../../platform/toasts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Card, CardText, CardTitle } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { tableRoles } from '../../ui/list/table-roles.ts'
import { choicesQuery } from './notifications-query.ts'

const channelLabels: Record<NotificationChannel, Message> = {
  site: msg({ message: 'Site', comment: 'A notification shows on this website' }),
  mail: msg`Email`,
  push: msg({ message: 'Push', comment: 'Push notifications of a browser' }),
  game: msg`In game`,
}

interface Choice {
  readonly kind: NotificationKind
  readonly channel: NotificationChannel
  readonly isWanted: boolean
}

/** By which channels the viewer wants each kind. A change is stored at once. */
export function NotificationChoices() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(choicesQuery(api))
  const { queryKey } = choicesQuery(api)
  // A controlled checkbox jumps back unless its state changes within the press: only React's own state is that quick.
  const [choices, show] = useOptimistic(data, (shown, { kind, channel, isWanted }: Choice) =>
    shown?.map((choice) => (choice.kind === kind ? { ...choice, [channel]: isWanted } : choice)),
  )
  const { sendsMail } = useSite()
  const channels = notificationChannels.filter((channel) => channel !== 'mail' || sendsMail)
  const isInStaff = isStaff(useViewer())
  const offered = choices?.filter(({ kind }) => isInStaff || !kindRules[kind].isForStaff)
  const { mutateAsync } = useMutation({
    // One after the other: the last press is stored last.
    scope: { id: 'notification-choices' },
    mutationFn: ({ kind, channel, isWanted }: Choice) =>
      api(notificationEndpoints.choose, { body: { kind, [channel]: isWanted } }),
    onSuccess: (stored) => client.setQueryData(queryKey, stored),
    onError: (error) => toastFailure(t`Update Failed`, error, t`Your choice could not be saved.`),
  })
  const choose = (choice: Choice) =>
    startTransition(async () => {
      show(choice)
      // `onError` has said a failure; what is stored shows again.
      await mutateAsync(choice).catch(() => undefined)
    })
  return (
    <Card className="grid gap-5">
      <div className="grid gap-2">
        <CardTitle>
          <Trans>What You Get</Trans>
        </CardTitle>
        <CardText>
          {sendsMail ? (
            <Trans>
              Turn a kind off everywhere and you no longer get it. Emails go to your confirmed address. Push
              notifications go to browsers where you turned them on, messages in game to your linked player.
            </Trans>
          ) : (
            <Trans>
              Turn a kind off everywhere and you no longer get it. Push notifications go to browsers where you
              turned them on, messages in game to your linked player.
            </Trans>
          )}
        </CardText>
      </div>
      {isError && <ErrorView title={t`Your choices could not be loaded`} onRetry={() => void refetch()} />}
      {offered === undefined && !isError && <Skeleton className="h-120" />}
      {offered !== undefined && (
        <table {...tableRoles.table} className="block w-full text-sm sm:table">
          <thead {...tableRoles.group} className="sr-only sm:not-sr-only sm:table-header-group">
            <tr {...tableRoles.row}>
              <th {...tableRoles.column} className="pb-2 text-start font-semibold text-ink-faint">
                <Trans>Kind</Trans>
              </th>
              {channels.map((channel) => (
                <th
                  key={channel}
                  {...tableRoles.column}
                  className="w-16 whitespace-nowrap pb-2 text-center font-semibold text-ink-faint"
                >
                  {t(channelLabels[channel])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...tableRoles.group} className="block sm:table-row-group">
            {offered.map((choice) => (
              <tr
                key={choice.kind}
                {...tableRoles.row}
                className={classes(
                  'grid border-line border-t py-3 sm:table-row',
                  sendsMail
                    ? 'grid-cols-[repeat(3,minmax(0,1fr))_auto]'
                    : 'grid-cols-[repeat(2,minmax(0,1fr))_auto]',
                )}
              >
                <th
                  {...tableRoles.name}
                  scope="row"
                  className="col-span-full pe-3 pb-2 text-start font-semibold leading-6 sm:py-2.5"
                >
                  {t(kindRules[choice.kind].label)}
                </th>
                {channels.map((channel) => {
                  const isFixed = choice.kind === 'account' && channel === 'site'
                  return (
                    <td key={channel} {...tableRoles.cell} className="p-0 sm:text-center sm:align-middle">
                      <label className="inline-flex min-h-8 cursor-pointer items-center gap-2 whitespace-nowrap sm:justify-center">
                        <input
                          type="checkbox"
                          aria-label={`${t(channelLabels[channel])}: ${t(kindRules[choice.kind].label)}`}
                          className="size-5 cursor-pointer accent-ember disabled:cursor-not-allowed"
                          checked={choice[channel]}
                          disabled={isFixed}
                          onChange={({ target }) =>
                            choose({ kind: choice.kind, channel, isWanted: target.checked })
                          }
                        />
                        <span className="sm:hidden">{t(channelLabels[channel])}</span>
                      </label>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
