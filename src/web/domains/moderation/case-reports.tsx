import { Link } from 'react-router'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { fewBlankLines } from '../../ui/few-blank-lines.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** What was said about the subject, the newest first, and by whom. */
export function CaseReports({ reports, count }: Pick<ModerationCase, 'reports' | 'count'>) {
  return (
    <ul aria-label="Reports" className="grid gap-2.5 text-sm">
      {reports.map(({ id, reason, reporter, matchId, createdAt }) => (
        <li key={id}>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {fewBlankLines(reason)}
          </p>
          <p className="text-ink-faint text-xs">
            {reporter === null ? (
              'an account that is gone'
            ) : (
              <Link
                to={`/player/${reporter.id}`}
                className="wrap-anywhere underline-offset-2 hover:text-ink hover:underline"
              >
                <bdi>{reporter.username}</bdi>
              </Link>
            )}
            , <RelativeTime iso={createdAt} />
            {matchId !== null && (
              <>
                {' · '}
                <Link
                  to={`/match/${matchId}`}
                  className="text-ink-soft underline underline-offset-2 hover:text-ember-bright"
                >
                  the match
                </Link>
              </>
            )}
          </p>
        </li>
      ))}
      {count > reports.length && <li className="text-ink-faint">and {count - reports.length} more</li>}
    </ul>
  )
}
