import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { appealStateLabels } from '../../../../contract/labels.ts'
import type { Message } from '../../../../contract/languages.ts'
import { appealLimits, canDecideAppeal, isOpenAppeal } from '../../../../contract/moderation/appeals.ts'
import { appealEndpoints } from '../../../../contract/moderation/appeals-endpoints.ts'
import { type Appeal, AppealReply } from '../../../../contract/moderation/appeals-schemas.ts'
import { api } from '../../../platform/api.ts'
import { toastFailure } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type SentText, TextForm } from '../../../ui/form/text-form.tsx'
import { AdminRow } from '../../../ui/list/admin-list/admin-row.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { playerPath } from '../../../ui/player-path.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Time } from '../../../ui/time.tsx'
import { TakeOver } from '../take-over.tsx'
import { staffAppealsKey } from './appeal-queries.ts'
import { AppealThread } from './appeal-thread.tsx'
import { stateLabels } from './appeal-words.ts'
import { DecideAppeal } from './decide-appeal.tsx'

const tones = {
  open: 'gold',
  in_review: 'blue',
  waiting: 'quiet',
  upheld: 'quiet',
  reduced: 'good',
  lifted: 'good',
  withdrawn: 'quiet',
  expired: 'quiet',
} as const

/** Whose appeal it is and against what. */
export function AppealTitle({ appeal: { about, player } }: { appeal: Appeal }) {
  const { t } = useLingui()
  if (player === null) return t(appealName({ about, player }))
  const name = <PlayerName name={player.username} />
  switch (about.kind) {
    case 'ban':
      return <Trans>Ban of {name}</Trans>
    case 'mute':
      return <Trans>Mute of {name}</Trans>
    case 'kick':
      return <Trans>Kick of {name}</Trans>
    case 'warn':
      return <Trans>Warning of {name}</Trans>
    case 'restriction':
      return <Trans>Restriction on this site of {name}</Trans>
  }
}

type Kinds<Words> = Readonly<Record<Appeal['about']['kind'], Words>>

const named: Kinds<(name: string) => Message> = {
  ban: (name) => msg`Ban of ${name}`,
  mute: (name) => msg`Mute of ${name}`,
  kick: (name) => msg`Kick of ${name}`,
  warn: (name) => msg`Warning of ${name}`,
  restriction: (name) => msg`Restriction on this site of ${name}`,
}

const ofNobody: Kinds<Message> = {
  ban: msg`Ban of a deleted account`,
  mute: msg`Mute of a deleted account`,
  kick: msg`Kick of a deleted account`,
  warn: msg`Warning of a deleted account`,
  restriction: msg`Restriction on this site of a deleted account`,
}

/** The same in a line of text. */
const appealName = ({ about: { kind }, player }: Pick<Appeal, 'about' | 'player'>): Message =>
  player === null ? ofNobody[kind] : named[kind](player.username)

function StateBadge({ state }: Pick<Appeal, 'state'>) {
  const { t } = useLingui()
  return <Badge tone={tones[state]}>{t(appealStateLabels[state])}</Badge>
}

