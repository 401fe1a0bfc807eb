import { msg } from '@lingui/core/macro'
import type { Transport } from '../../../../contract/endpoint.ts'
import { contactAdminEndpoints } from '../../../../contract/reports/contact-admin-endpoints.ts'
import type { ContactMessage } from '../../../../contract/reports/contact-admin-schemas.ts'
import { minSearched } from '../../../../contract/text.ts'
import { adminKey, keysetQuery } from '../../../platform/keyset-query.ts'
import { choiceIn } from '../../../platform/navigation/address-choice.ts'
import {
  ageFilter,
  assigneeFilter,
  filtersIn,
  narrowing,
  searchFilter,
} from '../../../platform/navigation/address-filters.ts'
import { rowQuery } from '../../../platform/navigation/use-opened-row.ts'

export const shows = ['unread', 'all', 'flagged'] as const
export type Show = (typeof shows)[number]

export const messageFilters = {
  q: searchFilter(msg`A name, address or text: ${minSearched} characters or more`),
  assignee: { ...assigneeFilter, label: msg`Read or answered by` },
  days: ageFilter,
} as const

export const messagesKey = [...adminKey, 'messages'] as const

/** The messages that an address chooses. */
export function messagesQuery(call: Transport, search: string) {
  const show = choiceIn(search, 'show', shows)
  const filters = narrowing(messageFilters, filtersIn(search, messageFilters))
  return keysetQuery({
    queryKey: [...messagesKey, show, filters],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(contactAdminEndpoints.messages, { query: { before, limit, show, ...filters }, signal }),
  })
}

/** One message, read or not. */
export const messageQuery = (call: Transport, key: string) =>
  rowQuery<ContactMessage>(messagesKey, key, (id, signal) =>
    call(contactAdminEndpoints.message, { params: { id }, signal }),
  )
