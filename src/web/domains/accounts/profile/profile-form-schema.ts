import * as z from 'zod/mini'
import { ProfileUpdate } from '../../../../contract/accounts/users-schemas.ts'

const { email, bio, discordTag, avatarUrl } = ProfileUpdate.shape

const emptyAsNull = z.transform((text: string): string | null | undefined => (text === '' ? null : text))

/** The four texts of the form; what comes out is the update, an empty text as null, which clears the field. */
export const ProfileFormSchema = z.object({
  email: z.pipe(emptyAsNull, email),
  bio: z.pipe(emptyAsNull, bio),
  discordTag: z.pipe(emptyAsNull, discordTag),
  avatarUrl: z.pipe(emptyAsNull, avatarUrl),
})

export const profileFields = ['email', 'bio', 'discordTag', 'avatarUrl'] as const
