import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { holds } from '../../../../contract/accounts/ranks.ts'
import { modeCategoryLabels } from '../../../../contract/labels.ts'
import { modeEndpoints } from '../../../../contract/network/modes-endpoints.ts'
import type { ModeRecord } from '../../../../contract/network/modes-schemas.ts'
import { api } from '../../../platform/api.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { SeekLinked, useLinkedRow } from '../../../ui/list/linked-row.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { glyphOfIcon } from '../practice/glyphs/glyph-of.ts'
import { PixelGlyph } from '../practice/pixel-glyph.tsx'
import { BoardModeForm } from './board-mode-form.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { modeRecordsQuery, refetchModes } from './mode-records.ts'

const query = modeRecordsQuery(api)

/** Every mode, in the order of the boards: to list, rename, move and, for admins, to merge. */
export function BoardModes() {
  const { t } = useLingui()
  const headingId = useId()
  const { data: records, error, refetch } = useQuery(query)
  const { move, busy } = useMove()
  return (
    <section aria-labelledby={headingId} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} className="font-display text-3xl leading-none">
          <Trans>Modes and boards</Trans>
        </h2>
        <FormDialog
          title={t`New mode`}
          trigger={
            <Button look="quiet" size="sm" aria-label={t`New mode with a board`}>
              <Plus aria-hidden className="size-4" />
              <Trans>New mode</Trans>
            </Button>
          }
        >
          {(close) => <BoardModeForm onDone={close} />}
        </FormDialog>
      </div>
      <p className="text-ink-soft text-sm">
        <Trans>
          A match of a mode that is not here is kept under a new mode without a board, until you list or merge
          it.
        </Trans>
      </p>
      {error !== null && (
        <ErrorView title={t`The modes could not be loaded.`} onRetry={() => void refetch()} />
      )}
      {records === undefined && error === null && <Skeleton className="h-40" />}
      <SeekLinked thing="mode" rows={records} />
      {records !== undefined && (
        <ol className="grid gap-2">
          {records.map((record) => (
            <ModeItem
              key={record.key}
              record={record}
              records={records}
              busy={busy}
              onMove={(position) => move(record, position)}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

interface ModeItemProps {
  readonly record: ModeRecord
  readonly records: readonly ModeRecord[]
  readonly busy: boolean
  readonly onMove: (position: number) => void
}

const canChange = ({ madeBy, mergedInto }: ModeRecord) => madeBy !== 'reserved' && mergedInto === null

function ModeItem({ record, records, busy, onMove }: ModeItemProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { key, name, category, icon, position, ranked } = record
  const { mark, ...row } = useLinkedRow('mode', record.id)
  return (
    <li
      {...row}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-ground-card p-3',
        mark,
      )}
    >
      <PixelGlyph glyph={glyphOfIcon(icon)} className="size-9" />
      <div className="grid min-w-0 flex-1 basis-56 gap-1.5">
        <h3 className="wrap-anywhere font-display text-xl leading-none">{name}</h3>
        <p className="flex flex-wrap items-center gap-2 text-ink-faint text-sm">
          <code className="wrap-anywhere">{key}</code>
          {t(modeCategoryLabels[category])} ·{' '}
          <Plural value={ranked} one="# ranked player" other="# ranked players" />
        </p>
        <ModeState record={record} />
      </div>
      {record.undoMergeUntil && holds(viewer, 'admin', 'modes') && <UndoMerge record={record} />}
      {canChange(record) && (
        <div className="flex flex-wrap gap-2">
          <MoveButton
            label={t`Move ${name} up`}
            idle={busy || position === 0}
            onPress={() => onMove(position - 1)}
          >
            <ArrowUp aria-hidden className="size-4" />
          </MoveButton>
          <MoveButton
            label={t`Move ${name} down`}
            idle={busy || position === records.length - 1}
            onPress={() => onMove(position + 1)}
          >
            <ArrowDown aria-hidden className="size-4" />
          </MoveButton>
          <FormDialog
            title={t`Edit ${name}`}
            trigger={
              <Button look="quiet" size="sm" aria-label={t`Edit ${name}`}>
                <Trans>Edit</Trans>
              </Button>
            }
          >
            {(close) => <BoardModeForm record={record} onDone={close} />}
          </FormDialog>
          {holds(viewer, 'admin', 'modes') && (
            <MergeDialog
              record={record}
              targets={records.filter((other) => other.key !== key && canChange(other))}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** For a day after a merge. */
function UndoMerge({ record: { key, name, version } }: { record: ModeRecord }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: () => api(modeEndpoints.undoMerge, { params: { key }, ifMatch: version }),
    onSuccess() {
      toast({ title: t`Merge undone`, description: t`${key} counts for itself again` })
      return refetchModes(client)
    },
    onError(error) {
      toastFailure(t`The merge could not be undone`, error, t`Please try again.`)
      return refetchModes(client)
    },
  })
  return (
    <Button
      look="quiet"
      size="sm"
      aria-label={t`Undo the merge of ${name}`}
      disabled={undo.isPending}
      onClick={() => undo.mutate()}
    >
      <Trans>Undo merge</Trans>
    </Button>
  )
}

function ModeState({ record: { listed, inOverall, mergedInto, madeBy, rebuild } }: { record: ModeRecord }) {
  const { t } = useLingui()
  return (
    <p className="flex flex-wrap gap-2">
      {listed && (
        <Badge tone="good">
          <Trans>Own board</Trans>
        </Badge>
      )}
      {listed && inOverall && (
        <Badge tone="gold">
          <Trans>In overall</Trans>
        </Badge>
      )}
      {mergedInto !== null && <Badge tone="quiet">{t`Counts as ${mergedInto}`}</Badge>}
      {madeBy === 'reserved' && (
        <Badge tone="quiet">
          <Trans>Reserved for tests</Trans>
        </Badge>
      )}
      {madeBy === 'game' && !listed && mergedInto === null && (
        <Badge tone="ember">
          <Trans>New from the game</Trans>
        </Badge>
      )}
      {rebuild !== null && (
        <Badge tone="blue">{t`Computing figures: ${{ done: rebuild.done }} of ${{ total: rebuild.total }} players`}</Badge>
      )}
    </p>
  )
}

interface MoveButtonProps {
  readonly label: string
  /** There is nowhere to go, or another move is under way. */
  readonly idle: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function MoveButton({ label, idle, onPress, children }: MoveButtonProps) {
  return (
    <Button
      look="quiet"
      size="sm"
      aria-label={label}
      aria-disabled={idle || undefined}
      onClick={() => !idle && onPress()}
    >
      {children}
    </Button>
  )
}

function useMove() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ record, position }: { record: ModeRecord; position: number }) =>
      api(modeEndpoints.update, {
        params: { key: record.key },
        body: { position },
        ifMatch: record.version,
      }),
    onSuccess: () => refetchModes(client),
    onError(error) {
      toastFailure(t`Moving failed`, error, t`The mode could not be moved. Please try again.`)
      return refetchModes(client)
    },
  })
  return {
    move: (record: ModeRecord, position: number) => mutate({ record, position }),
    busy: isPending,
  }
}
