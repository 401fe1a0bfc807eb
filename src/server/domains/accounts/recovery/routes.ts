import { msg } from '@lingui/core/macro'
import { recoveryCodeLength } from '../../../../contract/accounts/accounts.ts'
import { isStaffRank } from '../../../../contract/accounts/ranks.ts'
import type { recoveryEndpoints } from '../../../../contract/accounts/recovery-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict, invalid } from '../../../platform/http/errors.ts'
import { limitKey } from '../../../platform/http/limit-key.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { hashOneTimeToken } from '../../../platform/one-time-tokens.ts'
import { recordHand } from '../hands/queries/hands.ts'
import type { LinkCodes } from '../link-codes.ts'
import { makePassword } from '../users/new-password.ts'
import { resetSignInAttempts } from '../users/passwords.ts'
import { replacePassword } from '../users/replace-password.ts'
import { type CodeOwner, findCodeOwner } from './codes.ts'
import { issueRecoveryCode } from './issue.ts'
import { recoveryMailRequest } from './mail-templates.ts'
import { passwordRecoveredMail } from './mails.ts'
import {
  confirmMember,
  findAccount,
  findToken,
  lockAccounts,
  markRecovered,
  markRecoveredOnceStaff,
  type RecoveredAccount,
} from './queries.ts'

const badLink = () => invalid({ token: msg`This link is no longer valid. Ask for a new email.` })

// One message for all cases, so that it does not reveal which usernames exist.
const badCode = () =>
  invalid({ code: msg`The username and code do not match, or the code is no longer valid.` })

export function recoveryHandlers(
  context: Context,
  linkCodes: Pick<LinkCodes, 'findOwner' | 'take'>,
): Handlers<typeof recoveryEndpoints> {
  const { config, database, languages, limits, sessions } = context

  /** Finds the owner without consuming the code, so that only valid codes cost a hash. */
  const ownerOfCode = async (executor: Executor, code: string) =>
    code.length === recoveryCodeLength
      ? (await findCodeOwner(sessions, executor, code))?.userId
      : linkCodes.findOwner(executor, code)

  /** A code of staff lets them act as the member, who proves later who it was. The command line is nobody's hand. */
  const recordUse = async (transaction: Executor, { userId, issuerId }: CodeOwner) => {
    if (issuerId === null) return confirmMember(transaction, userId, 'team')
    await recordHand(context, transaction, { byId: issuerId, memberId: userId, kind: 'recovery' })
    await markRecovered(transaction, userId)
  }

  /** An in-game code must not open staff accounts: these need a code of staff, a mail or the command line. */
  const mayUse = (code: string, { rank }: Pick<RecoveredAccount, 'rank'>) =>
    code.length === recoveryCodeLength || !isStaffRank(rank)

  /** Checks the proof again under the account's lock, so that only one of two concurrent requests succeeds. */
  const setPassword = async (
    account: Pick<RecoveredAccount, 'id' | 'username' | 'rank'>,
    newPassword: string,
    { network, reading }: { readonly network: string; readonly reading: string | undefined },
    /** Also stores what follows from the proof. */
    prove: (transaction: Executor) => Promise<boolean>,
    refusal: () => Error,
  ) => {
    const password = await makePassword(context, newPassword, {
      rank: account.rank,
      field: 'newPassword',
      network: config.rateLimits ? network : undefined,
    })
    await database.sql.transaction().execute(async (transaction) => {
      if (!(await prove(transaction))) throw refusal()
      await replacePassword(context, transaction, account.id, password)
      const { email, language } = (await findAccount(transaction, { id: account.id })) ?? {}
      if (!email || config.smtpUrl === undefined) return
      const data = passwordRecoveredMail(
        config,
        email,
        account.username,
        languages.sayToReader({ account: language, reading }),
      )
      await enqueue(transaction, { channel: 'mail', type: 'mail', data })
    })
    await resetSignInAttempts(context, account.username, network)
    return { message: languages.sayIn(reading)(msg`Your password is set. You can sign in with it now.`) }
  }

  return {
    async request({ body, language }) {
      if (config.smtpUrl === undefined) throw conflict(msg`This site cannot send email. Use a code instead.`)
      const { name } = body
      await limits.take('recoveryMails', limitKey({ typed: name }))
      // Accounts are looked up when the mail is composed, so the response does not reveal whether the name exists.
      await enqueue(database.sql, { channel: 'mail', type: recoveryMailRequest, data: { name, language } })
      return {
        message: languages.sayIn(language)(
          msg`If an account with this name has a confirmed email address, we sent it an email.`,
        ),
      }
    },

    async finish({ body: { token, newPassword }, address, language: reading }) {
      const hash = hashOneTimeToken(token)
      const link = await findToken(database.sql, 'mail', hash)
      const account = link && (await findAccount(database.sql, { id: link.userId }))
      if (account === undefined) throw badLink()
      const prove = async (transaction: Executor) => {
        await lockAccounts(transaction, [account.id])
        if ((await findToken(transaction, 'mail', hash))?.userId !== account.id) return false
        await confirmMember(transaction, account.id, 'mail')
        return true
      }
      return setPassword(account, newPassword, { network: networkOf(address), reading }, prove, badLink)
    },

    async byCode({ body: { username, code, newPassword }, address, language: reading }) {
      const network = networkOf(address)
      await limits.take('recoveryCodes', limitKey({ typed: username }, { network }))
      const account = await findAccount(database.sql, { username })
      const owner = await ownerOfCode(database.sql, code)
      if (account === undefined || account.id !== owner || !mayUse(code, account)) throw badCode()
      const prove = async (transaction: Executor) => {
        if (code.length !== recoveryCodeLength && !(await linkCodes.take(transaction, code, account.id)))
          return false
        // Reads the rank under the lock, in case the member just became staff.
        const [held] = await lockAccounts(transaction, [account.id])
        if (held === undefined || !mayUse(code, held)) return false
        if (code.length !== recoveryCodeLength) {
          await markRecoveredOnceStaff(transaction, account.id)
          return true
        }
        const found = await findCodeOwner(sessions, transaction, code)
        if (found?.userId !== account.id) return false
        await recordUse(transaction, found)
        return true
      }
      return setPassword(account, newPassword, { network, reading }, prove, badCode)
    },

    issueCode: (request) => issueRecoveryCode(context, request, request.params.id),
  }
}
