import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useLocation } from 'react-router'
import type { Message } from '../../../../contract/languages.ts'
import type { ContactMessage } from '../../../../contract/reports/contact-admin-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useStaffFeed } from '../../../platform/live/use-staff-feed.ts'
import { useAddressChoice } from '../../../platform/navigation/address-choice.ts'
import { filtersIn, isNarrowed } from '../../../platform/navigation/address-filters.ts'
import { useOpenRow } from '../../../platform/navigation/use-open-row.ts'
import { useOpenedRow } from '../../../platform/navigation/use-opened-row.ts'
import { ChoiceBar } from '../../../ui/form/choice-bar.tsx'
import { AdminDetail } from '../../../ui/list/admin-list/admin-detail.tsx'
import { AdminList } from '../../../ui/list/admin-list/admin-list.tsx'
import { FilterBar } from '../../../ui/list/admin-list/filter-bar.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { MessageBulkBar } from './message-bulk.tsx'
import { MessageDetail, MessageRow } from './message-detail.tsx'
import {
  messageFilters,
  messageQuery,
  messagesKey,
  messagesQuery,
  type Show,
  shows,
} from './messages-query.ts'
import { useMessageBulk } from './use-message-bulk.ts'

const options = [
  ['unread', msg`Unread`],
  ['all', msg`All`],
  ['flagged', msg`Spam`],
] as const

const isRead = ({ readAt }: ContactMessage) => readAt !== null

const none: readonly ContactMessage[] = []

const nothing: Record<Show, Message> = {
  unread: msg`Every message has been read`,
  all: msg`Nobody has written yet`,
  flagged: msg`No spam`,
}

/** Messages from the contact form, the newest first. */
export function MessageList() {
  const { t } = useLingui()
  const [show, setShow] = useAddressChoice('show', shows)
  const { search } = useLocation()
  const query = useInfiniteQuery({ ...messagesQuery(api, search), placeholderData: keepPreviousData })
  const opened = useOpenRow()
  useStaffFeed('contact', messagesKey)
  const {
    rows,
    row: message,
    ...link
  } = useOpenedRow(query, {
    key: opened.key,
    alone: (key) => messageQuery(api, key),
    isDone: (seen, now = seen) => isRead(now) !== isRead(seen) || now.flagged !== seen.flagged,
  })
  const bulk = useMessageBulk(rows ?? none)
  return (
    <AdminList
      kind="message"
      view={show}
      query={query}
      rows={rows}
      filters={
        <>
          <ChoiceBar label={t`Which messages`} options={options} value={show} onChange={setShow} />
          <FilterBar fields={messageFilters} />
        </>
      }
      keys={[
        {
          key: 'x',
          does: t`select the message`,
          short: t`x selects`,
          act: (key) => key !== undefined && bulk.toggle(Number(key)),
        },
      ]}
      opened={opened}
      link={link}
      after={<MessageBulkBar bulk={bulk} />}
      detail={
        message && (
          <AdminDetail title={<bdi>{message.subject}</bdi>} onClose={opened.close}>
            <MessageDetail key={message.id} message={message} />
          </AdminDetail>
        )
      }
      loading={t`Loading messages...`}
      failed={t`Error loading messages`}
      skeleton="h-24"
      empty={
        isNarrowed(filtersIn(search, messageFilters)) ? (
          <EmptyState icon={Mail} title={t`No message fits these filters`} />
        ) : (
          <EmptyState icon={Mail} title={t(nothing[show])}>
            {show === 'flagged' ? undefined : t`New ones appear here by themselves.`}
          </EmptyState>
        )
      }
    >
      {(messages) =>
        messages.map((one) => (
          <MessageRow
            key={one.id}
            message={one}
            isOpen={one.id === message?.id}
            onOpen={() => opened.open(String(one.id))}
            selection={{ isSelected: bulk.isSelected(one.id), toggle: () => bulk.toggle(one.id) }}
          />
        ))
      }
    </AdminList>
  )
}
