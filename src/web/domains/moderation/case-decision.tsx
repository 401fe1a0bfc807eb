import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Message, Text } from '../../../contract/languages.ts'
import { caseEndpoints } from '../../../contract/moderation/cases-endpoints.ts'
import { canDecideCase, needsNote, noteNeeded } from '../../../contract/moderation/moderation.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { isVisible } from '../../../contract/text.ts'
import { api } from '../../platform/api.ts'
import { ApiError } from '../../platform/api-error.ts'
import { useUndo } from '../../platform/forms/use-undo.ts'
import { adminKey } from '../../platform/keyset-query.ts'
import { toastFailure } from '../../platform/toasts.ts'
import { useSay } from '../../platform/translation.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/form/textarea.tsx'
import { Time } from '../../ui/time.tsx'
import { ClearProfileDialog } from './clear-profile-dialog.tsx'
import { PunishmentsDialog } from './punishments/punishments-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'
import { caseName, reopenedWords } from './subject-words.ts'
import { TakeOver } from './take-over.tsx'
import { type AllCaseForms, type Choice, choiceWords, otherChoices } from './use-case-form.ts'
import { useClaim } from './use-claim.ts'

interface Decision {
  readonly decision: Choice
  readonly note: string
  /** For the author of a removed post or comment. */
  readonly reason: string | undefined
}

/** Returns the decision of a colleague who was faster, which the response holds. */
const isOvertaken = (error: unknown) =>
  error instanceof ApiError && error.errorBody?.current !== undefined && 'decided' in error.errorBody.current

