import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationSettingsEndpoints } from '../../../../contract/notifications/notification-settings-endpoints.ts'
import { Digest } from '../../../../contract/notifications/notification-settings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { browserZone, TimeZoneField } from '../time-zone-field.tsx'

const digestQuery = queryOptions({
  queryKey: ['digest'],
  queryFn: ({ signal }) => api(notificationSettingsEndpoints.digest, { signal }),
})

const defaultHour = 18
/** `Select` values are strings. */
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Whether the viewer gets their mails one by one or as one a day. */
export function DigestCard() {
  const { t } = useLingui()
  const query = useQuery(digestQuery)
  return (
    <Card className="grid gap-4">
      <CardTitle>
        <Trans>One Email a Day</Trans>
      </CardTitle>
      <CardText>
        <Trans>
          Get one email a day with everything unread, instead of one each time. Emails about your account and
          event reminders are still sent at once.
        </Trans>
      </CardText>
      <Loaded
        query={query}
        loading={<Skeleton className="h-48" />}
        failed={t`Your choice could not be loaded`}
      >
        {({ digest }) => <DigestForm stored={digest} />}
      </Loaded>
    </Card>
  )
}

/** Without a digest, each mail is sent at once. */
function useSetDigest() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (digest: Digest | null) => {
      if (digest !== null) return api(notificationSettingsEndpoints.setDigest, { body: digest })
      await api(notificationSettingsEndpoints.endDigest, {})
      return { digest }
    },
    onSuccess(state) {
      client.setQueryData(digestQuery.queryKey, state)
      toast({ title: state.digest === null ? t`You get each email at once` : t`You get one email a day` })
    },
    onError: (error) => toastFailure(t`Update Failed`, error, t`Your choice could not be saved.`),
  })
}

function DigestForm({ stored }: { stored: Digest | null }) {
  const { t } = useLingui()
  const form = useSchemaForm(Digest, stored ?? { hour: defaultHour, timeZone: browserZone() })
  const set = useSetDigest()
  const hour = form.choice('hour')
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submit(set, (digest, handler) => set.mutate(digest, handler))}
      className="grid gap-4"
    >
      <CardText role="status">
        {stored === null ? t`You get each email at once.` : t`You get one email a day.`}
      </CardText>
      <Select
        label={t`At`}
        options={hours}
        {...hour}
        value={String(hour.value)}
        onValueChange={(value) => hour.onValueChange(Number(value))}
      />
      <TimeZoneField {...form.field('timeZone')} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={set.isPending}>
          {stored === null ? t`Get one email a day` : t`Save the hour`}
        </SubmitButton>
        {stored !== null && (
          <Button
            look="quiet"
            aria-disabled={set.isPending || undefined}
            onClick={() => !set.isPending && set.mutate(null)}
          >
            <Trans>Get each email at once</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}
