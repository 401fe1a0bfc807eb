import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { BrowserContext } from 'playwright-core'
import { type RunningSite, rootDir } from './site.ts'

const password = 'correct horse'

/** Runs a command of the site's own command line; returns what it printed. */
export async function cli(site: RunningSite, words: readonly string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, ['scripts/cli.mjs', ...words], {
    cwd: rootDir,
    env: { ...process.env, DATA_DIR: site.dataDir },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`cli ${words.join(' ')} ended with ${code}: ${said}`)
  return said.trim()
}

interface ApiResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the site said and asserts on it.
  readonly json: any
}

/** Somebody who speaks to the site without a page, signed in once they have a cookie. */
export class Person {
  private constructor(
    private readonly url: string,
    readonly name: string,
    readonly id: number,
    readonly cookie: string,
  ) {}

  static async register(site: RunningSite, username: string): Promise<Person> {
    return Person.#enter(site, 'register', username)
  }

  /** The first Owner is made on the command line, as the operator does it. */
  static owner(site: RunningSite, username: string): Promise<Person> {
    return Person.staff(site, username, 'Owner')
  }

  static async staff(site: RunningSite, username: string, rank: string): Promise<Person> {
    await cli(site, ['user', 'create', username, '--rank', rank, '--password-stdin'], `${password}\n`)
    return Person.#enter(site, 'login', username)
  }

  static async #enter(site: RunningSite, way: 'register' | 'login', username: string): Promise<Person> {
    const response = await fetch(`${site.url}/api/${way}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    if (!response.ok)
      throw new Error(`${way} ${username} answered ${response.status}: ${await response.text()}`)
    const { id } = (await response.json()) as { id: number }
    return new Person(site.url, username, id, response.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  }

  async send(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const response = await fetch(this.url + path, {
      method,
      headers: { cookie: this.cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
  }

  /** The same, of a call that must succeed. */
  async do(method: string, path: string, body?: unknown) {
    let { status, json } = await this.send(method, path, body)
    // As in the browser: a long run signed in more than 15 minutes ago.
    if (json?.code === 'confirm_password') {
      await this.send('POST', '/api/sessions/confirm', { password })
      ;({ status, json } = await this.send(method, path, body))
    }
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`)
    return json
  }

  /** Signs this person in within a browser, as if they had given their password there just now. */
  async sitDownAt(context: BrowserContext): Promise<void> {
    // A site that several files share may have asked for it more than 15 minutes ago.
    await this.send('POST', '/api/sessions/confirm', { password })
    const [name = '', value = ''] = this.cookie.split('=')
    await context.addCookies([{ name, value, url: this.url }])
  }
}
