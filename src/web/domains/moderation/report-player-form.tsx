import { useMutation, useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { textLimits } from '../../../contract/limits.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { PlayerReport } from '../../../contract/moderation/moderation-schemas.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import { codePoints } from '../../../contract/text.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { useStoredDraft } from '../../platform/use-stored-draft.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/date-format.ts'
import { DialogActions, DialogClose } from '../../ui/dialog.tsx'
import { DraftNote } from '../../ui/draft-note.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** Stands for the absence of a match: a select has no empty choice. */
const noMatch = 'none'

export function ReportPlayerForm({ playerId, onDone }: { playerId: number; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [matchId, setMatchId] = useState(noMatch)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useStoredDraft(`player-report-${playerId}`, ({ reason: typed = '' }) => setReason(typed))
  const matches = useRecentMatches(playerId)
  const report = useMutation({
    mutationFn: () =>
      api(moderationEndpoints.reportPlayer, {
        params: { id: playerId },
        body: { reason, matchId: matchId === noMatch ? null : matchId },
      }),
    onSuccess() {
      draft.remove()
      toast({
        title: 'Report Submitted',
        description: 'Thank you for your report. Our team will review it.',
      })
      onDone()
    },
    onError: (failure) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: errorMessage(failure, 'Failed to report player'),
      }),
  })

  function write(text: string) {
    setReason(text)
    draft.save({ reason: text })
  }

  function discard() {
    setReason('')
    draft.remove()
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (report.isPending) return
    const problem = PlayerReport.safeParse({ reason }).error?.issues[0]?.message
    setError(problem)
    if (problem === undefined) report.mutate()
    else field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <DraftNote restored={draft.restored} onDiscard={discard} />
      <Textarea
        ref={field}
        label="Reason"
        required
        value={reason}
        onChange={(event) => write(event.target.value)}
        hint={`${codePoints(reason)}/${textLimits.moderationReason.max}`}
        error={error}
      />
      {matches.length > 0 && (
        <Select
          label="Match (optional)"
          options={[{ value: noMatch, label: 'No particular match' }, ...matches]}
          value={matchId}
          onValueChange={setMatchId}
        />
      )}
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="red" aria-disabled={report.isPending || undefined}>
          {report.isPending && <Spinner />}
          {report.isPending ? 'Sending...' : 'Send Report'}
        </Button>
      </DialogActions>
    </form>
  )
}

/** The player's last matches as choices; none while they are not known: the match is optional. */
function useRecentMatches(playerId: number) {
  const { data = [] } = useQuery({
    queryKey: ['moderation', 'matches', playerId],
    queryFn: ({ signal }) =>
      api(playerEndpoints.matches, { params: { id: playerId }, query: { limit: '10' }, signal }),
  })
  return data.map(({ matchId, gameType, endedAt }) => ({
    value: matchId,
    label: `${gameType}, ${formatDate(endedAt)}`,
  }))
}
