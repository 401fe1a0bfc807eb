import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'

/** What is pasted where, so that a game server speaks to the site. */
export interface Snippet {
  readonly software: string
  /** Where the text goes. */
  readonly into: Message
  readonly text: string
  /** The page of the documentation, below docs/. */
  readonly docs: string
}

export const snippetsOf = ({ url, secret }: { url: string; secret: string }): readonly Snippet[] => [
  {
    software: 'Bedrock pack',
    into: msg`The first line goes into config/default/variables.json, the second into secrets.json beside it.`,
    text: `"vulx_url": "${url}"\n"vulx_authorization": "Bearer ${secret}"`,
    docs: 'docs/integration/bedrock-dedicated-server.md',
  },
  {
    software: 'PocketMine-MP',
    into: msg`Into plugin_data/VulxNetwork/config.yml, after the plugin ran once.`,
    text: `url: "${url}"\nkey: "${secret}"`,
    docs: 'docs/integration/pocketmine.md',
  },
  {
    software: 'SerenityJS',
    into: msg`Into the environment of the server, with the plugin in its plugins folder.`,
    text: `VULX_URL=${url}\nVULX_KEY=${secret}`,
    docs: 'docs/integration/serenity.md',
  },
  {
    software: 'PHP',
    into: msg`Into your core, with the package in integrations/php.`,
    text: [
      'use VulxNetwork\\SiteClient\\{CurlHttp, FileStorage, SiteClient};',
      '',
      '$site = new SiteClient(',
      `    new CurlHttp('${url}', '${secret}'),`,
      "    new FileStorage(__DIR__ . '/site-spool'),",
      '    $players, // your own implementation of Players',
      '    fn (string $line) => print("[site] $line\\n"),',
      '    maxPlayers: 100,',
      "    version: '1.21.100',",
      ');',
      '$site->start();',
    ].join('\n'),
    docs: 'integrations/php/README.md',
  },
  {
    software: 'Node.js',
    into: msg`Into your core, with the package in integrations/core.`,
    text: [
      "import { SiteClient } from 'vulx-network-core'",
      "import { fetchHttp, fileStorage, nodeClock } from 'vulx-network-core/node'",
      '',
      'const site = new SiteClient({',
      `  http: fetchHttp('${url}', '${secret}'),`,
      '  clock: nodeClock,',
      "  storage: fileStorage('./site-spool'),",
      '  players, // your own: count(), isHere(player), tell(player, text)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
      '  say: (line) => console.warn(`[site] ${line}`),',
      "}, { maxPlayers: 100, version: '1.21.100' })",
      'site.start()',
    ].join('\n'),
    docs: 'integrations/core/README.md',
  },
  {
    software: 'curl',
    into: msg`Into a shell: one heartbeat, to see that the site hears you.`,
    text: [
      `curl ${url}/api/ingest/events \\`,
      `  -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' --data @- <<JSON`,
      '{ "events": [ {',
      '  "id": "$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)",',
      '  "type": "heartbeat", "at": "$(date -u +%Y-%m-%dT%H:%M:%SZ)",',
      '  "data": { "playerCount": 0 } } ] }',
      'JSON',
    ].join('\n'),
    docs: 'docs/integration/http.md',
  },
]
