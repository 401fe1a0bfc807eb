import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationSettingsEndpoints } from '../../../../contract/notifications/notification-settings-endpoints.ts'
import { QuietHours } from '../../../../contract/notifications/notification-settings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { useSchemaForm } from '../../../platform/use-schema-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { browserZone, TimeZoneField } from '../time-zone-field.tsx'

const quietHoursQuery = queryOptions({
  queryKey: ['quiet-hours'],
  queryFn: ({ signal }) => api(notificationSettingsEndpoints.quietHours, { signal }),
})

const suggestion = { startsAt: '22:00', endsAt: '07:00' }

/** Hours in which the viewer gets no mail and no push. */
export function QuietHoursCard() {
  const query = useQuery(quietHoursQuery)
  const { sendsMail } = useSite()
  return (
    <Card className="grid gap-4">
      <CardTitle>Quiet Hours</CardTitle>
      <CardText>
        You get {sendsMail && 'no emails and '}no push notifications during these hours. They wait until the
        hours end.
        {sendsMail && ' Emails about your account are sent at any time.'}
      </CardText>
      <Loaded
        query={query}
        loading={<Skeleton className="h-48" />}
        failed="Your quiet hours could not be loaded"
      >
        {({ quietHours }) => <QuietHoursForm stored={quietHours} />}
      </Loaded>
    </Card>
  )
}

/** `set` stores quiet hours; without any it turns them off. */
function useSetQuietHours() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (quietHours: QuietHours | null) => {
      if (quietHours !== null) return api(notificationSettingsEndpoints.setQuietHours, { body: quietHours })
      await api(notificationSettingsEndpoints.endQuietHours, {})
      return { quietHours }
    },
    onSuccess(state) {
      client.setQueryData(quietHoursQuery.queryKey, state)
      toast({ title: state.quietHours === null ? 'Quiet hours are off' : 'Quiet hours saved' })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: errorMessage(error, 'Your quiet hours could not be saved.'),
      }),
  })
}

function QuietHoursForm({ stored }: { stored: QuietHours | null }) {
  const form = useSchemaForm(QuietHours, stored ?? { ...suggestion, timeZone: browserZone() })
  const set = useSetQuietHours()
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submit(set, (quietHours, handler) => set.mutate(quietHours, handler))}
      className="grid gap-4"
    >
      <CardText role="status">{stored === null ? 'They are off.' : 'They are on.'}</CardText>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField label="From" type="time" {...form.field('startsAt')} />
        <TextField label="Until" type="time" {...form.field('endsAt')} />
      </div>
      <TimeZoneField {...form.field('timeZone')} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={set.isPending}>
          {stored === null ? 'Set quiet hours' : 'Save quiet hours'}
        </SubmitButton>
        {stored !== null && (
          <Button
            look="quiet"
            aria-disabled={set.isPending || undefined}
            onClick={() => !set.isPending && set.mutate(null)}
          >
            End quiet hours
          </Button>
        )}
      </div>
    </form>
  )
}
