import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationSettingsEndpoints } from '../../../../contract/notifications/notification-settings-endpoints.ts'
import { QuietHours } from '../../../../contract/notifications/notification-settings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { browserZone, TimeZoneField } from '../time-zone-field.tsx'

const quietHoursQuery = queryOptions({
  queryKey: ['quiet-hours'],
  queryFn: ({ signal }) => api(notificationSettingsEndpoints.quietHours, { signal }),
})

const suggestion = { startsAt: '22:00', endsAt: '07:00' }

/** Hours in which the viewer gets no mail and no push. */
export function QuietHoursCard() {
  const { t } = useLingui()
  const query = useQuery(quietHoursQuery)
  const { sendsMail } = useSite()
  return (
    <Card className="grid gap-4">
      <CardTitle>
        <Trans>Quiet Hours</Trans>
      </CardTitle>
      <CardText>
        {sendsMail ? (
          <Trans>
            You get no emails and no push notifications during these hours. They wait until the hours end.
            Emails about your account are sent at any time.
          </Trans>
        ) : (
          <Trans>You get no push notifications during these hours. They wait until the hours end.</Trans>
        )}
      </CardText>
      <Loaded
        query={query}
        loading={<Skeleton className="h-48" />}
        failed={t`Your quiet hours could not be loaded`}
      >
        {({ quietHours }) => <QuietHoursForm stored={quietHours} />}
      </Loaded>
    </Card>
  )
}

/** `set` stores quiet hours; without any it turns them off. */
function useSetQuietHours() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (quietHours: QuietHours | null) => {
      if (quietHours !== null) return api(notificationSettingsEndpoints.setQuietHours, { body: quietHours })
      await api(notificationSettingsEndpoints.endQuietHours, {})
      return { quietHours }
    },
    onSuccess(state) {
      client.setQueryData(quietHoursQuery.queryKey, state)
      toast({ title: state.quietHours === null ? t`Quiet hours are off` : t`Quiet hours saved` })
    },
    onError: (error) => toastFailure(t`Update Failed`, error, t`Your quiet hours could not be saved.`),
  })
}

function QuietHoursForm({ stored }: { stored: QuietHours | null }) {
  const { t } = useLingui()
  const form = useSchemaForm(QuietHours, stored ?? { ...suggestion, timeZone: browserZone() })
  const set = useSetQuietHours()
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submit(set, (quietHours, handler) => set.mutate(quietHours, handler))}
      className="grid gap-4"
    >
      <CardText role="status">{stored === null ? t`They are off.` : t`They are on.`}</CardText>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField label={t`From`} type="time" {...form.field('startsAt')} />
        <TextField label={t`Until`} type="time" {...form.field('endsAt')} />
      </div>
      <TimeZoneField {...form.field('timeZone')} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={set.isPending}>
          {stored === null ? t`Set quiet hours` : t`Save quiet hours`}
        </SubmitButton>
        {stored !== null && (
          <Button
            look="quiet"
            aria-disabled={set.isPending || undefined}
            onClick={() => !set.isPending && set.mutate(null)}
          >
            <Trans>End quiet hours</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}
