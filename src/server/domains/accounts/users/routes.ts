import { msg } from '@lingui/core/macro'
import type { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { absoluteAvatar } from '../../../platform/http/avatar-path.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import {
  AppError,
  accountGone,
  conflict,
  invalid,
  notFound,
  unauthorized,
} from '../../../platform/http/errors.ts'
import { limitKey } from '../../../platform/http/limit-key.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { utcMinute } from '../../../platform/languages/say.ts'
import { type StoredImage, storePostedImage } from '../../../platform/media/image.ts'
import { requestConfirmationMail } from '../email/mail-templates.ts'
import { removeEmailAddress } from '../email/remove-address.ts'
import type { LinkCodes } from '../link-codes.ts'
import { invalidateRecoveryMail } from '../recovery/queries.ts'
import { requireUnrestricted } from '../restrictions/queries.ts'
import { passSecondFactor } from '../second-factor/pass.ts'
import { avatarForm, fetchAvatar } from './avatar/fetch.ts'
import { storeAvatar } from './avatar/queries.ts'
import { isShortPassword, makePassword } from './new-password.ts'
import { rehashForeign, resetSignInAttempts } from './passwords.ts'
import {
  findOwnUser,
  findPublicUser,
  insertMember,
  lockProfile,
  recordLogin,
  replaceClearedName,
  setCredentials,
  storeLanguage,
  storePassword,
  updateProfile,
} from './queries.ts'
import { replacePassword } from './replace-password.ts'
import { nameTaken, requireFreeName } from './reserved-names.ts'
import { type CheckedSignIn, checkSignIn, wrongCredentials } from './sign-in.ts'
import { withPasswordSteps } from './with-password.ts'

/** Errors by constraint name. */
export const userConstraints = {
  avatars_user_id_fkey: accountGone,
  idempotency_keys_user_id_fkey: accountGone,
  sessions_user_id_fkey: accountGone,
  users_username_key: nameTaken,
}

const deletionPending = (deletesAt: Date) => {
  const end = utcMinute(deletesAt)
  return new AppError('deletion_pending', msg`Your account will be deleted on ${end}. Restore it?`, {
    current: { deletesAt: deletesAt.toISOString() },
  })
}

const wrongPassword = () => invalid({ currentPassword: msg`Your current password is wrong` })

/** Profile fields that others see. Clearing them is always allowed. */
const visibleFields = [
  ['bio', 'change your bio'],
  ['discordTag', 'change your Discord tag'],
] as const

const changePicture = 'change your picture'

