import { hash, type Options, verify } from '@node-rs/argon2'
import { passwordLimits } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
// 2 is Algorithm.Argon2id, an ambient enum that only types know.
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type Hashing = Pick<Context, 'hashGate'>

// One accented letter can be written in two ways; both are the same password.
const normal = (password: string) => password.normalize('NFC')

/** `network`: who waits for it; one network holds only a few places. */
export const hashPassword = ({ hashGate }: Hashing, password: string, network?: string) =>
  hashGate.run(() => hash(normal(password), cost), network)

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
  const matches = await hashGate.run(() => verify(against, normal(password)), network)
  return matches && passwordHash !== undefined
}

/**
 * Counts one password try for an account, before the password is looked at, so that parallel tries count too. Tries
 * from networks the account never signed in from share a second, wider allowance: an attack from many addresses slows
 * only strangers (rulings, Limits). Holds with RATE_LIMITS=off; PASSWORD_LIMIT=off lifts it.
 * @throws 429
 */
export async function countPasswordTry(
  { config, limits }: Pick<Context, 'config' | 'limits'>,
  account: string,
  network: string,
  isKnown: boolean,
): Promise<void> {
  if (!config.passwordLimit) return
  await limits.takeShared(`password:${account}|${network}`, passwordLimits.perAddress)
  if (!isKnown) await limits.takeShared(`password:${account}`, passwordLimits.unknownAddresses)
}

/** The right password ends the count of its account and network. */
export async function forgetPasswordTries(
  { config, limits }: Pick<Context, 'config' | 'limits'>,
  account: string,
  network: string,
): Promise<void> {
  if (config.passwordLimit) await limits.forget(`password:${account}|${network}`)
}
