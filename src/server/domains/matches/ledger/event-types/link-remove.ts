import { msg } from '@lingui/core/macro'
import { isShownStaffRank } from '../../../../../contract/accounts/ranks.ts'
import type { Message } from '../../../../../contract/languages.ts'
import { ingestData } from '../../../../../contract/matches/ingest-schemas.ts'
import { insertNotice } from '../../../notifications/queries/notices.ts'
import { type Batch, eventType } from '../event-type.ts'
import type { EventOf } from '../events.ts'
import { identityKey, identityOf } from '../identity.ts'
import { unlinkAccount } from '../linking.ts'
import { recordGameServerAudit } from '../queries/keys.ts'
import { findAccount, mayUnlink } from '../queries/link.ts'

export const linkRemoveEvents = eventType(ingestData['link.remove'], {
  name: 'link.remove',
  speaksOf:
    'only whom its key linked, or may unlink for others, and no staff whose rank is shown: see mayUnlink',
  movesIdentities: true,
  knownPlayers: (data) => [identityOf(data)],
  steps: { links: unlinkPlayers },
})

/**
 * A key unlinks players that it linked, except staff whose rank is shown: a refusal would name the others. The member is
 * notified.
 */
async function unlinkPlayers(
  { transaction, serverId, verdicts, identities }: Batch,
  events: readonly EventOf<'link.remove'>[],
): Promise<void> {
  for (const event of events) {
    const identity = identities.get(identityKey(identityOf(event.data)))
    const account = identity && (await findAccount(transaction, identity.userId))
    const reject = (reason: string, text: Message) =>
      verdicts.reject(event, reason, { to: identityOf(event.data), text })
    if (!account?.isLinked)
      reject('this player is not linked', msg`The website says: this player is not linked`)
    else if (isShownStaffRank(account.rank))
      reject('staff unlink on the website only', msg`The website says: staff unlink on the website only`)
    else if (!(await mayUnlink(transaction, serverId, account.id)))
      reject(
        'another game server linked this player, and this key may not unlink for it',
        msg`The website says: another game server linked this player, and this key may not unlink for it`,
      )
    else {
      const player = await unlinkAccount(transaction, account.id)
      await recordGameServerAudit(transaction, serverId, {
        action: 'member.unlink',
        subject: { type: 'member', id: account.id },
        before: null,
        after: { player },
      })
      const text = msg`Your player and their matches have their own page again. Type /link in game to link them again.`
      await insertNotice(transaction, { userId: account.id, kind: 'unlinked', text })
    }
  }
}
