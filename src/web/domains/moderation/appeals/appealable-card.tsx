import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { appealStateLabels } from '../../../../contract/labels.ts'
import { appealLimits, isOpenAppeal } from '../../../../contract/moderation/appeals.ts'
import { appealEndpoints } from '../../../../contract/moderation/appeals-endpoints.ts'
import {
  type Appealable,
  type Appealed,
  AppealReply,
  AppealText,
  type OwnAppeal,
} from '../../../../contract/moderation/appeals-schemas.ts'
import { api } from '../../../platform/api.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { type SentText, TextForm } from '../../../ui/form/text-form.tsx'
import { Time } from '../../../ui/time.tsx'
import { appealsKey } from './appeal-queries.ts'
import { AppealThread } from './appeal-thread.tsx'
import { appealHints, kindLabels, stateLabels } from './appeal-words.ts'

const failed = (error: unknown) => toastFailure(msg`Not Sent`, error, msg`Please try again.`)

interface AppealableCardProps {
  readonly appealable: Appealable
  /** The code with which it was opened; undefined for a signed-in member. */
  readonly code?: string | undefined
}

/** A punishment or restriction as it is now, with its appeal: to open one, to reply to staff, to take it back. */
export function AppealableCard({
  appealable: { about, appeal, mayAppeal, again },
  code,
}: AppealableCardProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const shared = { onError: failed, onSettled: () => client.invalidateQueries({ queryKey: appealsKey }) }
  const subject =
    about.punishmentId === null ? { restriction: true as const } : { punishmentId: about.punishmentId }
  const create = useMutation({
    mutationFn: ({ text }: SentText) =>
      api(appealEndpoints.create, { body: { ...(code === undefined ? subject : { code }), text } }),
    onSuccess(_receipt, { removeDraft }) {
      removeDraft()
      toast({ title: t`Appeal Sent`, description: t`This page shows its status.` })
    },
    ...shared,
  })
  return (
    <Card>
      <About about={about} />
      {appeal !== null && <AppealState appeal={appeal} code={code} />}
      {mayAppeal && (
        <div className="mt-5">
          <TextForm
            schema={AppealText}
            label={appeal === null ? t`Your appeal` : t`Your second and final appeal`}
            submitLabel={t`Send appeal`}
            max={appealLimits.text.max}
            draftName={`appeal-${about.punishmentId ?? 'restriction'}`}
            busy={create.isPending}
            onSubmit={create.mutate}
          />
        </div>
      )}
      {again !== null && (
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>
            You can appeal once more from <Time iso={again} /> on. That decision is final.
          </Trans>
        </p>
      )}
    </Card>
  )
}

const tones = { active: 'bad', given: 'gold', ended: 'quiet', lifted: 'good' } as const

function About({ about: { kind, reason, at, until, state } }: { about: Appealed }) {
  const { t } = useLingui()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-display text-3xl leading-none">{t(kindLabels[kind])}</h2>
        <Badge tone={tones[state]}>{t(stateLabels[state])}</Badge>
      </div>
      <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-wrap">
        {reason}
      </p>
      <p className="mt-1 text-ink-soft text-sm">
        {until !== null ? (
          <Trans>
            <Time iso={at} /> until <Time iso={until} />
          </Trans>
        ) : state === 'active' ? (
          <Trans>
            <Time iso={at} />, for good
          </Trans>
        ) : (
          <Time iso={at} />
        )}
      </p>
    </>
  )
}

function AppealState({ appeal, code }: { appeal: OwnAppeal; code: string | undefined }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const shared = { onError: failed, onSettled: () => client.invalidateQueries({ queryKey: appealsKey }) }
  const params = { id: appeal.id }
  const reply = useMutation({
    mutationFn: ({ text }: SentText) => api(appealEndpoints.reply, { params, body: { text, code } }),
    onSuccess: (_receipt, { removeDraft }) => removeDraft(),
    ...shared,
  })
  const withdraw = useMutation({
    mutationFn: () => api(appealEndpoints.withdraw, { params, body: { code } }),
    ...shared,
  })
  return (
    <section
      aria-label={t({ message: 'Appeal', context: 'noun' })}
      className="mt-5 grid gap-4 border-line border-t pt-4"
    >
      <p>
        <span className="font-bold">{t(appealStateLabels[appeal.state])}.</span>{' '}
        <span className="text-ink-soft">{t(appealHints[appeal.state])}</span>
      </p>
      <AppealThread messages={appeal.messages} own={t`You`} />
      {appeal.note !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          <Trans>
            <span className="font-semibold">Decision: </span>
            {{ note: appeal.note }}
          </Trans>
        </p>
      )}
      {appeal.mayWrite && (
        <TextForm
          schema={AppealReply}
          label={t`Your answer`}
          submitLabel={t`Send answer`}
          max={appealLimits.message.max}
          draftName={`appeal-answer-${appeal.id}`}
          busy={reply.isPending}
          onSubmit={reply.mutate}
        />
      )}
      {isOpenAppeal(appeal.state) && (
        <div>
          <Confirm
            title={t`Withdraw this appeal?`}
            description={t`Staff stop looking at it. You can appeal once more 30 days later.`}
            confirmLabel={t`Withdraw`}
            onConfirm={() => withdraw.mutate()}
            trigger={
              <Button look="quiet" size="sm" aria-disabled={withdraw.isPending || undefined}>
                <Trans>Withdraw appeal</Trans>
              </Button>
            }
          />
        </div>
      )}
    </section>
  )
}
