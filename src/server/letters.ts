import type { Context } from './context.ts'
import { confirmationLetters } from './domains/accounts/email/letter.ts'
import { recoveryLetters } from './domains/accounts/recovery/letter.ts'
import { applicationLetters } from './domains/applications/letter.ts'
import type { Letters } from './platform/outbox.ts'

/** Every mail that is written only when it is sent, by the type of its order. */
export const letters = (context: Context): Letters => ({
  ...applicationLetters(context),
  ...confirmationLetters(context),
  ...recoveryLetters(context),
})