interface AppealRowProps {
  readonly appeal: Appeal
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** An appeal in the list: who appeals against what, how it stands, and who has it. */
export function AppealRow({ appeal, ...state }: AppealRowProps) {
  const { t } = useLingui()
  const { id, messages, isFinal, createdAt, reviewer } = appeal
  return (
    <AdminRow
      name={String(id)}
      title={<AppealTitle appeal={appeal} />}
      marks={<StateBadge state={appeal.state} />}
      excerpt={messages.findLast(({ isStaff }) => !isStaff)?.text}
      facts={
        <>
          {isFinal ? t`Second and final appeal` : t({ message: 'Appeal', context: 'noun' })},{' '}
          <RelativeTime iso={createdAt} />
          {reviewer !== null && (
            <Trans>
              , reviewed by <PlayerName name={reviewer.username} />
            </Trans>
          )}
        </>
      }
      isNew={appeal.state === 'open'}
      {...state}
    />
  )
}

/** An appeal in full: what it is about, what was written, and what the viewer may do. */
export function AppealDetail({ appeal }: { appeal: Appeal }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { about, state, messages, note, player, issuer, reviewer, isFinal, createdAt } = appeal
  const mayReview = isOpenAppeal(state) && canDecideAppeal(viewer, appeal)
  const isTaken = state !== 'open' && reviewer !== null && reviewer.id !== viewer?.id
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <StateBadge state={state} />
        {player !== null && (
          <Link
            to={playerPath(player.id)}
            className="font-semibold text-ink underline underline-offset-2 hover:text-ember-bright"
          >
            <Trans>Player page</Trans>
          </Link>
        )}
      </p>
      <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-wrap">
        {about.reason}
      </p>
      <p className="mt-1 text-ink-soft text-sm">
        {t(stateLabels[about.state])},{' '}
        {about.until === null ? (
          <Time iso={about.at} />
        ) : (
          <Trans>
            <Time iso={about.at} /> until <Time iso={about.until} />
          </Trans>
        )}
        {issuer !== null && (
          <Trans>
            , by <PlayerName name={issuer} />
          </Trans>
        )}
      </p>
      <p className="mt-1 text-ink-soft text-sm">
        {isFinal ? t`Second and final appeal` : t({ message: 'Appeal', context: 'noun' })},{' '}
        <RelativeTime iso={createdAt} />
        {reviewer !== null && (
          <Trans>
            , reviewed by <PlayerName name={reviewer.username} />
          </Trans>
        )}
      </p>
      <div className="mt-4">
        <AppealThread messages={messages} own={player?.username ?? t`The player`} />
      </div>
      {note !== null && (
        <p dir="auto" className="wrap-anywhere mt-4 whitespace-pre-wrap">
          <Trans>
            <span className="font-semibold">Decision: </span>
            {note}
          </Trans>
        </p>
      )}
      {mayReview && <Review appeal={appeal} takenBy={isTaken ? reviewer : null} />}
    </>
  )
}

interface ReviewProps {
  readonly appeal: Appeal
  /** A colleague who reviews it. */
  readonly takenBy: Appeal['reviewer']
}

function Review({ appeal, takenBy }: ReviewProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const shared = {
    onError: (error: unknown) => toastFailure(t`Update Failed`, error, t`The appeal could not be changed.`),
    onSettled: () => client.invalidateQueries({ queryKey: staffAppealsKey }),
  }
  const params = { id: appeal.id }
  const claim = useMutation({
    mutationFn: (reason: string | undefined) => api(appealEndpoints.claim, { params, body: { reason } }),
    ...shared,
  })
  const ask = useMutation({
    mutationFn: ({ text }: SentText) => api(appealEndpoints.ask, { params, body: { text } }),
    onSuccess(_receipt, { removeDraft }) {
      removeDraft()
      setAsking(false)
    },
    ...shared,
  })
  if (takenBy !== null)
    return (
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <p>
          <Trans>
            <PlayerName name={takenBy.username} /> is working on this appeal.
          </Trans>
        </p>
        <TakeOver
          what="appeal"
          from={takenBy}
          busy={claim.isPending}
          about={`(${t(appealName(appeal))})`}
          onTakeOver={(reason, close) => claim.mutate(reason, { onSuccess: close })}
        />
      </div>
    )
  if (appeal.reviewer?.id !== viewer?.id)
    return (
      <Button
        size="sm"
        className="mt-4"
        aria-disabled={claim.isPending || undefined}
        onClick={() => !claim.isPending && claim.mutate(undefined)}
      >
        <Trans>Review this appeal</Trans>
      </Button>
    )
  return (
    <div className="mt-4 grid gap-4">
      <div className="flex flex-wrap gap-2">
        <DecideAppeal appeal={appeal} />
        <Button look="quiet" size="sm" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
          <Trans>Ask the player</Trans>
        </Button>
      </div>
      {isAsking && (
        <TextForm
          schema={AppealReply}
          label={t`Question to the player`}
          submitLabel={t`Send question`}
          max={appealLimits.message.max}
          draftName={`appeal-question-${appeal.id}`}
          busy={ask.isPending}
          onSubmit={ask.mutate}
        />
      )}
    </div>
  )
}
