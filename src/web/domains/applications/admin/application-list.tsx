import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'
import { positionLabels } from '../../../../contract/labels.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useStaffFeed } from '../../../platform/live/use-staff-feed.ts'
import { filtersIn, isNarrowed } from '../../../platform/navigation/address-filters.ts'
import { useOpenRow } from '../../../platform/navigation/use-open-row.ts'
import { useOpenedRow } from '../../../platform/navigation/use-opened-row.ts'
import { toast } from '../../../platform/toasts.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { AdminDetail } from '../../../ui/list/admin-list/admin-detail.tsx'
import { AdminList } from '../../../ui/list/admin-list/admin-list.tsx'
import { FilterBar } from '../../../ui/list/admin-list/filter-bar.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ApplicationCard, type CardAction } from './application-card.tsx'
import { ApplicationDetail } from './application-detail.tsx'
import {
  applicationFilters,
  applicationQuery,
  applicationsKey,
  applicationsQuery,
} from './applications-query.ts'
import { type Tab, tabLabel } from './status-filter.ts'
import { StatusTabs } from './status-tabs.tsx'
import { UpdateForm } from './update-form.tsx'

interface Chosen {
  readonly action: Exclude<CardAction, 'view'>
  /** As it was when its dialog was opened. */
  readonly application: StaffApplication
}

/** The applications of a tab, the one that is open, and the dialog to change or delete one. */
export function ApplicationList({ tab }: { tab: Tab }) {
  const { t } = useLingui()
  const { search } = useLocation()
  const list = useInfiniteQuery(applicationsQuery(api, tab, search))
  const row = useOpenRow()
  const {
    rows: applications,
    row: opened,
    ...link
  } = useOpenedRow(list, { key: row.key, alone: (key) => applicationQuery(api, key) })
  const [chosen, setChosen] = useState<Chosen>()
  const focus = useListFocus(chosen !== undefined, list.data)
  const deletion = useDeleteApplication()
  useStaffFeed('applications', applicationsKey)

  // The dialog stays open, with what was typed, when its card leaves the list: a colleague may have moved it.
  const current = applications?.find(({ id }) => id === chosen?.application.id)
  const dialog = chosen && {
    application: chosen.application,
    current: current ?? chosen.application,
    onClose: () => setChosen(undefined),
  }
  const onAction = (application: StaffApplication) => (action: CardAction, button: HTMLElement) => {
    if (action === 'view') return row.open(String(application.id))
    focus.opener.current = button
    setChosen({ action, application })
  }
  return (
    <section aria-labelledby="applications">
      <h2 id="applications" ref={focus.heading} tabIndex={-1} className="sr-only">
        <Trans>{{ tab: t(tabLabel(tab)) }} applications</Trans>
      </h2>
      <AdminList
        kind="application"
        view={tab}
        query={list}
        rows={applications}
        filters={
          <>
            <StatusTabs tab={tab} />
            <FilterBar fields={applicationFilters} />
          </>
        }
        opened={row}
        link={link}
        detail={
          opened && (
            <AdminDetail title={<bdi>{opened.minecraft_username}</bdi>} onClose={row.close}>
              <ApplicationDetail key={opened.id} current={opened} onAction={onAction(opened)} />
            </AdminDetail>
          )
        }
        loading={t`Loading applications...`}
        failed={t`Error loading applications`}
        empty={
          <EmptyState icon={Inbox} title={t`No staff applications found`}>
            {isNarrowed(filtersIn(search, applicationFilters))
              ? t`No application fits these filters.`
              : t`New ones appear here by themselves.`}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((application) => (
              <li key={application.id}>
                <ApplicationCard
                  application={application}
                  isOpen={application.id === opened?.id}
                  onAction={onAction(application)}
                />
              </li>
            ))}
          </ul>
        )}
      </AdminList>
      {dialog && chosen.action === 'update' && <UpdateDialog {...dialog} />}
      {dialog && chosen.action === 'delete' && (
        <DeleteDialog
          {...dialog}
          onConfirm={() =>
            deletion.mutate(chosen.application.id, {
              onSuccess: () => row.close(String(chosen.application.id)),
            })
          }
        />
      )}
    </section>
  )
}

/** Deletes an application for good; pending until the list is refetched. */
function useDeleteApplication() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(applicationEndpoints.remove, { params: { id } }),
    onSuccess() {
      toast({ title: t`Application Deleted`, description: t`Application has been permanently deleted.` })
      return client.invalidateQueries({ queryKey: applicationsKey })
    },
    onError(error) {
      const description = errorMessage(error, t`Failed to delete application.`)
      toast({ title: t`Delete Failed`, description, variant: 'destructive' })
      return client.invalidateQueries({ queryKey: applicationsKey })
    },
  })
}

/**
 * Restores the focus after a dialog: to the button that opened it, or to the list's heading when the button was removed
 * with its card. Radix does so for a trigger of its own, which these dialogs lack: a card can leave while one is open.
 */
function useListFocus(isOpen: boolean, rows: unknown) {
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!isOpen) opener.current?.focus()
  }, [isOpen])

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever the list has changed.
  useEffect(() => {
    if (isOpen || opener.current === null || opener.current.isConnected) return
    opener.current = null
    if (document.activeElement === document.body) heading.current?.focus()
  }, [isOpen, rows])

  return { heading, opener }
}

interface DeleteDialogProps {
  readonly application: StaffApplication
  readonly onClose: () => void
  readonly onConfirm: () => void
}

function DeleteDialog({ application, onClose, onConfirm }: DeleteDialogProps) {
  const { t } = useLingui()
  const { minecraft_username: name, position } = application
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t`Delete Application`}
      description={
        <Trans>
          The application of <bdi>{name}</bdi> as {{ position: t(positionLabels[position]) }} is deleted for
          good, with its notes. This action cannot be undone.
        </Trans>
      }
      confirmLabel={t`Delete`}
      onConfirm={onConfirm}
    />
  )
}

interface UpdateDialogProps {
  /** As it was when the dialog was opened: what the form begins with. */
  readonly application: StaffApplication
  /** As the list has it now. */
  readonly current: StaffApplication
  readonly onClose: () => void
}

function UpdateDialog({ application, current, onClose }: UpdateDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Update Application`}
      description={
        <>
          <bdi>{application.minecraft_username}</bdi>, {t(positionLabels[application.position])}
        </>
      }
    >
      <UpdateForm application={application} current={current} onDone={onClose} />
    </Dialog>
  )
}
