import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { Message } from '../../../../contract/languages.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Hand } from '../../../platform/live/domain-events.ts'
import { insertNotice } from './notices.ts'

interface Names {
  readonly by: string
  /** Of the member, as it is now. */
  readonly rank: string
}

const texts: Readonly<Record<Hand['kind'], (names: Names) => Message>> = {
  rank: ({ by, rank }) => msg`${by} changed your rank to ${rank}.`,
  invitation: ({ by }) => msg`Your rank comes from an invitation of ${by}.`,
  recovery_code: ({ by }) =>
    msg`${by} made a recovery code for your account. If you did not ask for one, tell another staff member.`,
  recovery: ({ by }) =>
    msg`Your password was set with a recovery code of ${by}. If that was not you, tell another staff member.`,
}

/** Notifies a member about what somebody could act through them with, and names who it was. */
export async function notifyOfHand(transaction: Executor, { byId, memberId, kind }: Hand): Promise<void> {
  const { rows } = await sql<Names>`
    SELECT maker.shown_name AS by, member.rank FROM users AS maker, users AS member
    WHERE maker.id = ${byId} AND member.id = ${memberId}
  `.execute(transaction)
  for (const names of rows)
    await insertNotice(transaction, { userId: memberId, kind: 'account_changed', text: texts[kind](names) })
}
