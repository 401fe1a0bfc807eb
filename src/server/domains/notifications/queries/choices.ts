import { sql } from 'kysely'
import { noticeRules, noticeTypes } from '../../../../contract/notifications/notice-types.ts'
import {
  kindRules,
  kindsPushedAtFirst,
  type NotificationKind,
  notificationKinds,
} from '../../../../contract/notifications/notification-kinds.ts'
import {
  type NotificationChannel,
  notificationChannels,
} from '../../../../contract/notifications/notifications.ts'
import type { NotificationChoices } from '../../../../contract/notifications/notifications-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'

/** Writes what the program says of each kind and type, for the functions of the database. */
export async function storeKinds(executor: Executor): Promise<void> {
  const kinds = notificationKinds.map((kind) => {
    const { channels, isMailedAtOnce = false } = kindRules[kind]
    return { kind, channels: [...channels], is_mailed_at_once: isMailedAtOnce }
  })
  await executor
    .insertInto('notification_kinds')
    .values(kinds)
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet(({ ref }) => ({
        channels: ref('excluded.channels'),
        is_mailed_at_once: ref('excluded.is_mailed_at_once'),
      })),
    )
    .execute()
  await executor
    .insertInto('notification_types')
    .values(noticeTypes.map((type) => ({ type, kind: noticeRules[type].kind })))
    .onConflict((conflict) =>
      conflict.column('type').doUpdateSet(({ ref }) => ({ kind: ref('excluded.kind') })),
    )
    .execute()
}

export async function readChoices(executor: Executor, userId: number): Promise<NotificationChoices> {
  const { rows } = await sql<NotificationChoices[number]>`
    SELECT kind, 'site' = ANY (wanted) AS site, 'mail' = ANY (wanted) AS mail,
      'push' = ANY (wanted) AS push, 'game' = ANY (wanted) AS game
    FROM unnest(${notificationKinds}::text[]) WITH ORDINALITY AS kinds (kind, position)
      CROSS JOIN LATERAL wanted_channels(${userId}, kind) AS wanted
    ORDER BY position
  `.execute(executor)
  return rows
}

/** Adds and removes channels of a kind; those that are not named stay as they are. */
export async function storeChoice(
  executor: Executor,
  userId: number,
  {
    kind,
    ...choice
  }: { readonly kind: NotificationKind } & {
    readonly [channel in NotificationChannel]?: boolean | undefined
  },
): Promise<void> {
  const added = notificationChannels.filter((channel) => choice[channel] === true)
  const removed = notificationChannels.filter((channel) => choice[channel] === false)
  const changed = (channels: ReturnType<typeof sql>) => sql`ARRAY(
    SELECT unnest(${channels}) UNION SELECT unnest(${added}::text[]) EXCEPT SELECT unnest(${removed}::text[]) ORDER BY 1)`
  await sql`
    INSERT INTO notification_choices (user_id, kind, channels)
    VALUES (${userId}, ${kind}, ${changed(sql`default_channels(${kind})`)})
    ON CONFLICT (user_id, kind) DO UPDATE SET channels = ${changed(sql`notification_choices.channels`)}
  `.execute(executor)
}

/** Adds push to the default kinds of a member who has not chosen it for any, except muted ones. */
export async function storeFirstPushKinds(transaction: Executor, userId: number): Promise<void> {
  await sql`
    INSERT INTO notification_choices (user_id, kind, channels)
    SELECT ${userId}, kind, default_channels(kind) || ARRAY['push'] FROM unnest(${kindsPushedAtFirst}::text[]) AS kind
    WHERE NOT EXISTS (SELECT FROM notification_choices WHERE user_id = ${userId} AND 'push' = ANY (channels))
    ON CONFLICT (user_id, kind) DO UPDATE SET channels = notification_choices.channels || ARRAY['push']
      WHERE notification_choices.channels <> '{}'
  `.execute(transaction)
}
