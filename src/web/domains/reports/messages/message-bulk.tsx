import { useLingui } from '@lingui/react/macro'
import { BulkBar } from '../../../ui/admin-list/bulk-bar.tsx'
import type { Mark, MessageBulk } from './use-message-bulk.ts'

const actions: readonly (readonly [label: string, mark: Mark])[] = [
  ['Mark as read', { read: true }],
  ['Mark as unread', { read: false }],
  ['Spam', { flagged: true }],
  ['Not spam', { flagged: false }],
]

const markWords = (mark: Mark) =>
  'read' in mark ? (mark.read ? 'read' : 'unread') : mark.flagged ? 'spam' : 'not spam'

/** Marks the selected messages alike; then takes it back for some seconds. */
export const MessageBulkBar = ({ bulk }: { bulk: MessageBulk }) => {
  const { t } = useLingui()
  return (
    <BulkBar
      bulk={bulk}
      noun={t`message`}
      actions={actions}
      doneWords={(mark) => `marked as ${markWords(mark)}`}
    />
  )
}
