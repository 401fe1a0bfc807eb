import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'

/** When the member last signed in; one variant of the answer calls the field `lastLoginAt` (spec 3). */
export const lastLoginOf = (member: OwnUser & { readonly lastLoginAt?: string | null }) =>
  member.lastLogin ?? member.lastLoginAt ?? null
