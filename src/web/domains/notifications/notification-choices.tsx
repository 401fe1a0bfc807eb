import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MutableKind } from '../../../contract/notifications/notifications.ts'
import { notificationEndpoints } from '../../../contract/notifications/notifications-endpoints.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { Card, CardText, CardTitle } from '../../ui/card.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { choicesQuery } from './notifications-query.ts'

const labels: Record<MutableKind, string> = {
  reply: 'Comments on your posts',
  like: 'Likes of your posts',
  follow: 'New followers, and what players you follow achieve',
  report: 'What became of your reports',
  event: 'Reminders of events you registered for',
  season: 'Seasons that start and end',
  news: 'News of the network',
  appeal: 'Your appeals',
  ruling: 'Rulings on your matches and rating',
  application: 'Your applications',
  staff: 'New work for staff',
}

/** Which kinds the viewer wants. A change is stored at once. */
export function NotificationChoices() {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(choicesQuery(api))
  const { queryKey } = choicesQuery(api)
  const choose = useMutation({
    mutationFn: (body: { kind: MutableKind; site: boolean }) => api(notificationEndpoints.choose, { body }),
    onSuccess: (choices) => client.setQueryData(queryKey, choices),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: errorMessage(error, 'Your choice could not be saved.'),
      }),
  })
  return (
    <Card className="grid gap-4">
      <div className="grid gap-2">
        <CardTitle>What You Get</CardTitle>
        <CardText>
          A kind that you turn off is not stored at all. What staff do about your account and posts always
          appears.
        </CardText>
      </div>
      {isError && <ErrorView title="Your choices could not be loaded" onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton className="h-40" />}
      {data?.map(({ kind, site }) => (
        <CheckboxField
          key={kind}
          label={labels[kind]}
          checked={choose.isPending && choose.variables.kind === kind ? choose.variables.site : site}
          aria-disabled={choose.isPending || undefined}
          onChange={({ target }) => !choose.isPending && choose.mutate({ kind, site: target.checked })}
        />
      ))}
    </Card>
  )
}
