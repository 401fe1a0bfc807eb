import { hash, type Options, verify } from '@node-rs/argon2'
import type { Context } from '../../../context.ts'
import { limitKey } from '../../../platform/limit-key.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
// 2 is Algorithm.Argon2id, an ambient enum that only types know.
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type Hashing = Pick<Context, 'hashGate'>

// One accented letter can be written in two ways; both are the same password.
export const normalizePassword = (password: string) => password.normalize('NFC')

/** `network`: who waits for it; one network holds only a few places. */
export const hashPassword = ({ hashGate }: Hashing, password: string, network?: string) =>
  hashGate.run(() => hash(normalizePassword(password), cost), network)

// What an unknown name is checked against, so that it takes as long as a known one with a wrong password.
let nobody: Promise<string> | undefined

/** False for an unknown account (undefined), after the same work. */
export async function checkPassword(
  { hashGate }: Hashing,
  passwordHash: string | undefined,
  password: string,
  network?: string,
): Promise<boolean> {
  nobody ??= hash('nobody has this password', cost)
  const against = passwordHash ?? (await nobody)
  const matches = await hashGate.run(() => verify(against, normalizePassword(password)), network)
  return matches && passwordHash !== undefined
}

type Counting = Pick<Context, 'limits'>

/**
 * Counts one try to sign in, before the password is looked at, so that parallel tries count too. Tries from networks
 * the account never signed in from share a second, wider allowance: an attack from many addresses slows only strangers
 * (docs/spec/rulings.md, Limits).
 * @throws 429
 */
export async function countSignInTry(
  { limits }: Counting,
  username: string,
  network: string,
  isKnown: boolean,
): Promise<void> {
  await limits.takeTry('password', limitKey({ typed: username }, { network }))
  if (!isKnown) await limits.takeTry('strangerPassword', limitKey({ typed: username }))
}

/** Clears the tries of a name and network, after the right password. */
export const resetSignInTries = ({ limits }: Counting, username: string, network: string): Promise<void> =>
  limits.resetTries('password', limitKey({ typed: username }, { network }))

/**
 * Counts one try of a signed-in member with their own password, per network and over all networks: a stolen session
 * could travel. Sign-in counts elsewhere, so nobody without a session can use these up.
 * @throws 429
 */
export async function countSessionTry({ limits }: Counting, member: number, network: string): Promise<void> {
  await limits.takeTry('password', limitKey({ member }, { network }))
  await limits.takeTry('sessionPassword', limitKey({ member }))
}

/** Clears the tries of a member, after the right password and, where one was asked for, the right code. */
export async function resetSessionTries(
  { limits }: Counting,
  member: number,
  network: string,
): Promise<void> {
  await limits.resetTries('password', limitKey({ member }, { network }))
  await limits.resetTries('sessionPassword', limitKey({ member }))
  await limits.resetTries('sessionCode', limitKey({ member }))
}
