import { msg, plural } from '@lingui/core/macro'
import type { Text } from '../../../../contract/languages.ts'
import { BulkBar } from '../../../ui/list/admin-list/bulk-bar.tsx'
import type { Mark, MessageBulk } from './use-message-bulk.ts'

const actions: readonly (readonly [label: Text, mark: Mark])[] = [
  [msg`Mark as read`, { read: true }],
  [msg`Mark as unread`, { read: false }],
  [msg`Spam`, { flagged: true }],
  [msg`Not spam`, { flagged: false }],
]

const doneText = (count: number, mark: Mark) => {
  if ('flagged' in mark)
    return mark.flagged
      ? msg`${plural(count, { one: '# message marked as spam.', other: '# messages marked as spam.' })}`
      : msg`${plural(count, { one: '# message marked as not spam.', other: '# messages marked as not spam.' })}`
  return mark.read
    ? msg`${plural(count, { one: '# message marked as read.', other: '# messages marked as read.' })}`
    : msg`${plural(count, { one: '# message marked as unread.', other: '# messages marked as unread.' })}`
}

/** Gives the selected messages the same mark; an undo is offered for some seconds. */
export const MessageBulkBar = ({ bulk }: { bulk: MessageBulk }) => (
  <BulkBar bulk={bulk} kind="message" actions={actions} doneText={doneText} />
)
