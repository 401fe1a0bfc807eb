/** Highest cost of bcrypt: about a second of a processor for each attempt. */
const maxBcryptCost = 14

/** Most that an attempt on a hash of argon2 may take: 64 MiB, and the work of four passes over them. */
const maxArgon2 = { memoryKiB: 65_536, passes: 16, lanes: 8, work: 4 * 65_536 } as const

const bcryptForm = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const argon2Form =
  /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,4})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,172})$/

/** Stored for a member whose password could not be brought along. No password equals it. */
export const noPassword = '-'

/** Other programs and the verifier write base64 in one way, without its padding. */
const isBase64 = (text: string) => Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text

export const isBcrypt = (passwordHash: string) => bcryptForm.test(passwordHash)

/** Says why a password hash of another program cannot be checked here; undefined when it can. */
export function foreignHashProblem(passwordHash: string): string | undefined {
  const bcrypt = bcryptForm.exec(passwordHash)
  if (bcrypt !== null) {
    const cost = Number(bcrypt[1])
    return cost >= 4 && cost <= maxBcryptCost
      ? undefined
      : `bcrypt with cost ${cost}: only 4 to ${maxBcryptCost} are checked`
  }
  const argon2 = argon2Form.exec(passwordHash)
  if (argon2 === null) return 'neither bcrypt nor argon2'
  const [memory = 0, passes = 0, lanes = 0] = argon2.slice(1, 4).map(Number)
  if (memory > maxArgon2.memoryKiB)
    return `argon2 with ${memory} KiB of memory: at most ${maxArgon2.memoryKiB} are used`
  if (passes < 1 || passes > maxArgon2.passes || memory * passes > maxArgon2.work)
    return `argon2 with ${passes} passes over ${memory} KiB: that takes too long`
  if (lanes < 1 || lanes > maxArgon2.lanes || memory < 8 * lanes)
    return `argon2 with ${lanes} lanes and ${memory} KiB`
  if (!argon2.slice(4).every(isBase64)) return 'argon2 with a salt or an output that is no base64'
  return undefined
}
