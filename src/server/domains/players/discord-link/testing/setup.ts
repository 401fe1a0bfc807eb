import { sql } from 'kysely'
import { pino } from 'pino'
import { discordApplication } from '../../../../testing/discord-app.ts'
import { discordServer } from '../../../../testing/discord-server.ts'
import { type TestBrowser, testApp } from '../../../../testing/test-app.ts'
import { RoleSync } from '../sync.ts'

let accounts = 0

/** A Discord account that no other test uses. */
export function discordAccount(global_name: string | null = null) {
  accounts += 1
  return { id: `80351110224678${accounts}`, username: `fox${accounts}`, global_name }
}

/** A site with an application at a Discord of this machine. */
export async function roleSite() {
  const discord = await discordServer()
  const logged: string[] = []
  const environment = {
    ...discordApplication,
    DISCORD_API_URL: discord.apiUrl,
    PUBLIC_URL: 'https://play.example',
    RATE_LIMITS: 'off',
  }
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const site = await testApp({ environment, log })
  const { context, database } = site
  const sync = new RoleSync(context, context.gateways.discordRoles!, context.config.discordApp!)

  async function begin(browser: TestBrowser): Promise<string> {
    const { status, text, json } = await browser.post('/api/discord-link')
    if (status !== 200) throw new Error(`beginning a link answered ${status}: ${text}`)
    return json.url
  }
  const finish = (browser: TestBrowser, body: unknown) => browser.post('/api/discord-link/callback', body)

  return {
    site,
    discord,
    app: discord.app,
    environment,
    logged,
    sync,
    begin,
    finish,
    /** Links a Discord account as a member does. */
    async link(browser: TestBrowser, account = discordAccount()) {
      const response = await finish(browser, discord.app.agree(await begin(browser), account))
      if (response.status !== 200) throw new Error(`linking answered ${response.status}: ${response.text}`)
      return account
    },
    /** Makes everything due that waits. */
    async makeDue() {
      await sql`UPDATE discord_links SET due_at = now() WHERE due_at IS NOT NULL`.execute(database.sql)
      await sql`UPDATE discord_unlinks SET due_at = now()`.execute(database.sql)
    },
    async close() {
      await site.close()
      discord.close()
    },
  }
}

export type RoleSite = Awaited<ReturnType<typeof roleSite>>
