import type { Context } from './context.ts'
import { applicationLetters } from './features/applications/letter.ts'
import { confirmationLetters } from './features/email/letter.ts'
import { recoveryLetters } from './features/recovery/letter.ts'
import type { Letters } from './platform/outbox.ts'

/** Every mail that is written only when it is sent, by the type of its order. */
export const letters = (context: Context): Letters => ({
  ...applicationLetters(context),
  ...confirmationLetters(context),
  ...recoveryLetters(context),
})
