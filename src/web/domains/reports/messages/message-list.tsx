import { useInfiniteQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useAddressChoice } from '../../../platform/address-choice.ts'
import { api } from '../../../platform/api.ts'
import { useStaffFeed } from '../../../platform/use-desk-news.ts'
import { ChoiceBar } from '../../../ui/choice-bar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListStates } from '../../../ui/list-states.tsx'
import { MessageCard } from './message-card.tsx'
import { messagesKey, messagesQuery, type Show, shows } from './messages-query.ts'

const options = [
  ['unread', 'Unread'],
  ['all', 'All'],
  ['flagged', 'Spam'],
] as const

const nothing: Record<Show, string> = {
  unread: 'Every message has been read',
  all: 'Nobody has written yet',
  flagged: 'No spam',
}

export function MessageList() {
  const [show, setShow] = useAddressChoice('show', shows)
  const query = useInfiniteQuery(messagesQuery(api, show))
  useStaffFeed('contact', messagesKey)
  return (
    <div className="grid gap-4">
      <ChoiceBar label="Which messages" options={options} value={show} onChange={setShow} />
      <ListStates
        key={show}
        query={query}
        loading="Loading messages..."
        failed="Error loading messages"
        skeleton="h-44"
        empty={
          <EmptyState icon={Mail} title={nothing[show]}>
            {show === 'flagged' ? undefined : 'New ones appear here by themselves.'}
          </EmptyState>
        }
      >
        {(messages) => messages.map((message) => <MessageCard key={message.id} message={message} />)}
      </ListStates>
    </div>
  )
}
