import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '../../contract/admin/admin-schemas.ts'
import { ownValue } from '../../contract/own-value.ts'
import { useModeName } from '../domains/matches/presence/use-mode-name.ts'
import { useSay } from '../platform/translation.tsx'
import { Time } from '../ui/time.tsx'
import { fieldWords, valueWords } from './audit-words.ts'

const maxAtOnce = 280

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A value of a record as it was written down: a moment as a date, a long text folded. */
function AuditValue({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '')
    return (
      <>
        <span aria-hidden>—</span>
        <span className="sr-only">
          <Trans>nothing</Trans>
        </span>
      </>
    )
  const text = textOf(value)
  if (isMoment(text)) return <Time iso={text} />
  const mails = [...text]
  if (mails.length <= maxAtOnce) return <bdi className="wrap-anywhere whitespace-pre-wrap">{text}</bdi>
  return (
    <details className="group wrap-anywhere">
      <summary className="cursor-pointer">
        <bdi className="group-open:hidden">{mails.slice(0, maxAtOnce).join('')}…</bdi>
        <span className="hidden text-ink-faint group-open:inline">
          <Trans>Fold</Trans>
        </span>
      </summary>
      <bdi className="whitespace-pre-wrap">{text}</bdi>
    </details>
  )
}

type Values = AuditEntry['before']

const has = (values: Values, key: string) => values !== null && Object.hasOwn(values, key)

/** Each changed value before and after the action. */
export function AuditChanges({ id, before, after }: Pick<AuditEntry, 'id' | 'before' | 'after'>) {
  const { t } = useLingui()
  const say = useSay()
  const modeName = useModeName()
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (keys.length === 0) return null
  return (
    <dl aria-label={t`What changed, entry ${id}`} className="grid gap-1 text-sm">
      {keys.map((key) => (
        <div
          key={key}
          className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <dt className="wrap-anywhere text-ink-faint">{say(fieldWords(key))}</dt>
          <dd className="min-w-0 text-ink-soft">
            {has(before, key) && (
              <del className="text-ink-faint">
                <span className="sr-only">
                  <Trans>before:</Trans>{' '}
                </span>
                <AuditValue value={valueWords(key, ownValue(before, key), modeName, say)} />
              </del>
            )}
            {has(before, key) && has(after, key) && <span aria-hidden> → </span>}
            {has(after, key) && (
              <ins className="text-ink no-underline">
                <span className="sr-only">
                  <Trans>after:</Trans>{' '}
                </span>
                <AuditValue value={valueWords(key, ownValue(after, key), modeName, say)} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
