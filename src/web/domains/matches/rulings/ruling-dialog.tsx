import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Message } from '../../../../contract/languages.ts'
import { rulingLimits } from '../../../../contract/matches/rulings.ts'
import { rulingEndpoints } from '../../../../contract/matches/rulings-endpoints.ts'
import {
  type NewRuling,
  type Ruling,
  type RulingPreview,
  RulingReason,
} from '../../../../contract/matches/rulings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { PlayerName } from '../../../ui/player-name.tsx'
import { rulingsKey } from './rulings-query.ts'

function outcome({ state, matches, action }: Ruling): Message {
  if (state === 'waiting')
    return msg`${plural(matches, { one: '# match: another admin has to confirm this.', other: '# matches: another admin has to confirm this.' })}`
  if (state === 'applying')
    return msg`${plural(matches, { one: '# match: the figures are being computed again.', other: '# matches: the figures are being computed again.' })}`
  return action === 'exclude'
    ? msg`${plural(matches, { one: '# match excluded', other: '# matches excluded' })}`
    : msg`${plural(matches, { one: '# match restored', other: '# matches restored' })}`
}

type Action = Ruling['action']

/** What is done to how many matches; of an unknown number undefined. */
export function rulingWords(action: Action, matches: number | undefined): Message {
  if (matches === undefined) return action === 'exclude' ? msg`Exclude` : msg`Restore`
  return action === 'exclude'
    ? msg`${plural(matches, { one: 'Exclude # match', other: 'Exclude # matches' })}`
    : msg`${plural(matches, { one: 'Restore # match', other: 'Restore # matches' })}`
}

interface RulingDialogProps {
  readonly title: ReactNode
  readonly label: ReactNode
  readonly action: Action
  /** The matches to rule on; null while fields are missing, which show an error. */
  readonly ruling: () => Omit<NewRuling, 'reason'> | null
  /** The matches to count before the ruling; null while fields are missing. */
  readonly preview?: (() => Omit<NewRuling, 'reason'>) | null
  /** Fields above the reason. */
  readonly fields?: ReactNode
}

/** Asks for a reason, and makes a ruling on matches. */
export function RulingDialog({ title, label, action, ruling, preview = null, fields }: RulingDialogProps) {
  const { t } = useLingui()

  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const asked = preview?.()
  const counts = useQuery({
    queryKey: [...rulingsKey, 'preview', asked],
    queryFn:
      open && asked !== undefined
        ? ({ signal }) => api(rulingEndpoints.preview, { body: asked, signal })
        : skipToken,
    staleTime: 0,
    retry: false,
  })
  const rule = useMutation({
    mutationFn: (body: NewRuling) => api(rulingEndpoints.create, { body }),
    onSuccess(made) {
      toast({ title: t`Ruling Made`, description: outcome(made) })
      setOpen(false)
      void client.invalidateQueries()
    },
    onError: (error) => toastFailure(t`Ruling Failed`, error, t`The matches could not be changed.`),
  })
  return (
    <Dialog
      title={title}
      description={t`An excluded match stays readable but does not count: totals, boards, streaks and ratings are computed again. The players are notified, with your reason.`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm">
          {label}
        </Button>
      }
    >
      <ReasonForm
        schema={RulingReason}
        maxChars={rulingLimits.reason.max}
        submitLabel={t(rulingWords(action, counts.data?.matches))}
        busy={rule.isPending}
        before={
          <>
            {fields}
            <p role="status" className="text-sm">
              {counts.error !== null && errorMessage(counts.error, t`The matches could not be counted.`)}
              {counts.error === null && counts.data !== undefined && <Preview counts={counts.data} />}
            </p>
          </>
        }
        onSubmit={(reason) => {
          const about = ruling()
          if (about !== null) rule.mutate({ ...about, reason })
        }}
      />
    </Dialog>
  )
}

/** How many matches, and how many of them are rated. */
function Preview({ counts: { matches, rated, players, playersInAll, waits } }: { counts: RulingPreview }) {
  const { t } = useLingui()
  const locale = useLocale()
  const names = players.map(({ user, matches: theirs }, index) => (
    <span key={user.id}>
      {index > 0 && ', '}
      <PlayerName name={user.username} /> ({formatCount(theirs, locale)})
    </span>
  ))
  const counted = formatCount(rated, locale)
  const others = formatCount(matches - rated, locale)
  return (
    <>
      {t`${plural(matches, { one: '# match', other: '# matches' })}, ${{ rated: counted }} rated and ${{ unrated: others }} not.`}{' '}
      {playersInAll > players.length ? (
        <Trans>
          Of {names} and {{ more: formatCount(playersInAll - players.length, locale) }} more.
        </Trans>
      ) : (
        <Trans>Of {names}.</Trans>
      )}
      {waits && ' '}
      {waits && t`Another admin has to confirm it.`}
    </>
  )
}
