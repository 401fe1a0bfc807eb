import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findPhp } from '../../../scripts/lib/php.mjs'
import { FakeSite } from '../../conformance/fake-site.mjs'
import { gameCases } from '../../conformance/game-cases.mjs'
import { commandCases } from '../../conformance/program.mjs'

const php = findPhp() ?? 'php'
const integrations = fileURLToPath(new URL('../../', import.meta.url))
const here = join(integrations, 'pocketmine')

const phpFiles = ['php', 'pocketmine'].flatMap((directory) =>
  readdirSync(join(integrations, directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.php'))
    .map((path) => join(directory, path)),
)

test('there are files to look at', () => expect(phpFiles.length).toBeGreaterThan(30))

test.each(phpFiles)('php -l finds no fault in %s', (path) => {
  const { status, stdout, stderr } = spawnSync(php, ['-l', join(integrations, path)], { encoding: 'utf8' })
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
})

test('the phar holds the plugin and the package, each class where PocketMine looks for it', () => {
  const built = spawnSync(php, ['-d', 'phar.readonly=0', join(here, 'build.php')], { encoding: 'utf8' })
  expect(built).toMatchObject({ status: 0, stderr: '' })
  const list = `foreach (new RecursiveIteratorIterator(new Phar($argv[1])) as $file) echo $file->getPathname(), "\\n";`
  const { stdout } = spawnSync(php, ['-r', list, built.stdout.trim()], { encoding: 'utf8' })
  const names = stdout.split('\n').map((line) => line.replace(/^.*VulxNetwork\.phar\//, ''))
  expect(names).toEqual(expect.arrayContaining(['plugin.yml', 'resources/config.yml']))
  expect(names).toEqual(expect.arrayContaining(['src/PocketMine/Main.php', 'src/SiteClient/SiteClient.php']))
})

test('plugin.yml names the main class, and each command with a permission that everybody has', () => {
  const plugin = parse(readFileSync(join(here, 'plugin.yml'), 'utf8'))
  expect(plugin).toMatchObject({ api: '5.0.0', main: 'VulxNetwork\\PocketMine\\Main' })
  expect(Object.keys(plugin.commands)).toEqual([
    ...['link', 'unlink', 'hide', 'show', 'profile'],
    ...['checkin', 'ready', 'leavecup'],
  ])
  for (const [name, { permission }] of Object.entries<{ permission: string }>(plugin.commands)) {
    expect(permission).toBe(`vulxnetwork.command.${name}`)
    expect(plugin.permissions[permission]).toEqual({ default: true })
  }
})

/** The plugin leaves the clock to the package, which the kit proves by itself. */
const cases = Object.entries(commandCases(`exec ${php} ${join(here, 'test/adapter.php')}`)).filter(
  ([name]) => name in gameCases && !name.includes('clock'),
)

test.concurrent.each(cases)('the kit, PocketMine plugin over a stand-in: %s', (_name, play) => play())

test('[cups.74] The PocketMine plugin: players check in, say ready and leave, read their call, and the example names the match of the cup; a proxied player is who the proxy says, and nobody else', async () => {
  const site = await new FakeSite({ keys: ['the-key'], contract: 2 }).start()
  const spool = mkdtempSync(join(tmpdir(), 'pocketmine-'))
  const evening = spawn(php, [join(here, 'test/evening.php')], {
    env: { ...process.env, SITE_URL: site.url, SITE_KEY: 'the-key', SPOOL_DIRECTORY: spool },
  })
  const [ann, ben] = ['2535400000000001', '2535400000000002']
  site.cupMatches = [
    {
      cupMatchId: '12-f1-1',
      mode: 'boxing',
      bestOf: 3,
      until: null,
      sides: [[{ xuid: ann, gamertag: 'Ann' }], [{ xuid: ben, gamertag: 'Ben' }]],
    },
  ]
  let output = ''
  for (const stream of [evening.stdout, evening.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  await once(evening, 'close')
  await site.stop()
  rmSync(spool, { recursive: true })

  const { said, lines, waiting } = JSON.parse(output)
  expect(waiting).toBe(0)
  expect(lines).toEqual([expect.stringContaining('Set url and key')])
  expect(said.Ann.slice(0, 3)).toEqual([
    'Asking the website for your code.',
    'Please wait a moment and try again.',
    `Your profile: ${site.url}/profile`,
  ])
  const call = (other: string) =>
    `Your match in a cup: against ${other}, boxing, first to 2, the cup is paused. Here? Type /ready.`
  expect(said.Ann.slice(3).toSorted()).toEqual([
    expect.stringMatching(/^Your code is [A-Z2-9]{4}-[A-Z2-9]{4}\./),
    call('Ben'),
  ])
  expect(said.Ben).toEqual(['The website shows when you are online.', call('Ann')])
  expect(new Set(said.Mallory)).toEqual(new Set(['Not available: the website does not know you here.']))
  expect([said.Cid, said.Dan, said.Eve]).toEqual(
    [
      'You are checked in.',
      'You are ready: your match counts as soon as it begins.',
      'You have left the cup.',
    ].map((line) => ['Telling the website.', line]),
  )
  const events = [...site.ledger.events.values()]
  expect(events.filter(({ type }) => type === 'cup.player').map(({ data }) => data.action)).toEqual([
    'check_in',
    'ready',
    'leave',
  ])
  expect(events.filter(({ type }) => type === 'cup.begun').map(({ data }) => data)).toEqual([
    { cupMatchId: '12-f1-1' },
  ])
  const matches = [...site.ledger.matches.values()].map(({ match }) => match)
  expect(matches).toMatchObject([
    {
      gameType: 'boxing',
      cupMatchId: '12-f1-1',
      players: [
        { xuid: '2535400000000001', gamertag: 'Ann', result: 'win', input: 'touch', pingMs: 20 },
        { xuid: '2535400000000002', gamertag: 'Ben', result: 'loss' },
      ],
    },
  ])
  const joined = [...site.ledger.events.values()].filter(({ type }) => type === 'player')
  expect(joined.map(({ data }) => [data.gamertag, data.xuid]).slice(0, 3)).toEqual([
    ['Ann', '2535400000000001'],
    ['Ben', '2535400000000002'],
    ['Ben', '2535400000000002'],
  ])
  expect(joined[0]?.data).toMatchObject({ language: 'de_DE' })
  const [face] = site.ledger.heads.values()
  const { data, info } = await sharp(Buffer.from(String(face), 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 8, height: 8, channels: 3 })
  expect([...data.subarray(0, 3)]).toEqual([0xc8, 0x96, 0x78])
})
