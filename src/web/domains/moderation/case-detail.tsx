import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { linkTo } from '../../../contract/links.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { newsPath } from '../../../contract/news/news.ts'
import { fewBlankLines } from '../../ui/form/few-blank-lines.ts'
import { Time } from '../../ui/time.tsx'
import { CaseDecision } from './case-decision.tsx'
import { CaseOutcome } from './case-outcome.tsx'
import { CasePerson } from './case-person.tsx'
import { CaseReports } from './case-reports.tsx'
import { SeverityMark } from './case-row.tsx'
import { CaseTimeline } from './case-timeline.tsx'
import { ReopenCase } from './reopen-case.tsx'
import { foundWords } from './subject-words.ts'
import type { AllCaseForms } from './use-case-form.ts'

const words = {
  removed: (count: number) => msg`${plural(count, { one: '# removed', other: '# removed' })}`,
  actioned: (count: number) => msg`${plural(count, { one: '# dealt with', other: '# dealt with' })}`,
  dismissed: (count: number) =>
    msg`${plural(count, { one: '# without violation', other: '# without violation' })}`,
} as const

const outcomes = ['removed', 'actioned', 'dismissed'] as const

/** What was decided about the same person before, and whether they are restricted. */
function CaseHistory({ one: { earlier, restriction } }: { one: ModerationCase }) {
  const { t } = useLingui()
  const before = outcomes
    .filter((outcome) => earlier[outcome] > 0)
    .map((outcome) => t(words[outcome](earlier[outcome])))
  return (
    <p className="mt-1 text-ink-soft text-sm">
      {before.length === 0 ? t`No earlier case` : t`Earlier cases: ${{ cases: before.join(', ') }}`}
      {restriction !== null && (
        <span className="text-bad">
          {' · '}
          {restriction.until === null ? (
            t`restricted for good`
          ) : (
            <Trans>
              restricted until <Time iso={restriction.until} />
            </Trans>
          )}
        </span>
      )}
    </p>
  )
}

interface CaseDetailProps {
  readonly one: ModerationCase
  readonly work: AllCaseForms
  readonly onPostRemoved: () => void
}

/**
 * All reports about one post, comment or player: what was said and what came before, and the decision after it. Its
 * people and the timeline come later than the rest, and stand where they move no decision.
 */
export function CaseDetail({ one, work, onPostRemoved }: CaseDetailProps) {
  const { t } = useLingui()
  return (
    <div className="@container">
      <div className="grid @2xl:grid-cols-[minmax(0,1fr)_17.5rem] @2xl:grid-rows-[auto_auto_1fr] gap-x-6 gap-y-5">
        <div className="grid min-w-0 content-start gap-3">
          <header>
            <p className="flex flex-wrap items-center gap-2">
              <SeverityMark severity={one.severity} />
              <span className="rounded-sm bg-line px-1.5 py-0.5 font-semibold text-ink-soft text-xs tabular-nums">
                {t(foundWords(one))}
              </span>
            </p>
            <CaseHistory one={one} />
          </header>
          {(one.subjectType === 'post' || one.subjectType === 'comment') && <CaseExcerpt one={one} />}
          <CaseReports one={one} />
        </div>
        <div className="border-line @max-2xl:border-t @max-2xl:pt-4 @2xl:col-start-2 @2xl:row-span-3 @2xl:row-start-1 @2xl:border-s @2xl:ps-6">
          {one.status === 'open' ? (
            <CaseDecision open={one} work={work} onPostRemoved={onPostRemoved} />
          ) : (
            <div className="grid justify-items-start gap-3">
              <CaseOutcome one={one} />
              <ReopenCase decided={one} onReopened={() => work.finish(one)} />
            </div>
          )}
        </div>
        <div className="grid min-w-0 content-start gap-3 empty:hidden">
          {[one.subject, one.other].map(
            (person) => person !== null && <CasePerson key={person.id} person={person} />,
          )}
        </div>
        <CaseTimeline one={one} />
      </div>
    </div>
  )
}

/** The post or comment as it was when it was last reported. Its picture keeps its place while it loads. */
function CaseExcerpt({ one }: { one: ModerationCase }) {
  const { t } = useLingui()
  const { subjectType, excerpt, earlierTexts = [], mediaUrl, postId, newsSlug, isThere } = one
  return (
    <blockquote className="rounded-md border-line-strong border-s-2 bg-ground p-3.5 text-sm leading-relaxed">
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {excerpt !== null && fewBlankLines(excerpt)}
      </p>
      {mediaUrl !== null && (
        <img
          src={mediaUrl}
          alt={t`Attached to the post`}
          loading="lazy"
          className="mt-3 h-48 w-full object-contain object-left"
        />
      )}
      {earlierTexts.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer text-ink-soft">
            <Trans>Before it was edited</Trans>
          </summary>
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
      {postId != null && (
        <SubjectLink to={placeOf(`/posts/${postId}`, one)}>
          <Trans>Below this post</Trans>
        </SubjectLink>
      )}
      {newsSlug != null && (
        <SubjectLink to={placeOf(newsPath(newsSlug), one)}>
          <Trans>Below this news item</Trans>
        </SubjectLink>
      )}
      {!isThere && (
        <p className="mt-2 text-ink-faint">
          {subjectType === 'post' ? t`(the post is gone)` : t`(the comment is gone)`}
        </p>
      )}
    </blockquote>
  )
}

/** Where a comment is on its page, also where it was: the page says that it is gone. */
const placeOf = (page: string, { subjectType, subjectId }: ModerationCase) =>
  subjectType === 'comment' ? linkTo(page, 'comment', subjectId) : page

const SubjectLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="mt-2 inline-block min-h-6 text-ink-soft underline underline-offset-2 hover:text-ember-bright"
  >
    {children}
  </Link>
)
