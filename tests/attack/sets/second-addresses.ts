import { identityKeys } from '../../../src/server/platform/http/validation.ts'
import { type Listed, listed } from '../support/endpoint-list.ts'
import type { Round } from '../support/round.ts'
import { wrongWith } from '../support/rules.ts'
import { type Body, queryNames, samplesFor } from '../support/samples.ts'
import { firstOf, unless } from '../support/tally.ts'
import { password } from '../support/target.ts'

const second = listed.filter(({ endpoint, path }) => path === endpoint.aliasPath)
const withQuery = listed.filter(({ endpoint }) => queryNames(endpoint).length > 0)
const guarded = listed.filter(({ endpoint }) => endpoint.refuseIdentityKeys)

/** Addresses, parameters and fields that could be a way around: the checks are the same, and who asks is who they are. */
export async function secondAddresses(round: Round): Promise<void> {
  await sameChecks(round)
  await repeatedParameters(round)
  await idsInBodies(round)
  await identityInBodies(round)
}

async function sameChecks({ target, tally, seed }: Round): Promise<void> {
  const { cookie } = await target.join()
  for (const { endpoint, path, name } of second) {
    const { method } = endpoint
    const sample = samplesFor(endpoint, seed)[0]
    await tally.check(`${name} signed out`, async () =>
      unless((await target.ask(path, { method, body: sample })).status, 401, 'the status'),
    )
    await tally.check(`${name} from a foreign page`, async () => {
      const { status } = await target.ask(path, {
        method,
        cookie,
        body: sample,
        headers: { origin: 'https://evil.example' },
      })
      return unless(status, 403, 'the status')
    })
    // The same refusals to the letter, field by field.
    const bad = [[], {}, 'text', ...Object.keys(sample ?? {}).map((key) => ({ ...sample, [key]: { a: 1 } }))]
    for (const body of bad) {
      await tally.check(
        `${name} with ${JSON.stringify(body).slice(0, 100)} as at its first address`,
        async () => {
          const [there, here] = [
            await target.ask(endpoint.path, { method, cookie, body }),
            await target.ask(path, { method, cookie, body }),
          ]
          return firstOf(
            here.status < 400 && there.status >= 400 ? `taken with ${here.status}` : undefined,
            here.status < 400 ? undefined : unless(here.text, there.text, 'the refusal'),
          )
        },
      )
    }
    await tally.check(`${name} with the key that the first address has seen`, async () => {
      const headers = { 'idempotency-key': `second-${path}` }
      const there = await target.ask(endpoint.path, { method, cookie, headers, body: sample })
      const here = await target.ask(path, { method, cookie, headers, body: sample })
      return firstOf(
        unless(there.status, endpoint.status, 'the status'),
        unless(here.json?.id, there.json?.id, 'the id'),
      )
    })
  }
}

async function repeatedParameters({ target, tally }: Round): Promise<void> {
  const { cookie } = await target.join('Owner')
  const ask = (one: Listed, query: string) =>
    target.ask(`${one.path.replace(/:[A-Za-z]+/g, '1')}?${query}`, { cookie })
  for (const one of withQuery) {
    for (const name of queryNames(one.endpoint)) {
      await tally.check(`${one.name}?${name} given twice`, async () => {
        const response = await ask(one, `${name}=1&${name}=2`)
        return firstOf(
          wrongWith(one.path, response),
          unless(response.status, 400, 'the status'),
          response.json?.fields?.[name] === undefined ? `no word about ${name}: ${response.text}` : undefined,
        )
      })
      for (const suffix of ['[]', '[0]', '[$gt]', '[__proto__]', '.constructor']) {
        await tally.check(`${one.name}?${name}${suffix}`, async () => {
          const plain = await ask(one, '')
          const response = await ask(
            one,
            `${encodeURIComponent(name + suffix)}=${encodeURIComponent("1' OR 1=1")}`,
          )
          return firstOf(wrongWith(one.path, response), unless(response.status, plain.status, 'the status'))
        })
      }
    }
  }
}

