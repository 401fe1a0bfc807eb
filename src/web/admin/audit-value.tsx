import { Time } from '../ui/time.tsx'

const mostAtOnce = 280
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A value of a record as it was written down: a moment as a date, a long text folded. */
export function AuditValue({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '')
    return (
      <>
        <span aria-hidden>—</span>
        <span className="sr-only">nothing</span>
      </>
    )
  const text = textOf(value)
  if (isMoment(text)) return <Time iso={text} />
  const letters = [...text]
  if (letters.length <= mostAtOnce) return <bdi className="wrap-anywhere whitespace-pre-wrap">{text}</bdi>
  return (
    <details className="group wrap-anywhere">
      <summary className="cursor-pointer">
        <bdi className="group-open:hidden">{letters.slice(0, mostAtOnce).join('')}…</bdi>
        <span className="hidden text-ink-faint group-open:inline">Fold</span>
      </summary>
      <bdi className="whitespace-pre-wrap">{text}</bdi>
    </details>
  )
}
