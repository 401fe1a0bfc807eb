import { hash, type Options, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import type { Context } from '../../../context.ts'
import { limitKey } from '../../../platform/http/limit-key.ts'
import { isBcrypt, noPassword } from './foreign-hash.ts'

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
// 2 is Algorithm.Argon2id, an ambient enum that only types know.
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type Hashing = Pick<Context, 'hashLimiter' | 'passwordCost'>

// Accented letters have two encodings; both are the same password.
export const normalizePassword = (password: string) => password.normalize('NFC')

/** `network`: owner of the slot in the concurrency limiter, which allows few per network. */
export const hashPassword = ({ hashLimiter, passwordCost }: Hashing, password: string, network?: string) =>
  hashLimiter.run(() => hash(normalizePassword(password), { ...cost, ...passwordCost }), network)

// Hash that unknown names are checked against, so that they take as long as a wrong password; one per cost.
const nobody = new Map<Hashing['passwordCost'], Promise<string>>()

const ownForm = ({ passwordCost }: Pick<Context, 'passwordCost'>) => {
  const { memoryCost, timeCost, parallelism } = { ...cost, ...passwordCost }
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
}

let isUnreadableLogged = false

/** Whether a password is that of a hash. A hash of another program that cannot be checked is nobody's. */
async function matchesHash(
  context: Hashing & Partial<Pick<Context, 'log'>>,
  against: string,
  typed: string,
): Promise<boolean> {
  try {
    return await (isBcrypt(against) ? verifyBcrypt(typed, against) : verify(against, typed))
  } catch (error) {
    if (against.startsWith(ownForm(context))) throw error
    if (!isUnreadableLogged)
      context.log?.warn({ err: error }, 'a password hash of another program cannot be checked')
    isUnreadableLogged = true
    return false
  }
}

/** False for an unknown account (undefined), after the same work. */
export async function checkPassword(
  context: Hashing & Partial<Pick<Context, 'log'>>,
  passwordHash: string | undefined,
  password: string,
  network?: string,
): Promise<boolean> {
  const { hashLimiter, passwordCost } = context
  const hashOfNobody =
    nobody.get(passwordCost) ?? hash('nobody has this password', { ...cost, ...passwordCost })
  nobody.set(passwordCost, hashOfNobody)
  const isSomebodys = passwordHash !== undefined && passwordHash !== noPassword
  const against = isSomebodys ? passwordHash : await hashOfNobody
  const typed = normalizePassword(password)
  const matches = await hashLimiter.run(() => matchesHash(context, against, typed), network)
  return matches && isSomebodys
}

/** Hashes a password that was checked as this site does, where its hash is of another program; undefined where it is not. */
export const rehashForeign = async (
  hashing: Hashing,
  passwordHash: string,
  password: string,
  network?: string,
): Promise<string | undefined> =>
  passwordHash.startsWith(ownForm(hashing)) ? undefined : hashPassword(hashing, password, network)

type Counting = Pick<Context, 'limits'>

/**
 * Counts a sign-in attempt before checking the password, so that parallel attempts count too. Networks that the account
 * never signed in from share a second limit, so an attack from many addresses does not lock out the owner.
 * @throws 429
 */
export async function countSignInAttempt(
  { limits }: Counting,
  username: string,
  network: string,
  isKnown: boolean,
): Promise<void> {
  await limits.takeAttempt('password', limitKey({ typed: username }, { network }))
  if (!isKnown) await limits.takeAttempt('strangerPassword', limitKey({ typed: username }))
}

/** Resets the attempts of a name and network after the right password. */
export const resetSignInAttempts = ({ limits }: Counting, username: string, network: string): Promise<void> =>
  limits.resetAttempts('password', limitKey({ typed: username }, { network }))

/**
 * Counts a password attempt of a session, per network and over all networks. It is separate from sign-in, so that only
 * sessions of the account can exhaust it.
 * @throws 429
 */
export async function countSessionAttempt(
  { limits }: Counting,
  member: number,
  network: string,
): Promise<void> {
  await limits.takeAttempt('password', limitKey({ member }, { network }))
  await limits.takeAttempt('sessionPassword', limitKey({ member }))
}

/** Resets the attempts of a member after the right password and, if required, the right code. */
export async function resetSessionAttempts(
  { limits }: Counting,
  member: number,
  network: string,
): Promise<void> {
  await limits.resetAttempts('password', limitKey({ member }, { network }))
  await limits.resetAttempts('sessionPassword', limitKey({ member }))
  await limits.resetAttempts('sessionCode', limitKey({ member }))
}
