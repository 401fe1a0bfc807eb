import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { AnswerName } from '../../../../contract/applications/application-answers-schemas.ts'
import { applicationPositions } from '../../../../contract/applications/application-options.ts'

/** As the inputs hold it: a number is its digits, yes and no are words. */
export type AnswerValue = string | readonly string[]
export type FieldName = AnswerName | 'position'
export type Draft = Readonly<Partial<Record<FieldName, AnswerValue>>>

export function textOf(draft: Draft, name: FieldName): string {
  const value = draft[name]
  return typeof value === 'string' ? value : ''
}

export function listOf(draft: Draft, name: FieldName): readonly string[] {
  const value = draft[name]
  return typeof value === 'object' ? value : []
}

export const appliedPosition = (draft: Draft) =>
  applicationPositions.find((position) => position === draft.position)

/** What the site knows of its member already. */
export const draftFor = ({ gamertag, discordTag, email }: OwnUser): Draft => ({
  minecraft_username: gamertag ?? '',
  discord_username: discordTag ?? '',
  email: email ?? '',
})
