import type { Cluster } from './postgres.ts'

/** Matches to rate, events to fan out and deliveries to make that are not done. */
export async function unfinished(cluster: Cluster): Promise<number> {
  const [row] = await cluster.ask<{ n: number }>(`
    SELECT ((SELECT count(*) FROM rating_queue)
      + (SELECT count(*) FROM notification_fanouts WHERE done_at IS NULL)
      + (SELECT count(*) FROM notification_deliveries WHERE done_at IS NULL))::int AS n`)
  return row?.n ?? Number.NaN
}

/** Rows that follow from what is stored: who is notified of what. */
const expectedRows = `
  SELECT posts.user_id, 'comment:' || comments.id AS event_key
  FROM comments JOIN posts ON posts.id = post_id WHERE posts.user_id <> comments.user_id
  UNION ALL SELECT DISTINCT posts.user_id, 'like:' || posts.id
  FROM post_likes JOIN posts ON posts.id = post_id WHERE posts.user_id <> post_likes.user_id
  UNION ALL SELECT player_id, 'follow:' || follower_id FROM follows
  UNION ALL SELECT users.id, 'news:' || news.id FROM users, news WHERE username IS NOT NULL AND published_at IS NOT NULL
  UNION ALL SELECT follower_id, event_key FROM notification_fanouts JOIN follows USING (player_id)`

interface Counts {
  readonly stored: { follows: number; likes: number; comments: number; matches: number; news: number }
  readonly milestones: number
  readonly expected: number
  readonly rows: number
  readonly lost: number
  readonly extra: number
  readonly deliveries: readonly { channel: string; wanted: number; made: number; done: number }[]
  /** Items of the outbox for game servers. */
  readonly messages: number
}

/** What is stored, and what is notified. */
export async function countsOf(cluster: Cluster): Promise<Counts> {
  const [counts] = await cluster.ask<Omit<Counts, 'deliveries'>>(`
    WITH expected AS (${expectedRows}), actual AS (
      SELECT user_id, event_key FROM notifications WHERE kind IN ('reply', 'like', 'follow', 'news')
    )
    SELECT json_build_object('follows', (SELECT count(*) FROM follows), 'likes', (SELECT count(*) FROM post_likes),
        'comments', (SELECT count(*) FROM comments), 'matches', (SELECT count(*) FROM matches),
        'news', (SELECT count(*) FROM news WHERE published_at IS NOT NULL)) AS stored,
      (SELECT count(*)::int FROM notification_fanouts WHERE event_key LIKE 'milestone:%') AS milestones,
      (SELECT count(*)::int FROM expected) AS expected,
      (SELECT count(*)::int FROM actual) AS rows,
      (SELECT count(*)::int FROM (TABLE expected EXCEPT ALL TABLE actual) AS lost) AS lost,
      (SELECT count(*)::int FROM (TABLE actual EXCEPT ALL TABLE expected) AS extra) AS extra,
      (SELECT count(*)::int FROM outbox WHERE channel = 'game' AND type = 'message') AS messages`)
  const deliveries = await cluster.ask<Counts['deliveries'][number]>(`
    WITH wanted AS (
      SELECT notifications.id, channel FROM notifications JOIN notification_choices USING (user_id, kind),
        unnest(channels) AS channel WHERE channel <> 'site'
    ), of_wanted AS (SELECT channel, count(*)::int AS wanted FROM wanted GROUP BY channel),
    of_made AS (SELECT channel, count(*)::int AS made, count(done_at)::int AS done FROM notification_deliveries GROUP BY channel)
    SELECT channel, coalesce(wanted, 0) AS wanted, coalesce(made, 0) AS made, coalesce(done, 0) AS done
    FROM of_wanted FULL JOIN of_made USING (channel) ORDER BY channel`)
  if (counts === undefined) throw new Error('PostgreSQL counted nothing')
  return { ...counts, deliveries }
}