/** An id of somebody else in the body changes nothing for them. */
async function idsInBodies({ target, tally, seed }: Round): Promise<void> {
  const victim = await target.join('Member', 'The Victim')
  const other = await target.join()
  const post = (path: string, body: object, cookie = other.cookie) =>
    target.ask(path, { method: 'POST', cookie, body })
  const signIn = (username: string, tried: string) => post('/api/login', { username, password: tried })

  await tally.check("a password change with the victim's id changes the asker's own password", async () => {
    const response = await post('/api/change-password', {
      currentPassword: password,
      newPassword: 'another password',
      id: victim.id,
      userId: victim.id,
      user_id: victim.id,
      username: victim.name,
    })
    const own = await signIn(other.name, 'another password')
    return firstOf(
      unless((await signIn(victim.name, password)).status, 200, "the victim's status with the old password"),
      unless(
        (await signIn(victim.name, 'another password')).status,
        401,
        "the victim's status with the new one",
      ),
      response.status === 400 ? undefined : unless(own.status, 200, "the asker's status with the new one"),
    )
  })
  const asker = await target.join()
  const claims = {
    userId: victim.id,
    reportedByUserId: victim.id,
    username: victim.name,
    id: 1,
    status: 'resolved',
    type: 'x',
  }
  for (const path of ['/api/reports', '/api/test/reports']) {
    await tally.check(`${path} in the victim's name`, async () => {
      const sample = samplesFor(listed.find((one) => one.path === path)!.endpoint, seed)[0]
      const { json } = await post(path, { ...sample, ...claims }, asker.cookie)
      const rows = await target.rows<{ user_id: number; status: string }>(
        'SELECT user_id, status FROM reports WHERE id = $1',
        [json?.id],
      )
      return firstOf(
        unless(json?.reportedByUserId, asker.id, 'the answered reporter'),
        unless(rows[0]?.user_id, asker.id, 'the stored reporter'),
        unless(rows[0]?.status, 'pending', 'the stored status'),
      )
    })
  }
  for (const path of ['/api/posts', '/api/debug-create-post']) {
    await tally.check(`${path} in the victim's name`, async () => {
      const body = {
        content: 'Not mine',
        userId: victim.id,
        user: { id: victim.id },
        reactionCounts: { like: 999 },
        id: 999_999,
      }
      const { json } = await post(path, body, asker.cookie)
      return firstOf(
        unless(json?.userId, asker.id, 'the author'),
        unless(json?.reactionCounts?.like, 0, 'likes'),
      )
    })
  }
}

/** Rank, id and the like are refused where an account is made or changed, and nothing of the rest is stored. */
async function identityInBodies({ target, tally, seed }: Round): Promise<void> {
  for (const { endpoint, path, name } of guarded) {
    for (const key of identityKeys) {
      await tally.check(`${name} with ${key}`, async () => {
        const { id, cookie } = await target.join()
        const before = await account(target.rows.bind(target), id)
        const sample: Body = { ...samplesFor(endpoint, seed)[0], [key]: key === 'rank' ? 'Owner' : 1 }
        if ('username' in sample) sample.username = `Mass ${key}`
        const response = await target.ask(path.replace(/:[A-Za-z]+/g, String(id)), {
          method: endpoint.method,
          cookie,
          body: sample,
        })
        const made = await target.rows('SELECT 1 FROM users WHERE username = $1', [`Mass ${key}`])
        return firstOf(
          wrongWith(path, response),
          unless(response.status, 400, 'the status'),
          response.json?.fields?.[key] === undefined ? `no word about ${key}` : undefined,
          unless(made.length, 0, 'accounts made'),
          unless(await account(target.rows.bind(target), id), before, 'the account'),
        )
      })
    }
  }
  const { id, cookie } = await target.join()
  for (const body of [
    '{"bio":"x","__proto__":{"rank":"Owner"}}',
    '{"bio":"x","constructor":{"prototype":{"rank":"Owner"}}}',
  ]) {
    await tally.check(`PATCH /api/user with ${body}`, async () => {
      const response = await target.ask('/api/user', { method: 'PATCH', cookie, body })
      const [row] = await target.rows<{ rank: string }>('SELECT rank FROM users WHERE id = $1', [id])
      return firstOf(wrongWith('/api/user', response), unless(row?.rank, 'Member', 'the rank'))
    })
  }
}

async function account(
  rows: (query: string, values: readonly unknown[]) => Promise<object[]>,
  id: number,
): Promise<string> {
  return JSON.stringify(
    await rows('SELECT id, username, rank, password_hash, created_at, bio FROM users WHERE id = $1', [id]),
  )
}
