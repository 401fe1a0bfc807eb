import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DiscordApp, type DiscordResponse } from './discord-app.ts'

export interface PostedMessage {
  readonly webhook: string
  readonly query: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the site said and asserts on it.
  readonly body: any
}

const apiPath = '/api/v10'

/** Discord on this machine: webhooks and an application, with their addresses, statuses, error codes and limits. */
export async function discordServer() {
  const posted: PostedMessage[] = []
  /** Responses to the next requests, before the usual ones. `silent` never responds. */
  const next: (DiscordResponse | 'silent')[] = []
  const app = new DiscordApp()

  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const planned = next.shift()
      if (planned !== 'silent') respond(response, planned ?? responseTo(request, text))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function responseTo({ method = '', url = '', headers }: IncomingMessage, text: string): DiscordResponse {
    const [path = '', query = ''] = url.split('?')
    if (path.startsWith(apiPath))
      return (
        app.respond({
          method,
          path: path.slice(apiPath.length),
          query,
          authorization: headers.authorization,
          text,
        }) ?? [404]
      )
    const [, webhook] = /^\/api\/webhooks\/([0-9]+)\/token-/.exec(path) ?? []
    if (webhook === undefined) return [404, { message: 'Unknown Webhook', code: 10015 }]
    if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) return [405]
    const body = JSON.parse(text)
    if (!isWithinLimits(body)) return [400, { message: 'Invalid Form Body', code: 50035 }]
    posted.push({ webhook, query, body })
    return query.includes('wait=true') ? [200, { id: String(posted.length), ...body }] : [204]
  }

  const { port } = server.address() as AddressInfo
  return {
    posted,
    next,
    app,
    apiUrl: `http://127.0.0.1:${port}${apiPath}`,
    webhook: (id: number) => `http://127.0.0.1:${port}/api/webhooks/${id}/token-of-${id}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type DiscordServer = Awaited<ReturnType<typeof discordServer>>

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
// biome-ignore lint/suspicious/noExplicitAny: the body of a request, of whatever form.
const isWithinLimits = ({ content = '', embeds = [] }: any) =>
  (content !== '' || embeds.length > 0) &&
  content.length <= 2_000 &&
  embeds.length <= 10 &&
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  embeds.every((embed: any) => (embed.title ?? '').length <= 256 && (embed.description ?? '').length <= 4_096)

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

function respond(response: ServerResponse, [status, body, headers = {}]: DiscordResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
