import { AddressContent, originWords } from '../../../../contract/content/settings-schemas.ts'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { invalid } from '../../../platform/http/errors.ts'
import { makeLinkToken } from '../../../platform/one-time-tokens.ts'
import { type ContentProblem, fieldProblem } from '../problem.ts'
import { configSetting } from './config-setting.ts'
import { insertAddressCheck } from './queries.ts'

/** @param config as the process started with it, before saved settings are applied */
export function addressSetting({ given, publicUrl }: Pick<Config, 'given' | 'publicUrl'>, saved: unknown) {
  const { value, state } = configSetting<AddressContent>(
    {
      scope: 'address',
      schema: AddressContent,
      variables: { publicUrl: 'PUBLIC_URL', saveUnchecked: 'PUBLIC_URL' },
      given: { publicUrl, saveUnchecked: false },
    },
    { given },
    saved,
  )
  // The schema takes some that are none, such as one with the port 99999.
  return { used: URL.canParse(value.publicUrl) ? new URL(value.publicUrl).origin : publicUrl, state }
}

/** Why an address cannot be saved that the schema accepts. */
export function addressProblem(value: unknown): ContentProblem | undefined {
  const address = AddressContent.safeParse(value).data?.publicUrl
  if (address === undefined || URL.canParse(address)) return undefined
  return { file: 'address', line: undefined, ...fieldProblem('publicUrl', originWords), field: 'publicUrl' }
}

/** The path at which this site, and no other, knows the answer to a question. */
export const addressCheckPath = (question: string) => `/health/address/${question}`

/** @throws {AppError} 400 where the address does not reach this site, unless the value says that it may */
export async function requireOwnAddress(
  { database, gateways }: Pick<Context, 'database' | 'gateways'>,
  value: unknown,
): Promise<void> {
  const { data } = AddressContent.safeParse(value)
  // What is wrong with a value is said by its schema.
  if (data === undefined || data.saveUnchecked || addressProblem(value) !== undefined) return
  const [question, answer] = [makeLinkToken(), makeLinkToken()]
  await insertAddressCheck(database.sql, { question, answer })
  const problem = await gateways.ownAddress(new URL(addressCheckPath(question), data.publicUrl), answer)
  if (problem !== undefined) throw invalid({ publicUrl: problem })
}