export function userHandlers(
  context: Context,
  linkCodes: Pick<LinkCodes, 'claimPlayer'>,
): Handlers<typeof userEndpoints> {
  const { database, sessions } = context

  const own = async (id: number): Promise<OwnUser> => {
    const user = await findOwnUser(database.sql, id, context.config)
    // The account may be deleted between the session check and this query.
    if (user === undefined) throw unauthorized()
    return user
  }

  // Without rate limits, as in a benchmark, an owner may use all slots.
  const waiting = (owner: string) => (context.config.rateLimits ? owner : undefined)

  /** Restricted members may only remove their avatar. */
  const putPicture = async (transaction: Executor, id: number, image: StoredImage | null) => {
    if (image !== null) await requireUnrestricted(transaction, id, changePicture)
    await storeAvatar(transaction, id, image)
  }

  /** Fetches the picture of a new URL; null for none, undefined when nothing changes. @throws 400 */
  const newAvatar = async (id: number, url: string | null | undefined) => {
    if (url === undefined || url === null) return url
    // The current avatar, or an earlier one that a form in another tab still contains.
    if (url.startsWith(absoluteAvatar(context.config, `/avatars/${id}/`))) return undefined
    await requireUnrestricted(database.sql, id, changePicture)
    await context.limits.take('avatars', limitKey({ member: id }))
    try {
      return await fetchAvatar(context, url, { owner: waiting(`#${id}`) })
    } catch (error) {
      // An overload says nothing about the URL; other errors hide why the other server failed.
      if (error instanceof AppError) throw error
      throw invalid({ avatarUrl: msg`Invalid URL` })
    }
  }

  return {
    current: ({ member }) => own(member.id),

    async login({ body, address, userAgent, sessionToken, reply }) {
      const network = networkOf(address)
      const begin = async ({ credentials, deletesAt }: CheckedSignIn) => {
        const { id, passwordHash } = credentials
        const isShort = isShortPassword(body.password)
        const rehashed =
          deletesAt === null
            ? await rehashForeign(context, passwordHash, body.password, waiting(network))
            : undefined
        const token = await database.sql.transaction().execute(async (transaction) => {
          if (deletesAt !== null) {
            await passSecondFactor(transaction, id, body.code)
            // Rolls back, so that the code can be used to restore the account.
            throw deletionPending(deletesAt)
          }
          // Hashing takes time; the password may have changed in the meantime.
          if (!(await recordLogin(transaction, credentials, network, isShort))) return undefined
          if (rehashed !== undefined)
            await storePassword(transaction, id, { passwordHash: rehashed, isShort })
          // Rolls back the recorded sign-in when the code is missing.
          await passSecondFactor(transaction, id, body.code)
          return sessions.begin(transaction, id, { address, userAgent })
        })
        if (token === undefined && rehashed === undefined) throw wrongCredentials()
        return { id, token }
      }
      let { id, token } = await begin(await checkSignIn(context, { body, address }))
      // Two sign-ins at once: the first one replaced a hash of another program.
      if (token === undefined)
        ({ id, token } = await begin(await checkSignIn(context, { body, address, isCounted: true })))
      if (token === undefined) throw wrongCredentials()
      await resetSignInAttempts(context, body.username, network)
      await sessions.end(sessionToken)
      reply.beginSession(token)
      context.log.info({ user: id, address }, 'signed in')
      return own(id)
    },

    async register({ body, address, userAgent, sessionToken, language, reply }) {
      const network = networkOf(address)
      // Codes could be guessed here as well as in the profile, so both share the limit.
      if (body.linkCode) await context.limits.take('linkCodes', limitKey({ network }))
      const password = await makePassword(context, body.password, {
        rank: 'Member',
        field: 'password',
        network: waiting(network),
      })
      const member = { username: body.username, email: body.email ?? null, password, language }
      const { id, token } = await database.sql.transaction().execute(async (transaction) => {
        await requireFreeName(transaction, context.config, body)
        const id = body.linkCode
          ? await setCredentials(transaction, await linkCodes.claimPlayer(transaction, body.linkCode), member)
          : await insertMember(transaction, member)
        await recordLogin(transaction, { id, passwordHash: password.passwordHash }, network, password.isShort)
        await requestConfirmationMail(context, transaction, { id, ...member })
        return { id, token: await sessions.begin(transaction, id, { address, userAgent }) }
      })
      await sessions.end(sessionToken)
      reply.beginSession(token)
      context.log.info({ user: id, address }, 'registered and signed in')
      return own(id)
    },

    async logout({ sessionToken, reply }) {
      await sessions.end(sessionToken)
      reply.endSession()
      return undefined
    },

    async update({ member, body, language }) {
      const image = await newAvatar(member.id, body.avatarUrl)
      await database.sql.transaction().execute(async (transaction) => {
        const before = await lockProfile(transaction, member.id)
        if (before === undefined) throw unauthorized()
        for (const [field, action] of visibleFields)
          if (body[field] && body[field] !== before[field])
            await requireUnrestricted(transaction, member.id, action)
        await updateProfile(transaction, member.id, body)
        if (image !== undefined) await putPicture(transaction, member.id, image)
        if (body.email !== undefined && body.email !== before.email) {
          await removeEmailAddress(context, transaction, member.id, language)
          await invalidateRecoveryMail(transaction, member.id)
        }
        await context.live.publishChange(transaction)
      })
      return own(member.id)
    },

    async chooseLanguage({ member, body: { language } }) {
      if (!context.languages.has(language))
        throw invalid({ language: msg`The site is not offered in this language` })
      await storeLanguage(database.sql, member.id, language)
      return undefined
    },

    async chooseName({ member, body: { username } }) {
      await database.sql.transaction().execute(async (transaction) => {
        const before = await findOwnUser(transaction, member.id, context.config)
        if (before?.username.toLowerCase() === username.toLowerCase())
          throw invalid({ username: msg`Choose a name other than the one that was cleared` })
        await requireFreeName(transaction, context.config, { id: member.id, username })
        if (!(await replaceClearedName(transaction, member.id, username)))
          throw conflict(msg`Your name was not cleared`)
        await context.live.publishChange(transaction)
      })
      return own(member.id)
    },

    async setAvatar({ member, body }) {
      const image = await storePostedImage(context, 'image', body.image, avatarForm)
      await database.sql.transaction().execute(async (transaction) => {
        if ((await lockProfile(transaction, member.id)) === undefined) throw unauthorized()
        await putPicture(transaction, member.id, image)
        await context.live.publishChange(transaction)
      })
      return own(member.id)
    },

    async changePassword(request) {
      const { member, body, address, language, reply } = request
      await withPasswordSteps(
        context,
        request,
        { password: body.currentPassword },
        {
          refuse: wrongPassword,
          prepare: ({ rank }) =>
            makePassword(context, body.newPassword, {
              rank,
              field: 'newPassword',
              network: waiting(networkOf(address)),
            }),
          work: (transaction, _username, password) =>
            replacePassword(context, transaction, member.id, password),
        },
      )
      reply.endSession()
      return { message: context.languages.sayIn(language)(msg`Your password has been updated successfully`) }
    },

    async show({ params }) {
      const user = await findPublicUser(database.sql, params.id)
      if (user === undefined) throw notFound(msg`Player not found`)
      return user
    },
  }
}
