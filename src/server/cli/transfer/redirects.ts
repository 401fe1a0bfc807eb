import {
  countRedirects,
  findTarget,
  insertRedirect,
  type RedirectTarget,
} from '../../domains/content/redirects/queries.ts'
import {
  findRedirect,
  isOwnPath,
  maxRedirects,
  redirectKey,
} from '../../domains/content/redirects/redirects.ts'
import type { TransferRecord } from './format.ts'
import type { ImportScope, Outcome } from './records.ts'
import { RefusedRecord } from './transfer-error.ts'

type RedirectRecord = TransferRecord<'redirect'>

/** Without an id the old address is one. */
export const redirectId = ({ id, from }: RedirectRecord) => id ?? from

async function targetOf(
  { find, transaction }: ImportScope,
  record: RedirectRecord,
  key: string,
): Promise<RedirectTarget> {
  const { to, toMember, toNews, toPage } = record
  if ([to, toMember, toNews, toPage].filter((one) => one != null).length !== 1)
    throw new RefusedRecord('needs exactly one of to, toMember, toNews and toPage')
  if (toMember != null) {
    const member = await find('member', toMember)
    if (member?.userId == null) throw new RefusedRecord(`toMember: ${toMember} was not brought along`)
    return { userId: member.userId }
  }
  if (to == null) {
    const found = await (toNews == null ? find('page', toPage!) : find('news', toNews))
    if (found?.path == null)
      throw new RefusedRecord(`${toNews == null ? 'toPage' : 'toNews'}: it was not brought along`)
    return { target: found.path }
  }
  if (!isOwnPath(to)) throw new RefusedRecord('to: it must be a path of this site, like /rules')
  const path = redirectKey(to.split(/[?#]/, 1)[0] ?? '')
  const further = path === undefined ? undefined : await findTarget(transaction, [path])
  const target = further ?? to
  if (path === key || redirectKey(target) === key) throw new RefusedRecord('to: it would lead to itself')
  return { target }
}

export async function bringRedirect(scope: ImportScope, record: RedirectRecord): Promise<Outcome> {
  const key = redirectKey(record.from)
  if (key === undefined)
    throw new RefusedRecord('from: it must be a path without a query, like /forum/topic/12')
  if ((await countRedirects(scope.transaction)) >= maxRedirects)
    throw new RefusedRecord(`there are ${maxRedirects} redirects already, which is the most there may be`)
  const target = await targetOf(scope, record, key)
  // The page has the same address here.
  if ('target' in target && redirectKey(target.target) === key) return { notes: [] }
  if (!(await insertRedirect(scope.transaction, key, target)))
    throw new RefusedRecord('from: this address leads somewhere already')
  if ((await findRedirect(scope.transaction, key)) === undefined)
    throw new RefusedRecord('to: redirects from there lead back, or are too many')
  return { notes: [] }
}
