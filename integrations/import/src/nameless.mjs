import { decoded, fromSeconds, fromText, xuidOf } from './database.mjs'

// Tables and columns of NamelessMC 2: core/migrations of NamelessMC/Nameless.

/** `en_UK` and the like, as the web writes them. @param {string | null} code */
const languageOf = (code) => {
  const [language, region] = (code ?? '').split(/[_-]/)
  const isOneOfTwo = ['pt', 'zh'].includes(language)
  return isOneOfTwo && region ? `${language}-${region}` : language
}

/** Stored as HTML, by some versions with its signs encoded. @param {string} content */
const htmlOf = (content) => (/<[a-z]/i.test(content) ? content : decoded(content))

/** @param {import('./database.mjs').Database} database @returns {Promise<Map<number, string>>} */
async function mainGroups(database) {
  // The group with the smallest order is the one that is shown.
  const rows = await database.rows(`
    SELECT held.user_id, grp.name FROM nl2_users_groups AS held JOIN nl2_groups AS grp ON grp.id = held.group_id
    WHERE grp.deleted = 0 AND grp.default_group = 0 AND (held.expire = 0 OR held.expire > UNIX_TIMESTAMP())
    ORDER BY grp.\`order\` DESC, grp.id DESC`)
  return new Map(rows.map(({ user_id, name }) => [user_id, decoded(name)]))
}

/** @param {import('./database.mjs').Database} database @returns {Promise<Map<number, { xuid?: string, gamertag?: string }>>} */
async function players(database) {
  // Who proved in game that the player is theirs.
  const rows = await database.rows(`
    SELECT own.user_id, own.identifier, own.username FROM nl2_users_integrations AS own
    JOIN nl2_integrations AS integration ON integration.id = own.integration_id
    WHERE integration.name = 'Minecraft' AND own.verified = 1`)
  return new Map(
    rows.flatMap(({ user_id, identifier, username }) => {
      const xuid = xuidOf(identifier)
      return xuid === undefined ? [] : [[user_id, { xuid, gamertag: username?.replace(/^\./, '') }]]
    }),
  )
}

/** Ban and ban of an address, which both kept a member from the site. */
const bans = [1, 3]
const warning = 2

/**
 * @param {import('./database.mjs').Database} database
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<string[]>} what stays behind
 */
export async function convertNameless(database, output) {
  const left = ['forum topics that are no news, replies, messages, avatars, second factors']
  const groups = await mainGroups(database)
  const verified = await players(database)
  const users = database.all(`
    SELECT user.id, user.username, user.nickname, user.password, user.pass_method, user.joined, user.email, user.active,
      language.short_code
    FROM nl2_users AS user LEFT JOIN nl2_languages AS language ON language.id = user.language_id
    WHERE user.id > ? ORDER BY user.id`)
  /** @type {Map<number, string>} */
  const names = new Map()
  for await (const user of users) {
    const name = decoded(user.username)
    names.set(user.id, decoded(user.nickname) || name)
    await output.write('member', {
      id: user.id,
      name,
      email: user.email,
      // Only an account that was confirmed is active.
      emailConfirmed: user.active === 1,
      passwordHash: user.password,
      joined: fromSeconds(user.joined),
      rank: groups.get(user.id),
      ...verified.get(user.id),
      language: languageOf(user.short_code),
    })
    await output.write('redirect', { from: `/profile/${encodeURIComponent(name)}`, toMember: user.id })
  }
  const topics = database.all(`
    SELECT topic.id, topic.topic_title, topic.topic_creator, topic.topic_date, post.post_content
    FROM nl2_topics AS topic JOIN nl2_forums AS forum ON forum.id = topic.forum_id
    JOIN nl2_posts AS post ON post.id = (SELECT MIN(id) FROM nl2_posts WHERE topic_id = topic.id)
    WHERE forum.news = 1 AND topic.deleted = 0 AND post.deleted = 0 AND topic.id > ? ORDER BY topic.id`)
  for await (const topic of topics) {
    await output.write('news', {
      id: topic.id,
      title: decoded(topic.topic_title),
      html: htmlOf(topic.post_content ?? ''),
      publishedAt: fromSeconds(topic.topic_date),
      author: topic.topic_creator,
    })
    // Its address ends with the title, which the number alone finds.
    await output.write('redirect', { from: `/forum/topic/${topic.id}`, toNews: topic.id })
  }
  const pages = database.all(`
    SELECT id, url, title, content FROM nl2_custom_pages WHERE redirect = 0 AND id > ? ORDER BY id`)
  for await (const page of pages) {
    await output.write('page', {
      id: page.id,
      slug: page.url.replace(/^\/+|\/+$/g, '').replaceAll('/', '-'),
      title: decoded(page.title),
      html: htmlOf(page.content ?? ''),
    })
    await output.write('redirect', { from: `/${page.url.replace(/^\/+/, '')}`, toPage: page.id })
  }
  const infractions = database.all(`
    SELECT id, type, punished, staff, reason, infraction_date, created, revoked, revoked_at
    FROM nl2_infractions WHERE id > ? ORDER BY id`)
  let others = 0
  for await (const one of infractions) {
    const type = bans.includes(one.type) ? 'restriction' : one.type === warning ? 'warn' : undefined
    if (type === undefined) {
      others += 1
      continue
    }
    const at = fromSeconds(one.created) ?? fromText(one.infraction_date)
    await output.write('punishment', {
      id: one.id,
      type,
      member: one.punished,
      reason: decoded(one.reason),
      byMember: one.staff,
      by: names.get(one.staff),
      at,
      liftedAt: one.revoked === 1 ? (fromSeconds(one.revoked_at) ?? at) : undefined,
    })
  }
  if (others > 0) left.push(`${others} infractions that reset an avatar`)
  return left
}
