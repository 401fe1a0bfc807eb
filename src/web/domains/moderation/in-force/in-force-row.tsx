import { Trans, useLingui } from '@lingui/react/macro'
import type { InForce } from '../../../../contract/moderation/in-force-schemas.ts'
import { canLift } from '../../../../contract/moderation/punishments.ts'
import { PunishmentReason } from '../../../../contract/moderation/punishments-schemas.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { PlayerLink, PlayerName } from '../../../ui/player-name.tsx'
import { Time } from '../../../ui/time.tsx'
import { useLift } from '../punishments/use-lift.ts'
import { RestrictDialog } from '../restrict-dialog.tsx'
import { lastingLabels } from './in-force-query.ts'

const tones = { ban: 'bad', mute: 'gold', restriction: 'blue' } as const

/** Who is punished, how, why, until when and by whom, and the button to lift it. */
export function InForceRow({ row }: { row: InForce }) {
  const { t } = useLingui()
  const { id, kind, player, reason, at, until, by, server, confirmed } = row
  return (
    <article
      data-row
      data-key={id}
      tabIndex={-1}
      className="flex flex-wrap items-start gap-x-5 gap-y-3 rounded-lg border border-line bg-ground-card p-4 shadow-card"
    >
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PlayerLink user={player} className="min-w-0 font-bold" />
          <Badge tone={tones[kind]}>{t(lastingLabels[kind])}</Badge>
        </h2>
        <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap text-sm">
          {reason}
        </p>
        <p className="mt-1 text-ink-soft text-sm">
          {until === null ? (
            <Trans>
              For good, since <Time iso={at} />
            </Trans>
          ) : (
            <Trans>
              Until <Time iso={until} />, since <Time iso={at} />
            </Trans>
          )}
          {by !== null && (
            <Trans>
              , by <PlayerName name={by} />
            </Trans>
          )}
          {server !== null && `, ${server}`}
          {!confirmed && t`, not yet confirmed by the game`}
        </p>
      </div>
      {kind === 'restriction' ? (
        <RestrictDialog target={player} restriction={{ reason, until }} />
      ) : (
        <LiftDialog id={id} kind={kind} player={player} server={server} />
      )}
    </article>
  )
}

interface LiftDialogProps extends Pick<InForce, 'id' | 'player' | 'server'> {
  readonly kind: 'ban' | 'mute'
}

/** Lifts a punishment, with a reason; nothing for who may not. */
function LiftDialog({ id, kind, player, server }: LiftDialogProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const lift = useLift(id, player.username)
  if (!canLift(viewer, player, { kind, isFromGame: server !== null })) return null
  const { username: name } = player
  return (
    <FormDialog
      title={
        kind === 'ban' ? (
          <Trans>
            Lift the ban of <PlayerName name={player.username} />
          </Trans>
        ) : (
          <Trans>
            Lift the mute of <PlayerName name={player.username} />
          </Trans>
        )
      }
      description={t`It ends at once, here and on every game server.`}
      trigger={
        <Button look="quiet" size="sm">
          {kind === 'ban' ? (
            <Trans>
              Lift<bdi className="sr-only"> the ban of {name}</bdi>
            </Trans>
          ) : (
            <Trans>
              Lift<bdi className="sr-only"> the mute of {name}</bdi>
            </Trans>
          )}
        </Button>
      }
    >
      {(close) => (
        <ReasonForm
          schema={PunishmentReason}
          hint={t`The player reads it`}
          submitLabel={kind === 'ban' ? t`Lift the ban` : t`Lift the mute`}
          busy={lift.isPending}
          onSubmit={(reason) => lift.mutate(reason, { onSuccess: close })}
        />
      )}
    </FormDialog>
  )
}
