import { FileText, MessageSquare, Radar, User } from 'lucide-react'
import { Link } from 'react-router'
import { newsPath } from '../../../contract/content/news.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { Badge } from '../../ui/badge.tsx'
import { fewBlankLines } from '../../ui/few-blank-lines.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Time } from '../../ui/time.tsx'
import { CaseDecision } from './case-decision.tsx'
import { CaseOutcome } from './case-outcome.tsx'
import { CaseReports } from './case-reports.tsx'
import { ReopenCase } from './reopen-case.tsx'
import { patternWords, subjectWords } from './subject-words.ts'
import type { AllCaseForms } from './use-case-form.ts'

const words = [
  ['removed', 'removed'],
  ['actioned', 'dealt with'],
  ['dismissed', 'without violation'],
] as const

/** What was decided about the same person before, and whether they are restricted. */
function CaseHistory({ one: { earlier, restriction } }: { one: ModerationCase }) {
  const before = words.filter(([key]) => earlier[key] > 0).map(([key, word]) => `${earlier[key]} ${word}`)
  return (
    <p className="mt-1 text-ink-soft text-sm">
      {before.length === 0 ? 'No earlier case' : `Earlier cases: ${before.join(', ')}`}
      {restriction !== null && (
        <span className="text-bad">
          {' · '}restricted{' '}
          {restriction.until === null ? (
            'for good'
          ) : (
            <>
              until <Time iso={restriction.until} />
            </>
          )}
        </span>
      )}
    </p>
  )
}

interface CaseCardProps {
  readonly one: ModerationCase
  /** Names the row for the keys of the list. */
  readonly name?: string
  /** Absent for a case that the viewer does not decide. */
  readonly selection?: { readonly isSelected: boolean; readonly toggle: () => void }
  readonly work: AllCaseForms
  readonly onPostRemoved: () => void
}

/** All reports about one post, comment or player: what was said and what came before on one side, the decision on the other. */
export function CaseCard({ one, name, selection, work, onPostRemoved }: CaseCardProps) {
  const headingId = `case-${one.id}`
  return (
    <article
      data-row
      data-key={name}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="scroll-my-4 grid gap-x-6 gap-y-5 rounded-lg border border-line bg-ground-card p-4 sm:p-5 md:grid-cols-[minmax(0,1fr)_17.5rem]"
    >
      <div className="grid min-w-0 content-start gap-3">
        <header>
          {selection !== undefined && (
            <label className="float-right flex min-h-6 cursor-pointer items-center gap-2 text-ink-soft text-sm">
              Select <bdi className="sr-only">{one.subject?.username ?? 'an account that is gone'}</bdi>
              <input
                type="checkbox"
                className="size-5 cursor-pointer accent-ember"
                checked={selection.isSelected}
                onChange={selection.toggle}
              />
            </label>
          )}
          <h2 id={headingId} className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold">
            <SubjectName one={one} />
            <SeverityMark severity={one.severity} />
            <span className="rounded-sm bg-line px-1.5 py-0.5 font-semibold text-ink-soft text-xs tabular-nums">
              {one.pattern !== null
                ? patternWords[one.pattern]
                : one.count === 1
                  ? '1 report'
                  : `${one.count} reports`}
            </span>
          </h2>
          <CaseHistory one={one} />
        </header>
        {(one.subjectType === 'post' || one.subjectType === 'comment') && <CaseExcerpt one={one} />}
        {one.status === 'open' && one.reopening !== null && (
          <CaseReopening reopening={one.reopening} note={one.note} />
        )}
        <CaseReports one={one} />
      </div>
      <div className="border-line max-md:border-t max-md:pt-4 md:border-l md:pl-6">
        {one.status === 'open' ? (
          <CaseDecision open={one} work={work} onPostRemoved={onPostRemoved} />
        ) : (
          <div className="grid justify-items-start gap-3">
            <CaseOutcome one={one} />
            <ReopenCase decided={one} />
          </div>
        )}
      </div>
    </article>
  )
}

const severityTones = { high: 'bad', medium: 'ember' } as const

/** Low is what most cases are; only more than that is said. */
function SeverityMark({ severity }: Pick<ModerationCase, 'severity'>) {
  if (severity === 'low') return null
  return <Badge tone={severityTones[severity]}>{severity === 'high' ? 'High' : 'Medium'}</Badge>
}

const subjectIcons = { post: FileText, comment: MessageSquare, player: User, pattern: Radar } as const

function SubjectName({ one: { subject, subjectType, other } }: { one: ModerationCase }) {
  const Icon = subjectIcons[subjectType]
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
      {subjectWords[subjectType]} <PersonLink person={subject} />
      {other !== null && (
        <>
          and <PersonLink person={other} />
        </>
      )}
    </>
  )
}

function PersonLink({ person }: { person: ModerationCase['subject'] }) {
  if (person === null) return 'an account that is gone'
  return (
    <Link
      to={`/player/${person.id}`}
      className="wrap-anywhere text-ember-bright underline-offset-4 hover:underline"
    >
      <bdi>{person.username}</bdi>
    </Link>
  )
}

/** The post or comment as it was when it was last reported. Its picture keeps its place while it loads. */
function CaseExcerpt({ one }: { one: ModerationCase }) {
  const { subjectType, excerpt, earlierTexts = [], mediaUrl, postId, newsSlug, isThere } = one
  return (
    <blockquote className="rounded-md border-line-strong border-l-2 bg-ground p-3.5 text-sm leading-relaxed">
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {excerpt !== null && fewBlankLines(excerpt)}
      </p>
      {mediaUrl !== null && (
        <img
          src={mediaUrl}
          alt="Attached to the post"
          loading="lazy"
          className="mt-3 h-48 w-full object-contain object-left"
        />
      )}
      {earlierTexts.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer text-ink-soft">Before it was edited</summary>
          {earlierTexts.map((text, index) => (
            <p
              // biome-ignore lint/suspicious/noArrayIndexKey: texts are only appended.
              key={index}
              dir="auto"
              className="wrap-anywhere mt-2 whitespace-pre-wrap text-ink-soft"
            >
              {fewBlankLines(text)}
            </p>
          ))}
        </details>
      )}
      {postId != null && <SubjectLink to={`/posts/${postId}`}>Below this post</SubjectLink>}
      {newsSlug != null && <SubjectLink to={newsPath(newsSlug)}>Below this news item</SubjectLink>}
      {!isThere && <p className="mt-2 text-ink-faint">(the {subjectType} is gone)</p>}
    </blockquote>
  )
}

const SubjectLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="mt-2 inline-block min-h-6 text-ink-soft underline underline-offset-2 hover:text-ember-bright"
  >
    {children}
  </Link>
)

/** Why a case that was decided is open again, and what was noted then. */
function CaseReopening({
  reopening: { by, at, reason },
  note,
}: { reopening: NonNullable<ModerationCase['reopening']> } & Pick<ModerationCase, 'note'>) {
  return (
    <div className="wrap-anywhere grid gap-1 rounded-md bg-ground p-3 text-sm">
      <p>
        Opened again by {by === null ? 'an account that is gone' : <bdi className="font-bold">{by}</bdi>},{' '}
        <RelativeTime iso={at} />
      </p>
      <p dir="auto" className="whitespace-pre-wrap">
        {fewBlankLines(reason)}
      </p>
      {note !== null && (
        <p dir="auto" className="whitespace-pre-wrap text-ink-soft">
          Noted then: {fewBlankLines(note)}
        </p>
      )}
    </div>
  )
}
