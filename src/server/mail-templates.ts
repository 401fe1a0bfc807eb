import type { Context } from './context.ts'
import { confirmationMailTemplates } from './domains/accounts/email/mail-templates.ts'
import { recoveryMailTemplates } from './domains/accounts/recovery/mail-templates.ts'
import { newsletterMailTemplates } from './domains/content/newsletter/mail-templates.ts'
import type { MailTemplates } from './platform/outbox.ts'

/** Mails that are composed when they are sent, by request type. */
export const mailTemplates = (context: Context): MailTemplates => ({
  ...confirmationMailTemplates(context),
  ...recoveryMailTemplates(context),
  ...newsletterMailTemplates(context),
})
