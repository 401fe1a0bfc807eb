import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
import { toast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { counted, formatCount } from '../../../ui/format-count.ts'
import { PlayerName } from '../../../ui/player-name.tsx'
import { ReasonForm } from '../../../ui/reason-form.tsx'
import { rulingsKey } from './rulings-query.ts'

const outcome = ({ state, matches, action }: Ruling) => {
  const what = counted(matches, 'match', 'matches')
  if (state === 'waiting') return `${what}: another admin has to confirm this.`
  if (state === 'applying') return `${what}: the figures are being computed again.`
  return action === 'exclude' ? `${what} excluded` : `${what} restored`
}

interface RulingDialogProps {
  readonly title: ReactNode
  readonly label: ReactNode
  readonly submitLabel: string
  /** The matches to rule on; null while fields are missing, which show an error. */
  readonly ruling: () => Omit<NewRuling, 'reason'> | null
  /** The matches to count before the ruling; null while fields are missing. */
  readonly preview?: (() => Omit<NewRuling, 'reason'>) | null
  /** Fields above the reason. */
  readonly fields?: ReactNode
}

/** Asks for a reason, and makes a ruling on matches. */
export function RulingDialog({
  title,
  label,
  submitLabel,
  ruling,
  preview = null,
  fields,
}: RulingDialogProps) {
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
      toast({ title: 'Ruling Made', description: outcome(made) })
      setOpen(false)
      void client.invalidateQueries()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Ruling Failed',
        description: errorMessage(error, 'The matches could not be changed.'),
      }),
  })
  return (
    <Dialog
      title={title}
      description="An excluded match stays readable but does not count: totals, boards, streaks and ratings are computed again. The players are notified, with your reason."
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
        submitLabel={
          counts.data === undefined
            ? submitLabel
            : `${submitLabel} ${counted(counts.data.matches, 'match', 'matches')}`
        }
        busy={rule.isPending}
        before={
          <>
            {fields}
            <p role="status" className="text-sm">
              {counts.error !== null && errorMessage(counts.error, 'The matches could not be counted.')}
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

/** How many matches, of whom, rated or not. */
function Preview({ counts: { matches, rated, players, playersInAll, waits } }: { counts: RulingPreview }) {
  return (
    <>
      {counted(matches, 'match', 'matches')}, {formatCount(rated)} rated and {formatCount(matches - rated)}{' '}
      not. Of{' '}
      {players.map(({ user, matches: theirs }, index) => (
        <span key={user.id}>
          {index > 0 && ', '}
          <PlayerName name={user.username} /> ({formatCount(theirs)})
        </span>
      ))}
      {playersInAll > players.length && ` and ${formatCount(playersInAll - players.length)} more`}.
      {waits && ' Another admin has to confirm it.'}
    </>
  )
}