/** Decides a case. When a colleague was faster, choice and note stay until the viewer has seen that decision. */
function useDecide(open: ModerationCase, work: AllCaseForms, onPostRemoved: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  const offerUndo = useUndo()
  const { id: caseId, subjectType, subjectId } = open
  return useMutation({
    mutationFn: ({ decision, note, reason }: Decision) =>
      api(moderationEndpoints.decide, {
        body: { subjectType, subjectId, caseId, decision, note: note.trim() || null, reason: reason ?? null },
      }),
    onSuccess(_response, { decision, note }) {
      const removed = subjectType === 'comment' ? t`Comment Removed` : t`Post Removed`
      offerUndo({
        title:
          decision === 'remove' ? removed : decision === 'dismiss' ? t`Reports Dismissed` : t`Case Closed`,
        about: <bdi>{t(caseName(open))}</bdi>,
        async undo() {
          const { refused } = await api(caseEndpoints.undo, { body: { ids: [caseId] } })
          if (refused.length === 0 && note !== '') work.write(open, { note })
          if (decision === 'remove') onPostRemoved()
          return refused[0]?.error
        },
        undone: reopenedWords(1),
        queryKey: adminKey,
      })
      work.drop(open)
      work.finish(open)
      if (decision === 'remove') onPostRemoved()
    },
    onError(error, { decision }) {
      if (isOvertaken(error)) work.write(open, { choice: decision })
      toastFailure(t`Update Failed`, error, t`The case could not be decided.`)
    },
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
}

interface CaseDecisionProps {
  readonly open: ModerationCase
  readonly work: AllCaseForms
  readonly onPostRemoved: () => void
}

/** The decisions about an open case, unless somebody else has claimed it. */
export function CaseDecision(props: CaseDecisionProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { open } = props
  if (!canDecideCase(viewer, open))
    return (
      <p className="text-ink-soft text-sm">
        {open.viewerReported
          ? t`You reported this. Somebody else decides it.`
          : viewer !== null && [open.subject?.id, open.other?.id].includes(viewer.id)
            ? t`This is about you. Somebody else decides it.`
            : t`Only somebody with a higher rank can decide this.`}
      </p>
    )
  return <Deciding {...props} viewerId={viewer?.id} />
}

function Deciding({
  open,
  work,
  onPostRemoved,
  viewerId,
}: CaseDecisionProps & { viewerId: number | undefined }) {
  const { t } = useLingui()
  const speak = useSay()
  const decide = useDecide(open, work, onPostRemoved)
  const note = work.noteOf(open)
  const busy = decide.isPending
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<Message>()
  const say = (decision: Choice, reason?: string, onSuccess?: () => void) => {
    if (busy) return
    const isMissing = needsNote(decision) && reason === undefined && !isVisible(note)
    setError(isMissing ? noteNeeded : undefined)
    if (isMissing) field.current?.focus()
    else decide.mutate({ decision, note, reason }, onSuccess && { onSuccess })
  }
  const state = { size: 'sm', 'aria-disabled': busy || undefined } as const
  const about = `(${speak(aboutWords(open))})`
  const hidden = <bdi className="sr-only"> {about}</bdi>
  const isTaken = open.claim !== null && open.claim.id !== viewerId
  const takenBy = isTaken ? open.claim?.username : undefined
  const fromCase = { caseId: open.id, takenBy }
  const written =
    (open.subjectType === 'post' || open.subjectType === 'comment') && open.isThere
      ? open.subjectType
      : undefined
  const mainChoices: readonly (typeof otherChoices)[number][] =
    written === undefined ? ['action', 'dismiss'] : ['dismiss']
  const button = (choice: (typeof otherChoices)[number]) => (
    <Button key={choice} look="quiet" {...state} onClick={() => say(choice)}>
      {t(choiceWords[choice])}
      {hidden}
    </Button>
  )
  return (
    <div className="grid gap-3">
      <CaseClaim one={open} viewerId={viewerId} about={about} />
      {(!isTaken || note !== '') && (
        <Textarea
          data-start
          label={t`Note for the team`}
          ref={field}
          rows={1}
          maxLength={1_000}
          value={note}
          error={error && t(error)}
          onChange={(event) => {
            setError(undefined)
            work.write(open, { note: event.target.value })
          }}
        />
      )}
      {/* Rendered also when a colleague takes the case, so that an open dialog stays and says so. */}
      <div hidden={isTaken} className="grid grid-cols-2 gap-2">
        {written !== undefined && (
          <RemoveDialog
            what={written}
            id={open.subjectId}
            busy={busy}
            takenBy={takenBy}
            onRemove={(reason, close) => say('remove', reason, close)}
            trigger={
              <Button variant="red" {...state}>
                {written === 'post' ? t`Remove post` : t`Remove comment`}
                {hidden}
              </Button>
            }
          />
        )}
        {mainChoices.map(button)}
        <details className="group col-span-2">
          <summary className="flex h-9 cursor-pointer items-center justify-center gap-2 rounded-md border border-line-strong font-bold text-sm hover:bg-ground-raised">
            <Trans>More actions</Trans>
            <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
          </summary>
          <ul className="mt-3 grid content-start gap-3 @md:@max-2xl:grid-cols-2">
            {otherChoices
              .filter((choice) => choice !== 'dismiss')
              .filter((choice) => !mainChoices.includes(choice))
              .map((choice) => (
                // Nobody reported a pattern.
                <Action key={choice} does={open.pattern === null ? t(effects[choice]) : t`Closes the case.`}>
                  {button(choice)}
                </Action>
              ))}
            {[open.subject, open.other].map(
              (person) =>
                person !== null && (
                  <Action
                    key={person.id}
                    does={t`A warning, kick, mute or ban in game. The case stays open.`}
                  >
                    <PunishmentsDialog
                      target={person}
                      {...fromCase}
                      trigger={
                        <Button look="quiet" size="sm">
                          <Punish
                            name={person.username}
                            look={open.other === null ? 'sr-only' : 'min-w-0 truncate'}
                          />
                        </Button>
                      }
                    />
                  </Action>
                ),
            )}
            {open.pattern === null && open.subject?.isMember && (
              <>
                <Action does={t`They can play and read, but not post, like or report. The case stays open.`}>
                  <RestrictDialog target={open.subject} restriction={open.restriction} {...fromCase} />
                </Action>
                <Action does={t`Removes their bio, picture or name. The case stays open.`}>
                  <ClearProfileDialog target={open.subject} {...fromCase} />
                </Action>
              </>
            )}
          </ul>
          {open.pattern !== null && (
            <p className="mt-3 text-ink-faint text-xs">
              <Trans>Exclude their matches on their pages.</Trans>
            </p>
          )}
        </details>
      </div>
    </div>
  )
}

/** What a decision of the menu does, in one line. */
const effects = {
  action: msg`Closes the case, and tells reporters that you took action.`,
  insufficient: msg`Closes the case, and tells reporters that there was not enough evidence.`,
  duplicate: msg`Closes the case, and tells reporters that another case deals with it.`,
}

/** An entry of the menu: a button, and what happens. */
const Action = ({ does, children }: { does: string; children: ReactNode }) => (
  <li className="grid content-start gap-1">
    {children}
    <p className="text-ink-faint text-xs">{does}</p>
  </li>
)

function Punish({ name, look }: { name: string; look: string }) {
  return (
    <Trans>
      Punish<bdi className={look}> {name}</bdi>
    </Trans>
  )
}

/** The subject of the buttons of a case, for screen readers. */
function aboutWords({ subject, other, subjectType }: ModerationCase): Text {
  const name = subject?.username
  const second = other?.username
  switch (subjectType) {
    case 'player':
      return name ?? msg`an account that is gone`
    case 'pattern':
      if (second === undefined)
        return name === undefined ? msg`matches of an account that is gone` : msg`matches of ${name}`
      return name === undefined
        ? msg`matches of an account that is gone and ${second}`
        : msg`matches of ${name} and ${second}`
    case 'post':
      return name === undefined ? msg`post by an account that is gone` : msg`post by ${name}`
    case 'comment':
      return name === undefined ? msg`comment by an account that is gone` : msg`comment by ${name}`
  }
}

interface CaseClaimProps {
  readonly one: ModerationCase
  readonly viewerId: number | undefined
  /** Text for screen readers after the label of the button. */
  readonly about: string
}

/** Who works on an open case, and the button to claim it or to give it up. */
function CaseClaim({ one, viewerId, about }: CaseClaimProps) {
  const { t } = useLingui()
  const { claim, release, busy } = useClaim()
  const held = one.claim
  if (held !== null && held.id !== viewerId) {
    const { username: name } = held
    return (
      <div className="grid justify-items-start gap-2 rounded-md bg-ground p-3 text-sm">
        <p role="status" className="wrap-anywhere">
          <Trans>
            <bdi className="font-bold">{name}</bdi> is working on this case until <Time iso={held.until} />.
          </Trans>
        </p>
        <TakeOver
          what="case"
          from={held}
          busy={busy}
          about={about}
          onTakeOver={(reason, close) =>
            claim.mutate(
              { subjectType: one.subjectType, subjectId: one.subjectId, reason },
              { onSuccess: close },
            )
          }
        />
      </div>
    )
  }
  const mine = held !== null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p className="text-ink-soft text-sm">
        {mine ? (
          <Trans>
            Yours until <Time iso={held.until} />
          </Trans>
        ) : (
          t`Nobody works on this case`
        )}
      </p>
      <Button
        look="quiet"
        size="sm"
        aria-disabled={busy || undefined}
        onClick={() => !busy && (mine ? release : claim).mutate(one)}
      >
        {mine ? t`Release` : t`Claim`}
        <bdi className="sr-only"> {about}</bdi>
      </Button>
    </div>
  )
}
