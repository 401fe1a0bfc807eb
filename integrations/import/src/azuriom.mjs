import { fromText, xuidOf } from './database.mjs'

// Tables and columns of Azuriom 1: database/migrations of Azuriom/Azuriom.

/**
 * @param {import('./database.mjs').Database} database
 * @param {import('./output.mjs').Output} output
 * @param {{ trustGameIds: boolean }} options
 * @returns {Promise<string[]>} what stays behind
 */
export async function convertAzuriom(database, output, { trustGameIds }) {
  const left = ['comments, likes, pictures, money, second factors, and what plugins store']
  let untrusted = 0
  /** @type {Map<number, string>} */
  const names = new Map()
  const users = database.all(`
    SELECT users.*, CASE WHEN users.role_id <> 1 THEN roles.name END AS role_name
    FROM users LEFT JOIN roles ON roles.id = users.role_id
    WHERE users.deleted_at IS NULL AND users.id > ? ORDER BY users.id`)
  for await (const user of users) {
    names.set(user.id, user.name)
    // Azuriom looks an id up by the name that somebody typed, without a proof that the player is theirs.
    const xuid = xuidOf(user.game_id)
    if (xuid !== undefined && !trustGameIds) untrusted += 1
    await output.write('member', {
      id: user.id,
      name: user.name,
      email: user.email,
      emailConfirmed: user.email ? fromText(user.email_verified_at) !== undefined : undefined,
      passwordHash: user.password,
      joined: fromText(user.created_at),
      rank: user.role_name,
      ...(trustGameIds && xuid !== undefined && { xuid, gamertag: user.name }),
      language: user.locale?.replace('_', '-'),
    })
  }
  if (untrusted > 0)
    left.push(
      `${untrusted} game ids, which nobody proved: with --trust-game-ids their members get these players`,
    )
  for await (const post of database.all('SELECT * FROM posts WHERE id > ? ORDER BY id')) {
    await output.write('news', {
      id: post.id,
      title: post.title,
      slug: post.slug,
      summary: post.description,
      html: post.content ?? '',
      publishedAt: fromText(post.published_at),
      author: post.author_id,
    })
    await output.write('redirect', { from: `/news/${post.slug}`, toNews: post.id })
  }
  for await (const page of database.all('SELECT * FROM pages WHERE id > ? ORDER BY id')) {
    await output.write('page', {
      id: page.id,
      slug: page.slug.replaceAll('/', '-'),
      title: page.title,
      description: page.description,
      html: page.content ?? '',
      isPublished: page.is_enabled === 1,
      updatedAt: fromText(page.updated_at),
    })
    await output.write('redirect', { from: `/${page.slug}`, toPage: page.id })
  }
  for await (const ban of database.all('SELECT * FROM bans WHERE id > ? ORDER BY id'))
    await output.write('punishment', {
      id: ban.id,
      type: 'restriction',
      member: ban.user_id,
      reason: ban.reason,
      byMember: ban.author_id,
      by: names.get(ban.author_id),
      at: fromText(ban.created_at),
      liftedAt: fromText(ban.removed_at),
    })
  // A table of newer versions.
  if (await database.has('redirects')) {
    let elsewhere = 0
    const redirects = database.all(
      'SELECT id, source, destination FROM redirects WHERE is_enabled = 1 AND id > ? ORDER BY id',
    )
    for await (const { source, destination } of redirects) {
      const from = `/${source.replace(/^\/+/, '')}`
      if (/^\/(?!\/)/.test(destination)) await output.write('redirect', { from, to: destination })
      else elsewhere += 1
    }
    if (elsewhere > 0) left.push(`${elsewhere} redirects to other sites`)
  }
  return left
}
