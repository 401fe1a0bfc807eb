import { type RawBuilder, sql } from 'kysely'
import type { ContactMessage } from '../../../../../contract/admin/admin-schemas.ts'
import type { Executor } from '../../../../platform/database.ts'

interface MessageRow extends Omit<ContactMessage, 'createdAt' | 'readAt' | 'answer'> {
  readonly created_at: Date
  readonly read_at: Date | null
  readonly answer: string | null
  readonly answered_at: Date | null
  readonly answered_by: string | null
}

const columns = sql`contact_messages.id, name, contact_messages.email, subject, message, flagged,
  user_id AS "userId", contact_messages.created_at, read_at, readers.shown_name AS "readBy", answer, answered_at,
  answerers.shown_name AS answered_by`

const withPeople = sql`contact_messages LEFT JOIN users AS readers ON readers.id = read_by
  LEFT JOIN users AS answerers ON answerers.id = contact_messages.answered_by`

const messageOf = ({
  created_at,
  read_at,
  answer,
  answered_at,
  answered_by,
  ...row
}: MessageRow): ContactMessage => ({
  ...row,
  createdAt: created_at.toISOString(),
  readAt: read_at?.toISOString() ?? null,
  answer:
    answer === null || answered_at === null
      ? null
      : { text: answer, at: answered_at.toISOString(), by: answered_by },
})

const shown = {
  all: sql``,
  unread: sql`AND read_at IS NULL AND NOT flagged`,
  flagged: sql`AND flagged`,
} as const

export interface MessagesPage {
  readonly before?: number | undefined
  readonly limit: number
  readonly show: keyof typeof shown
}

export const messagesPage = ({
  before,
  limit,
  show,
}: MessagesPage): RawBuilder<MessageRow> => sql<MessageRow>`
  SELECT ${columns} FROM ${withPeople}
  WHERE contact_messages.id < ${before ?? 2_147_483_647} ${shown[show]}
  ORDER BY contact_messages.id DESC LIMIT ${limit}
`

export async function listMessages(executor: Executor, page: MessagesPage): Promise<ContactMessage[]> {
  const { rows } = await messagesPage(page).execute(executor)
  return rows.map(messageOf)
}

export async function findMessage(executor: Executor, id: number): Promise<ContactMessage | undefined> {
  const { rows } = await sql<MessageRow>`
    SELECT ${columns} FROM ${withPeople}
    WHERE contact_messages.id = ${id} FOR UPDATE OF contact_messages
  `.execute(executor)
  return rows[0] && messageOf(rows[0])
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

/** Answers a message that has no answer yet, which also marks it as read. */
export async function storeAnswer(
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
