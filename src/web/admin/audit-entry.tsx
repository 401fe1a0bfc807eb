import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { RankSchema } from '../../contract/accounts/ranks-schemas.ts'
import type { AuditEntry } from '../../contract/admin/admin-schemas.ts'
import { Trans as Sentence, useSay } from '../platform/translation.tsx'
import { RankBadge } from '../ui/rank-badge.tsx'
import { Time } from '../ui/time.tsx'
import { AuditChanges } from './audit-changes.tsx'
import { actorWords, auditSentence, subjectPath, subjectWords } from './audit-words.ts'

/** One audit entry: when, who, what, and each value before and after. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { id, at, action, subjectType, subjectId, subjectName, before, after } = entry
  const say = useSay()
  const kind = say(subjectWords(subjectType))
  const subject = subjectId === null ? kind : `${kind} ${subjectId}`
  const path = subjectPath(subjectType, subjectId)
  return (
    <li className="grid gap-x-5 gap-y-1.5 px-4 py-3 md:grid-cols-[9.5rem_minmax(0,1fr)]">
      <Time iso={at} className="text-ink-faint text-xs tabular-nums leading-6" />
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm leading-6">
          <span className="text-ink-soft [&_a]:text-ink [&_b]:text-ink">
            <Sentence
              {...auditSentence(action)}
              values={{ who: <Actor entry={entry} />, action, number: subjectId, subject }}
              components={{
                0:
                  path === null ? (
                    <b />
                  ) : (
                    <Link
                      to={path}
                      className="font-semibold underline-offset-4 hover:text-ember-bright hover:underline"
                    />
                  ),
              }}
            />
          </span>
          {subjectName !== null && (
            <span className="wrap-anywhere max-w-full text-ink-soft">
              <Trans>
                “<bdi dir="auto">{subjectName}</bdi>”
              </Trans>
            </span>
          )}
          {subjectId !== null && (
            <Link
              to={{ search: `?subject=${subjectType}:${subjectId}` }}
              className="text-ink-soft text-xs underline underline-offset-2 hover:text-ember-bright"
            >
              <Trans>
                History<span className="sr-only"> of {subject}</span>
              </Trans>
            </Link>
          )}
        </p>
        <AuditChanges id={id} before={before} after={after} />
      </div>
    </li>
  )
}

function Actor({ entry: { actorId, actorName, actorRank } }: { entry: AuditEntry }) {
  const say = useSay()
  const rank = RankSchema.safeParse(actorRank).data
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 text-ink">
      {actorId === null ? (
        <bdi className="wrap-anywhere font-bold">{say(actorWords(actorName))}</bdi>
      ) : (
        <Link
          to={`/player/${actorId}`}
          className="wrap-anywhere font-bold underline-offset-4 hover:text-ember-bright hover:underline"
        >
          <bdi>{actorName}</bdi>
        </Link>
      )}
      {rank !== undefined && <RankBadge rank={rank} />}
    </span>
  )
}
