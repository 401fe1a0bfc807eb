import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { canRuleAbout, rulingAlone } from '../../../../contract/matches/rulings.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { fromLocalInput, ownZone } from '../../../ui/form/date-input.ts'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { RulingDialog } from './ruling-dialog.tsx'

const actions = [
  { value: 'exclude', label: msg`Exclude them` },
  { value: 'restore', label: msg`Restore them` },
] as const

/** Excludes or restores a player's matches of a span; nothing for who may not. */
export function RuleOnPlayer({
  player,
}: {
  player: { readonly id: number; readonly username: string; readonly rank: Rank }
}) {
  const { t } = useLingui()

  const viewer = useViewer()
  const [action, setAction] = useState<'exclude' | 'restore'>('exclude')
  const [span, setSpan] = useState({ from: '', to: '' })
  const [isAsked, setAsked] = useState(false)
  if (viewer === null || !canRuleAbout(viewer, player)) return null
  const problem = (text: string) => (isAsked && text === '' ? t`Choose date and time` : undefined)
  const about = () => ({
    action,
    span: { userId: player.id, from: fromLocalInput(span.from), to: fromLocalInput(span.to) },
  })
  return (
    <RulingDialog
      title={
        <Trans>
          Matches of <PlayerName name={player.username} />
        </Trans>
      }
      label={t`Rule on matches`}
      action={action}
      preview={span.from !== '' && span.to !== '' ? about : null}
      ruling={() => {
        setAsked(true)
        return span.from === '' || span.to === '' ? null : about()
      }}
      fields={
        <>
          <Select
            label={t`What to do`}
            options={actions}
            value={action}
            onValueChange={(value) => setAction(value === 'restore' ? 'restore' : 'exclude')}
          />
          <TextField
            label={t`Matches that ended from`}
            type="datetime-local"
            required
            hint={t`In your time zone: ${{ zone: ownZone() }}`}
            value={span.from}
            error={problem(span.from)}
            onChange={({ target }) => setSpan({ ...span, from: target.value })}
          />
          <TextField
            label={t`Until`}
            type="datetime-local"
            required
            hint={t`More than ${rulingAlone} matches need another admin to confirm.`}
            value={span.to}
            error={problem(span.to)}
            onChange={({ target }) => setSpan({ ...span, to: target.value })}
          />
        </>
      }
    />
  )
}
