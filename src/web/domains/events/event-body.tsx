import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Gift } from 'lucide-react'
import { Link } from 'react-router'
import { eventLimits } from '../../../contract/events/events.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { languageOf } from '../../platform/untranslated.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { fewBlankLines } from '../../ui/form/few-blank-lines.ts'

/** The first five, then how many more. */
function Participants({ event }: { event: Event }) {
  const { t, i18n } = useLingui()
  const viewer = useViewer()
  const { participants, participantCount, status } = event
  const shown = participants.slice(0, eventLimits.faces)
  const more = participantCount - shown.length
  if (participantCount === 0) {
    return (
      <p className="text-ink-faint text-sm">
        {status === 'past' ? t`Nobody took part.` : t`Nobody has registered yet. Be the first.`}
      </p>
    )
  }
  return (
    <div className="grid gap-2">
      <p className="text-ink-soft text-sm tabular-nums">
        <Trans>
          <Plural value={participantCount} one="# player" other="# players" /> registered
        </Trans>
      </p>
      <ul aria-label={t`Participants`} className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        {shown.map(({ userId, user }) => (
          <li key={userId} className="min-w-0 max-w-full">
            <Link
              to={`/player/${userId}`}
              className="group inline-flex min-h-8 max-w-full items-center gap-2 hover:text-ember-bright"
            >
              <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
              <bdi
                className={classes(
                  'truncate group-hover:underline max-sm:sr-only',
                  userId === viewer?.id && 'font-bold text-ember-bright',
                )}
              >
                {user.username}
              </bdi>
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li className="font-bold text-ink-soft">
            <Trans>+{{ more: i18n.number(more) }} more</Trans>
          </li>
        )}
      </ul>
    </div>
  )
}

/** Description, rewards and participants. */
export function EventBody({ event }: { event: Event }) {
  return (
    <div className="grid min-w-0 content-start gap-4">
      {event.description !== '' && (
        <p
          lang={languageOf(event, 'description')}
          dir="auto"
          className="max-w-prose wrap-anywhere whitespace-pre-line text-ink-soft leading-relaxed"
        >
          {fewBlankLines(event.description)}
        </p>
      )}
      <Rewards rewards={event.rewards} language={languageOf(event, 'rewards')} />
      <Participants event={event} />
    </div>
  )
}

/** The rewards. */
function Rewards({ rewards, language }: { rewards: readonly string[]; language: string | undefined }) {
  const { t } = useLingui()
  if (rewards.length === 0) return null
  return (
    <ul aria-label={t`Rewards`} className="flex flex-wrap gap-2">
      {rewards.map((reward, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a reward may be there twice, and the list never moves.
          key={at}
          className="inline-flex min-w-0 items-center gap-2 rounded-sm bg-rank-gold/10 px-2.5 py-1 font-semibold text-rank-gold text-sm"
        >
          <Gift aria-hidden className="size-4 shrink-0" />
          <bdi lang={language} className="wrap-anywhere min-w-0">
            {reward}
          </bdi>
        </li>
      ))}
    </ul>
  )
}
