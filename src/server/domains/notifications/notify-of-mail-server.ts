import { randomUUID } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import { hasPower, keysOfRanks } from '../../../contract/accounts/ranks.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { DomainEvents } from '../../platform/live/domain-events.ts'
import { queueFanout } from './queries/notify.ts'

/** Tells the other Owners: whoever has the mail server reads the links by which accounts are recovered. */
export function notifyOfMailServer(
  transaction: Executor,
  { byId }: DomainEvents['mailServerChanged'],
): Promise<void> {
  return queueFanout(transaction, {
    kind: 'alarm',
    eventKey: `mail-server:${randomUUID()}`,
    audience: { ranks: keysOfRanks((rank) => hasPower(rank, 'owner')), except: byId },
    title: msg`The mail settings were changed`,
    text: msg`Another Owner changed the mail server or the sign-in there. Its history and the audit log say who and when.`,
    link: '/admin/settings/mail',
  })
}
