import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import {
  canDecideApplication,
  canDeleteApplications,
} from '../../../../contract/applications/applications.ts'
import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'
import { applicationStatusLabels, positionLabels } from '../../../../contract/labels.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatApplicationAge } from '../../../ui/date-format.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PositionGlyph } from '../position-glyph.tsx'
import { statusEdge, statusTone } from './status-look.ts'

export type CardAction = 'view' | 'update' | 'delete'

interface ApplicationCardProps {
  readonly application: StaffApplication
  readonly isOpen: boolean
  /** `button` is what was pressed. */
  readonly onAction: (action: CardAction, button: HTMLElement) => void
}

/** One application in the list: applicant, position, status and actions. */
export function ApplicationCard({ application, isOpen, onAction }: ApplicationCardProps) {
  const { t } = useLingui()
  const {
    minecraft_username: name,
    position,
    status,
    timezone,
    hours_per_week,
    admin_notes,
    handled_by,
  } = application
  const viewer = useViewer()
  const mayDecide = canDecideApplication(viewer, application)
  const mayDelete = mayDecide && canDeleteApplications(viewer)
  return (
    <article
      data-row
      data-key={application.id}
      tabIndex={-1}
      aria-current={isOpen || undefined}
      data-status={status}
      className={classes(
        'flex flex-wrap items-center gap-x-5 gap-y-4 rounded-lg border border-line border-s-4 bg-ground-card p-4 shadow-card',
        statusEdge[status],
        isOpen && 'bg-ground-raised',
      )}
    >
      <PositionGlyph position={position} className="size-12" />
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-bold text-lg leading-tight [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h3>
          <Badge tone={statusTone[status]}>{t(applicationStatusLabels[status])}</Badge>
        </div>
        <p className="mt-1 text-ink-soft text-sm">
          {t(positionLabels[position])} ·{' '}
          <Plural value={hours_per_week} one="# hour per week" other="# hours per week" /> ·{' '}
          <bdi>{timezone}</bdi>
        </p>
        <p className="mt-0.5 text-ink-faint text-sm">
          <RelativeTime iso={application.submitted_at} format={formatApplicationAge} />
          {admin_notes !== null && t` · has notes`}
          {handled_by !== null && (
            <Trans>
              {' '}
              · handled by <bdi>{handled_by}</bdi>
            </Trans>
          )}
          {!mayDecide && t` · your own: somebody else decides`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="sm" onClick={({ currentTarget }) => onAction('view', currentTarget)}>
          <Eye aria-hidden className="size-4 max-sm:hidden" />
          <span>
            <Trans>
              View<bdi className="sr-only"> the application of {name}</bdi>
            </Trans>
          </span>
        </Button>
        {mayDecide && (
          <Button look="quiet" size="sm" onClick={({ currentTarget }) => onAction('update', currentTarget)}>
            <Pencil aria-hidden className="size-4 max-sm:hidden" />
            <span>
              <Trans>
                Update<bdi className="sr-only"> the application of {name}</bdi>
              </Trans>
            </span>
          </Button>
        )}
        {mayDelete && (
          <Button
            look="quiet"
            variant="red"
            size="sm"
            onClick={({ currentTarget }) => onAction('delete', currentTarget)}
          >
            <Trash2 aria-hidden className="size-4 max-sm:hidden" />
            <span>
              <Trans>
                Delete<bdi className="sr-only"> the application of {name}</bdi>
              </Trans>
            </span>
          </Button>
        )}
      </div>
    </article>
  )
}
