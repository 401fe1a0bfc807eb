import { sql } from 'kysely'
import { mailTemplates } from '../domains.ts'
import { mailGateway } from '../gateways/mail.ts'
import { sendBatch } from '../platform/jobs/outbox.ts'
import { type MailServer, mailServer, type ReceivedMail, receivedMails } from './mail-server.ts'
import { type TestApp, type TestAppOptions, testApp } from './test-app.ts'

export interface MailSite extends TestApp {
  readonly server: MailServer
  /** Sends due mails and returns those that arrived. */
  deliver(): Promise<ReceivedMail[]>
  /** A signed-in member with a confirmed address. */
  verifiedMember(name: string, email: string): ReturnType<TestApp['member']>
}

/** Returns the part after the # of the first link in a mail. */
export const secretIn = (mail: ReceivedMail | undefined) =>
  /#([A-Za-z0-9_-]{43})\b/.exec(mail?.text ?? '')?.[1] ?? ''

/** A site whose mails go to a recording mail server. */
export async function mailSite(environment: TestAppOptions['environment'] = {}): Promise<MailSite> {
  const server = await mailServer()
  const mailFrom = 'site@isles.example'
  const mail = mailGateway({ smtpUrl: server.url, mailFrom })
  const site = await testApp({
    environment: {
      SMTP_URL: server.url,
      MAIL_FROM: mailFrom,
      SITE_NAME: 'Ember Isles',
      PUBLIC_URL: 'https://isles.example',
      ...environment,
    },
    gateways: { mail },
  })
  const deliver = async () => {
    server.lines.length = 0
    await sendBatch(site.database, mail, site.context.log, mailTemplates(site.context))
    return receivedMails(server)
  }
  return {
    ...site,
    server,
    deliver,
    async verifiedMember(name, email) {
      const member = await site.member(name)
      await member.patch('/api/user', { email })
      await sql`INSERT INTO verified_emails (user_id, email) VALUES (${member.user.id}, ${email})`.execute(
        site.database.sql,
      )
      return member
    },
    async close() {
      await site.close()
      await server.close()
    },
  }
}
