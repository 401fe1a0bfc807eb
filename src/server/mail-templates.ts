import type { Context } from './context.ts'
import { confirmationMailTemplates } from './domains/accounts/email/mail-templates.ts'
import { recoveryMailTemplates } from './domains/accounts/recovery/mail-templates.ts'
import { applicationMailTemplates } from './domains/applications/letter.ts'
import type { MailTemplates } from './platform/outbox.ts'

/** Every mail that is written only when it is sent, by the type of its order. */
export const mailTemplates = (context: Context): MailTemplates => ({
  ...applicationMailTemplates(context),
  ...confirmationMailTemplates(context),
  ...recoveryMailTemplates(context),
})
