import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { canSeeSecrets, webhookSecret } from '../../../../../contract/content/secrets.ts'
import { discordKindLabels } from '../../../../../contract/labels.ts'
import type { Message } from '../../../../../contract/languages.ts'
import { discordAdminEndpoints } from '../../../../../contract/network/discord-admin-endpoints.ts'
import type { DiscordOverview, SentMessage } from '../../../../../contract/network/discord-admin-schemas.ts'
import type { DiscordKind } from '../../../../../contract/network/discord-messages.ts'
import { api } from '../../../../platform/api.ts'
import { toast, toastFailure } from '../../../../platform/toasts.ts'
import { useViewer } from '../../../../platform/viewer.ts'
import { Badge, type BadgeTone } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/list/empty-state.tsx'
import { ErrorView } from '../../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../../ui/list/skeleton.tsx'
import { Time } from '../../../../ui/time.tsx'
import { SecretForm } from '../../../content/settings/secret-form.tsx'
import { discordMessagesKey, discordMessagesQuery } from './discord-messages-query.ts'

const kindHints: Readonly<Record<DiscordKind, Message>> = {
  matches: msg`Win streaks of ten or more that ended, and seasons whose standings are final.`,
  news: msg`What you publish on the site.`,
  cups: msg`Open check-ins, finals, champions, and cups that were cancelled.`,
  reports: msg`That a report arrived, without names and texts.`,
  applications: msg`That a staff application arrived, and for which position.`,
}

const states: Readonly<Record<SentMessage['state'], readonly [word: Message, tone: BadgeTone]>> = {
  waiting: [msg({ message: 'Waiting', context: 'message' }), 'gold'],
  sent: [msg({ message: 'Sent', context: 'message' }), 'good'],
  failed: [msg({ message: 'Failed', context: 'message' }), 'bad'],
}

/** Kinds of messages with a test each, and the state of the newest messages. */
export function DiscordAdmin() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(discordMessagesQuery(api))
  const latestId = useId()
  if (data === undefined) {
    if (error === null) return <Skeleton className="h-64" />
    return <ErrorView title={t`The messages could not be loaded.`} onRetry={() => void refetch()} />
  }
  return (
    <div className="grid gap-8">
      <ul className="grid gap-3 sm:grid-cols-2">
        {data.kinds.map((kind) => (
          <KindCard key={kind.kind} {...kind} />
        ))}
      </ul>
      <section aria-labelledby={latestId} className="grid gap-3">
        <h2 id={latestId} className="font-display text-2xl">
          <Trans>Newest messages</Trans>
        </h2>
        {data.messages.length === 0 ? (
          <EmptyState icon={MessagesSquare} title={t`No messages yet`}>
            <Trans>What the site announces in Discord appears here for 30 days.</Trans>
          </EmptyState>
        ) : (
          <ul className="grid gap-2">
            {data.messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function KindCard({ kind, configured, waiting }: DiscordOverview['kinds'][number]) {
  const { t } = useLingui()
  const client = useQueryClient()
  const viewer = useViewer()
  const headingId = useId()
  const test = useDiscordCall(
    () => api(discordAdminEndpoints.test, { body: { kind } }),
    t`Test queued`,
    t`It appears in Discord within seconds.`,
  )
  return (
    <li className="grid content-start justify-items-start gap-2 rounded-lg border border-line bg-ground-card p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={headingId} className="font-display text-xl">
          {t(discordKindLabels[kind])}
        </h2>
        <Badge tone={configured ? 'good' : 'quiet'}>{configured ? t`Set up` : t`Not set up`}</Badge>
        {waiting > 0 && (
          <Badge tone="gold">
            <Trans>{waiting} waiting</Trans>
          </Badge>
        )}
      </div>
      <p className="text-ink-soft text-sm">{t(kindHints[kind])}</p>
      {configured && (
        <Button
          look="quiet"
          size="sm"
          aria-describedby={headingId}
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          <Trans>Send a test</Trans>
        </Button>
      )}
      {canSeeSecrets(viewer) ? (
        <div className="w-full">
          <SecretForm
            name={webhookSecret(kind)}
            hasOwnState
            label={t`Webhook for ${{ kind: t(discordKindLabels[kind]) }}`}
            fields={[
              {
                label: t`Address of the webhook`,
                isHidden: true,
                placeholder: 'https://discord.com/api/webhooks/…',
              },
            ]}
            onChanged={() => client.invalidateQueries({ queryKey: discordMessagesKey })}
          />
        </div>
      ) : (
        !configured && (
          <p className="text-sm">
            <Trans>An Owner sets its webhook here.</Trans>
          </p>
        )
      )}
    </li>
  )
}

function MessageRow({ message }: { message: SentMessage }) {
  const { t } = useLingui()
  const titleId = useId()
  const { id, kind, title, link, state, attempts, createdAt, error } = message
  const [word, tone] = states[state]
  const retry = useDiscordCall(
    () => api(discordAdminEndpoints.retry, { params: { id } }),
    t`Message queued again`,
    title,
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-ground-card px-4 py-3">
      <Badge tone={tone}>{t(word)}</Badge>
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <Link id={titleId} to={link} className="wrap-anywhere font-bold hover:underline">
          <bdi>{title}</bdi>
        </Link>
        <p className="text-ink-soft text-sm">
          {t(discordKindLabels[kind])} · <Time iso={createdAt} />
          {attempts > 1 && t` · ${plural(attempts, { one: '# attempt', other: '# attempts' })}`}
        </p>
        {error !== null && state !== 'sent' && <p className="wrap-anywhere text-bad text-sm">{error}</p>}
      </div>
      {state === 'failed' && (
        <Button
          look="quiet"
          size="sm"
          aria-describedby={titleId}
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          <Trans>Send again</Trans>
        </Button>
      )}
    </li>
  )
}

/** A call after which kinds and messages are refetched. */
function useDiscordCall(call: () => Promise<unknown>, done: string, description: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: discordMessagesKey })
  return useMutation({
    mutationFn: call,
    onSuccess() {
      toast({ title: done, description })
      return refetch()
    },
    onError(error) {
      toastFailure(t`That did not work`, error, t`Please try again.`)
      return refetch()
    },
  })
}
