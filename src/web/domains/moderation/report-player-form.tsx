import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { textLimits } from '../../../contract/limits.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { PlayerReport } from '../../../contract/moderation/moderation-schemas.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import { api } from '../../platform/api.ts'
import { toast, toastFailure } from '../../platform/toasts.ts'
import { useLocale } from '../../platform/translation.tsx'
import { formatDate } from '../../ui/date-format.ts'
import { ReasonForm } from '../../ui/form/reason-form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useModeName } from '../matches/presence/use-mode-name.ts'

const ReasonSchema = z.pick(PlayerReport, { reason: true })

/** The value of "no match": Radix allows no empty value. */
const noMatch = 'none'

export function ReportPlayerForm({ playerId, onDone }: { playerId: number; onDone: () => void }) {
  const { t } = useLingui()
  const [matchId, setMatchId] = useState(noMatch)
  const matches = useRecentMatches(playerId)
  const report = useMutation({
    mutationFn: ({ body }: { body: PlayerReport; removeDraft: () => void }) =>
      api(moderationEndpoints.reportPlayer, { params: { id: playerId }, body }),
    onSuccess(_receipt, { removeDraft }) {
      removeDraft()
      toast({
        title: t`Report Submitted`,
        description: t`Thank you for your report. Our team will review it.`,
      })
      onDone()
    },
    onError: (error) => toastFailure(t`Error`, error, t`Failed to report player`),
  })
  return (
    <ReasonForm
      schema={ReasonSchema}
      draftName={`player-report-${playerId}`}
      maxChars={textLimits.moderationReason.max}
      submitLabel={report.isPending ? t`Sending...` : t`Send report`}
      busy={report.isPending}
      asksClass
      onSubmit={(reason, removeDraft, about) =>
        report.mutate({
          body: { reason, class: about, matchIds: matchId === noMatch ? undefined : [matchId] },
          removeDraft,
        })
      }
      after={
        matches.length > 0 && (
          <Select
            label={t`Match (optional)`}
            options={[{ value: noMatch, label: t`No particular match` }, ...matches]}
            value={matchId}
            onValueChange={setMatchId}
          />
        )
      }
    />
  )
}

/** Returns the player's last matches as options, none while they load. */
function useRecentMatches(playerId: number) {
  const modeName = useModeName()
  const locale = useLocale()
  const { data = [] } = useQuery({
    queryKey: ['moderation', 'matches', playerId],
    queryFn: ({ signal }) =>
      api(playerEndpoints.matches, { params: { id: playerId }, query: { limit: '10' }, signal }),
  })
  return data.map(({ matchId, gameType, endedAt }) => ({
    value: matchId,
    label: `${modeName(gameType)}, ${formatDate(endedAt, undefined, locale)}`,
  }))
}
