import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { password, type TestApp, type TestBrowser } from '../../../../testing/test-app.ts'

/** Returns the authenticator's code for a secret, now or `steps` half-minute steps later. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Returns a code that is not valid now. */
export function wrongCodeOf(secret: string): string {
  const present = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !present.includes(code))!
}

export interface Enrolled {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Sets up a second factor, which consumes the code of the current step. */
export async function enrol(browser: TestBrowser): Promise<Enrolled> {
  const begun = await browser.post('/api/second-factor/setup', { password })
  expect(begun.status, begun.text).toBe(200)
  const confirmed = await browser.post('/api/second-factor', { code: codeOf(begun.json.secret) })
  expect(confirmed.status, confirmed.text).toBe(200)
  return { secret: begun.json.secret, recoveryCodes: confirmed.json.recoveryCodes }
}

/** Resets the last used step, so that tests need not wait half a minute. */
export const clearLastStep = ({ database }: TestApp, { user }: { user: { id: number } }) =>
  sql`UPDATE second_factors SET last_step = 0 WHERE user_id = ${user.id}`.execute(database.sql)
