import { msg } from '@lingui/core/macro'
import { isStaffRank } from '../../../../contract/accounts/ranks.ts'
import type { secondFactorEndpoints } from '../../../../contract/accounts/second-factor-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict, invalid, unauthorized } from '../../../platform/http/errors.ts'
import { withPassword } from '../users/with-password.ts'
import { consumeCode } from './pass.ts'
import {
  deleteFactor,
  findSecret,
  findState,
  lockSetup,
  recordOwnAudit,
  replaceRecoveryCodes,
  storeFactor,
  storeSetup,
} from './queries.ts'
import { hashOfCode, newRecoveryCodes, plainCode } from './recovery-codes.ts'
import { enrolmentOf, newSecret, stepOf } from './totp.ts'

const wrongCode = () => invalid({ code: msg`That code is wrong. Try the next one.` })
const noFactor = () => conflict(msg`You have no second factor`)

export function secondFactorHandlers(context: Context): Handlers<typeof secondFactorEndpoints> {
  const { config, database, sessions } = context

  async function storeNewCodes(transaction: Executor, userId: number) {
    const recoveryCodes = newRecoveryCodes()
    await replaceRecoveryCodes(transaction, userId, recoveryCodes.map(hashOfCode))
    return { recoveryCodes }
  }

  return {
    async state({ member }) {
      const state = await findState(database.sql, member.id)
      if (state === undefined) throw unauthorized()
      return {
        since: state.since?.toISOString() ?? null,
        recoveryCodesLeft: state.codesLeft,
        isRequired: config.requireStaffSecondFactor && isStaffRank(state.rank),
      }
    },

    begin: (request) =>
      withPassword(context, request, request.body, async (transaction, username) => {
        const { id } = request.member
        if ((await findSecret(transaction, id)) !== undefined)
          throw conflict(msg`You already have a second factor. Remove it first.`)
        const secret = newSecret()
        const expiresAt = await storeSetup(transaction, id, secret)
        const enrolment = enrolmentOf(secret, { issuer: config.siteName, label: username })
        return { ...enrolment, expiresAt: expiresAt.toISOString() }
      }),

    confirm: ({ member, body, sessionToken }) =>
      database.sql.transaction().execute(async (transaction) => {
        const secret = await lockSetup(transaction, member.id)
        if (secret === undefined) throw conflict(msg`This setup has expired. Please start again.`)
        const step = stepOf(secret, plainCode(body.code))
        if (step === undefined) throw wrongCode()
        await storeFactor(transaction, member.id, step)
        // Other sessions were signed in with the password alone, and have to sign in again.
        await sessions.endOthers(transaction, member.id, sessionToken)
        await recordOwnAudit(transaction, member.id, 'factor.set-up')
        return storeNewCodes(transaction, member.id)
      }),

    renewCodes: (request) =>
      withPassword(context, request, request.body, async (transaction) => {
        const { id } = request.member
        const secret = await findSecret(transaction, id)
        if (secret === undefined) throw noFactor()
        // A recovery code is not enough: a found one must not create ten others.
        if ((await consumeCode(transaction, id, secret, request.body.code)) !== 'authenticator')
          throw wrongCode()
        await recordOwnAudit(transaction, id, 'factor.codes')
        return storeNewCodes(transaction, id)
      }),

    remove: (request) =>
      withPassword(context, request, request.body, async (transaction) => {
        const { id } = request.member
        const secret = await findSecret(transaction, id)
        if (secret === undefined) throw noFactor()
        if ((await consumeCode(transaction, id, secret, request.body.code)) === undefined) throw wrongCode()
        await deleteFactor(transaction, id)
        await recordOwnAudit(transaction, id, 'factor.remove')
        return undefined
      }),
  }
}
