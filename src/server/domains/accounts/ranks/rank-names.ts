import { msg } from '@lingui/core/macro'
import type { Power } from '../../../../contract/accounts/ranks.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import type { Config } from '../../../config.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { conflict, invalid } from '../../../platform/http/errors.ts'
import { isNameOfSomebody, skeletonOf, speaksForTheSite } from '../users/reserved-names.ts'

const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

/** What a name looks like, its digits read as letters. */
const lookOf = (name: string) =>
  skeletonOf(name.replace(/[013-578]/g, (digit) => ownValue(letters, digit) ?? digit))

interface Named {
  readonly key: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly power: Power
}

const namesOf = ({ key, name, aliases }: Named) => [key, name, ...aliases]

/**
 * @param ranks all others
 * @throws {AppError} 409 for a name that another rank has or had, 400 for one that would be taken for staff or a member
 */
export async function requireFreeRankName(
  transaction: Executor,
  name: string,
  {
    field,
    power,
    ranks,
    merged,
  }: { field: string; power: Power; ranks: readonly Named[]; merged: readonly string[] },
  site: Pick<Config, 'siteName' | 'siteShortName'>,
): Promise<void> {
  const small = name.toLowerCase()
  if ([...ranks.flatMap(namesOf), ...merged].some((taken) => taken.toLowerCase() === small))
    throw conflict(msg`There is or was a rank with the name ${name}`)
  const look = lookOf(name)
  const isMember = power === 'member'
  const alike = ranks.find(
    (rank) => (rank.power === 'member') !== isMember && namesOf(rank).some((other) => lookOf(other) === look),
  )
  if (alike !== undefined)
    throw invalid({ [field]: `${name} would be taken for ${alike.name}, which may do something else` })
  if (isMember && (speaksForTheSite(name, site) || speaksForTheSite(look, site)))
    throw invalid({ [field]: msg`${name} would be taken for a rank of staff` })
  if (await isNameOfSomebody(transaction, name))
    throw invalid({ [field]: msg`Somebody has a name like this` })
}
