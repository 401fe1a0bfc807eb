import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useDeskNews } from '../../../platform/use-desk-news.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListStates } from '../../../ui/list-states.tsx'
import { ApplicationCard, type CardAction } from './application-card.tsx'
import { applicationsKey, applicationsQuery } from './applications-query.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { type Tab, tabLabel } from './status-filter.ts'
import { UpdateDialog } from './update-dialog.tsx'
import { useDeleteApplication } from './use-delete-application.ts'
import { useListFocus } from './use-list-focus.ts'

interface Chosen {
  readonly action: CardAction
  /** As it was when its dialog was opened. */
  readonly application: StaffApplication
}

/** The applications of a tab, and the dialog that is open for one of them. */
export function ApplicationList({ tab }: { tab: Tab }) {
  const list = useInfiniteQuery(applicationsQuery(api, tab))
  const [chosen, setChosen] = useState<Chosen>()
  const focus = useListFocus(chosen !== undefined, list.data)
  const deletion = useDeleteApplication()
  useDeskNews('applications', applicationsKey)

  // The dialog stays open, with what was typed, when its card leaves the list: a colleague may have moved it.
  const current = list.data?.pages.flat().find(({ id }) => id === chosen?.application.id)
  const dialog = chosen && {
    application: chosen.application,
    current: current ?? chosen.application,
    onClose: () => setChosen(undefined),
  }
  return (
    <section aria-labelledby="applications" className="grid gap-4">
      <h2 id="applications" ref={focus.heading} tabIndex={-1} className="sr-only">
        {tabLabel(tab)} applications
      </h2>
      <ListStates
        query={list}
        loading="Loading applications..."
        failed="Error loading applications"
        empty={
          <EmptyState icon={Inbox} title="No staff applications found">
            New ones appear here by themselves.
          </EmptyState>
        }
      >
        {(applications) => (
          <ul className="grid gap-3">
            {applications.map((application) => (
              <li key={application.id}>
                <ApplicationCard
                  application={application}
                  onAction={(action, button) => {
                    focus.opener.current = button
                    setChosen({ action, application })
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {dialog && chosen.action === 'view' && <DetailsDialog {...dialog} />}
      {dialog && chosen.action === 'update' && <UpdateDialog {...dialog} />}
      {dialog && chosen.action === 'delete' && (
        <DeleteDialog {...dialog} onConfirm={() => deletion.mutate(chosen.application.id)} />
      )}
    </section>
  )
}
