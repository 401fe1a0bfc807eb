import { type RawBuilder, sql } from 'kysely'
import type { ContactMessage } from '../../../../../contract/reports/contact-admin-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { type FilteredPage, pageStatement, rowsOfPage } from '../../../../platform/database/list-filters.ts'

interface MessageRow extends Omit<ContactMessage, 'createdAt' | 'readAt' | 'answer'> {
  readonly created_at: Date
  readonly read_at: Date | null
  readonly answer: string | null
  readonly answered_at: Date | null
  readonly answered_by: string | null
  readonly answer_mail_state: NonNullable<ContactMessage['answer']>['mail']
}

const columns = sql`contact_messages.id, name, contact_messages.email, subject, message, flagged,
  user_id AS "userId", contact_messages.created_at, read_at, readers.shown_name AS "readBy", answer, answered_at,
  answerers.shown_name AS answered_by,
  CASE WHEN answer_undelivered_at IS NOT NULL THEN 'undelivered' ELSE (
    SELECT CASE WHEN done_at IS NULL THEN 'waiting' ELSE 'sent' END FROM outbox WHERE outbox.id = answer_mail
  ) END AS answer_mail_state`

const withPeople = (
  messages: RawBuilder<unknown>,
) => sql`${messages} LEFT JOIN users AS readers ON readers.id = read_by
  LEFT JOIN users AS answerers ON answerers.id = contact_messages.answered_by`

const messageOf = ({
  created_at,
  read_at,
  answer,
  answered_at,
  answered_by,
  answer_mail_state,
  ...row
}: MessageRow): ContactMessage => ({
  ...row,
  createdAt: created_at.toISOString(),
  readAt: read_at?.toISOString() ?? null,
  answer:
    answer === null || answered_at === null
      ? null
      : { text: answer, at: answered_at.toISOString(), by: answered_by, mail: answer_mail_state },
})

const shown = {
  all: sql`true`,
  unread: sql`read_at IS NULL AND NOT flagged`,
  flagged: sql`flagged`,
} as const

export interface MessagesPage extends FilteredPage {
  readonly show: keyof typeof shown
}

const list = {
  table: 'contact_messages',
  time: 'created_at',
  assigneeColumns: ['answered_by', 'read_by'],
  text: sql<string>`(subject || E'\\n' || name || E'\\n' || email || E'\\n' || left(message, 1000))`,
} as const

/** Newest first, starting before the id `before`. Exported as a statement, so that tests can check its plan. */
export const messagesPage = (page: MessagesPage, isScan = false): RawBuilder<MessageRow> =>
  pageStatement(
    list,
    page,
    [shown[page.show]],
    (messages) => sql<MessageRow>`SELECT ${columns} FROM ${withPeople(messages)}`,
    isScan,
  )

export async function listMessages(executor: Executor, page: MessagesPage): Promise<ContactMessage[]> {
  const rows = await rowsOfPage(executor, page, (isScan) => messagesPage(page, isScan))
  return rows.map(messageOf)
}

const oneMessage = (id: number) => sql<MessageRow>`
  SELECT ${columns} FROM ${withPeople(sql`contact_messages`)} WHERE contact_messages.id = ${id}`

export async function findMessage(executor: Executor, id: number): Promise<ContactMessage | undefined> {
  const { rows } = await oneMessage(id).execute(executor)
  return rows[0] && messageOf(rows[0])
}

/** Returns the message, locked until the transaction ends. */
export async function lockMessage(transaction: Executor, id: number): Promise<ContactMessage | undefined> {
  const { rows } = await sql<MessageRow>`${oneMessage(id)} FOR UPDATE OF contact_messages`.execute(
    transaction,
  )
  return rows[0] && messageOf(rows[0])
}

/** Returns the language of the page that a message was sent from; null where it asked for none. */
export async function findLanguage(executor: Executor, id: number): Promise<string | null | undefined> {
  const { rows } = await sql<{ language: string | null }>`
    SELECT language FROM contact_messages WHERE id = ${id}
  `.execute(executor)
  return rows[0]?.language
}

/** The first reader stays recorded until the message is marked as unread. */
export async function markMessage(
  transaction: Executor,
  id: number,
  marks: { readonly read?: boolean | undefined; readonly flagged?: boolean | undefined },
  reader: number,
): Promise<void> {
  const { read, flagged } = marks
  await sql`
    UPDATE contact_messages SET
      flagged = coalesce(${flagged ?? null}, flagged),
      read_at = CASE WHEN ${read ?? null}::boolean IS NULL THEN read_at WHEN ${read ?? null} THEN coalesce(read_at, now()) END,
      read_by = CASE WHEN ${read ?? null}::boolean IS NULL THEN read_by WHEN ${read ?? null} THEN coalesce(read_by, ${reader}) END
    WHERE id = ${id}
  `.execute(transaction)
}

/** Gives messages the same mark and returns the ids of those that did not have it. Locks them in id order. */
export async function markMessages(
  transaction: Executor,
  ids: readonly number[],
  { read, flagged }: { readonly read?: boolean | undefined; readonly flagged?: boolean | undefined },
  reader: number,
): Promise<number[]> {
  const isOther = read === undefined ? sql`flagged <> ${flagged}` : sql`(read_at IS NOT NULL) <> ${read}`
  const change =
    read === undefined
      ? sql`flagged = ${flagged}`
      : read
        ? sql`read_at = now(), read_by = ${reader}::int`
        : sql`read_at = NULL, read_by = NULL`
  const { rows } = await sql<{ id: number }>`
    UPDATE contact_messages SET ${change} WHERE id IN (
      SELECT id FROM contact_messages WHERE id = ANY (${ids}::int[]) AND ${isOther} ORDER BY id FOR UPDATE)
    RETURNING id
  `.execute(transaction)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Stores the reply to a message without one, which also marks it as read. */
export async function storeReply(
  transaction: Executor,
  id: number,
  { text, by }: { readonly text: string; readonly by: number },
): Promise<void> {
  await sql`
    UPDATE contact_messages SET answer = ${text}, answered_at = now(), answered_by = ${by},
      read_at = coalesce(read_at, now()), read_by = coalesce(read_by, ${by})
    WHERE id = ${id}
  `.execute(transaction)
}

/** Stores which mail of the outbox has the reply. */
export async function storeReplyMail(transaction: Executor, id: number, mailId: string): Promise<void> {
  await sql`UPDATE contact_messages SET answer_mail = ${mailId} WHERE id = ${id}`.execute(transaction)
}
