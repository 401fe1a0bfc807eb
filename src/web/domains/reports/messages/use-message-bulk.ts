import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { contactAdminEndpoints } from '../../../../contract/reports/contact-admin-endpoints.ts'
import type { ContactMessage } from '../../../../contract/reports/contact-admin-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useBulk } from '../../../platform/forms/use-bulk.ts'
import { adminKey } from '../../../platform/keyset-query.ts'

export type Mark = { readonly read: boolean } | { readonly flagged: boolean }

const opposite = (mark: Mark): Mark => ('read' in mark ? { read: !mark.read } : { flagged: !mark.flagged })

async function markAll(ids: readonly number[], mark: Mark) {
  const { changed } = await api(contactAdminEndpoints.markMessages, { body: { ids: [...ids], ...mark } })
  return { done: changed }
}

/** Selected messages, marking all of them, and taking the last mark back for some seconds. */
export function useMessageBulk(messages: readonly ContactMessage[]) {
  const { t } = useLingui()
  return useBulk({
    rows: messages,
    nameOf: (message) => message?.subject ?? t`A message`,
    change: (selected, mark: Mark) =>
      markAll(
        selected.map(({ id }) => id),
        mark,
      ),
    undo: (ids, mark) => markAll(ids, opposite(mark)),
    failed: msg`The messages could not be marked.`,
    queryKey: adminKey,
  })
}

export type MessageBulk = ReturnType<typeof useMessageBulk>
