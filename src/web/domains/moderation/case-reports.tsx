import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Message } from '../../../contract/languages.ts'
import type { ChatLine, Evidence, ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { reportClasses } from '../../../contract/moderation/report-classes.ts'
import { ownValue } from '../../../contract/own-value.ts'
import { Badge } from '../../ui/badge.tsx'
import { fewBlankLines } from '../../ui/form/few-blank-lines.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Time } from '../../ui/time.tsx'
import { useModeName } from '../matches/presence/use-mode-name.ts'

/** What was reported about the subject, newest first, by whom, and what was known then. */
export function CaseReports({ one: { reports, count, subject, pattern } }: { one: ModerationCase }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Reports`} className="grid gap-3.5 text-sm">
      {reports.map(({ id, reason, class: about, reporter, matchId, evidence, server, chat, createdAt }) => (
        <li key={id} className="grid justify-items-start gap-1">
          {about !== 'other' && <Badge tone="quiet">{t(reportClasses[about])}</Badge>}
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {fewBlankLines(reason)}
          </p>
          <p className="text-ink-faint text-xs">
            {reporter === null ? (
              pattern === null ? (
                t`an account that is gone`
              ) : (
                t`Found by the site`
              )
            ) : (
              <Link
                to={`/player/${reporter.id}`}
                className="wrap-anywhere underline-offset-2 hover:text-ink hover:underline"
              >
                <bdi>{reporter.username}</bdi>
              </Link>
            )}
            , <RelativeTime iso={createdAt} />
            {server !== null && (
              <>
                {' · '}
                <span className="wrap-anywhere">
                  <Trans>
                    in game on <bdi>{server}</bdi>
                  </Trans>
                </span>
              </>
            )}
            {matchId !== null && (
              <>
                {' · '}
                <Link
                  to={`/match/${matchId}`}
                  className="text-ink-soft underline underline-offset-2 hover:text-ember-bright"
                >
                  <Trans>the match</Trans>
                </Link>
              </>
            )}
          </p>
          {evidence !== null && (
            <ReportEvidence
              evidence={evidence}
              nameNow={subject?.username}
              opponentTitle={pattern === null ? msg`Reporter` : msg`Opponent`}
            />
          )}
          {chat.length > 0 && <ReportedChat lines={chat} />}
        </li>
      ))}
      {count > reports.length && (
        <li className="text-ink-faint">
          <Trans>and {{ more: count - reports.length }} more</Trans>
        </li>
      )}
    </ul>
  )
}

const speakers: Readonly<Record<ChatLine['by'], Message | undefined>> = {
  subject: msg({ message: '(reported)', context: 'who wrote a line' }),
  reporter: msg({ message: '(reporter)', context: 'who wrote a line' }),
  other: undefined,
}

/** What was said in game before the report, oldest first. */
function ReportedChat({ lines }: { lines: readonly ChatLine[] }) {
  const { t } = useLingui()
  const count = lines.length
  return (
    <details open className="mt-1 w-full rounded-md bg-ground p-3 text-xs">
      <summary className="min-h-6 cursor-pointer text-ink-soft">
        {t`${plural(count, { one: '# chat line before the report', other: '# chat lines before the report' })}`}
      </summary>
      <ol aria-label={t`Chat before the report`} className="mt-2 grid gap-1.5">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change, and two may be equal.
          <Line key={index} line={line} />
        ))}
      </ol>
    </details>
  )
}

function Line({ line: { by, gamertag, text, at } }: { line: ChatLine }) {
  const { t } = useLingui()
  const speaker = speakers[by]
  return (
    <li className="wrap-anywhere border-line border-t pt-1.5">
      <Time iso={at} className="me-2 text-ink-faint" />
      <bdi className={by === 'subject' ? 'font-bold text-ember-bright' : 'font-bold'}>{gamertag}</bdi>
      {speaker !== undefined && <span className="text-ink-faint"> {t(speaker)}</span>}
      {': '}
      <bdi>{text}</bdi>
    </li>
  )
}

const results: Readonly<Record<string, Message>> = { win: msg`Won`, loss: msg`Lost`, draw: msg`Draw` }

function ResultWord({ result }: { result: string }) {
  const { t } = useLingui()
  const word = ownValue(results, result)
  return word === undefined ? result : t(word)
}

const shown = (value: string | number | null) => value ?? '–'

const opponentText = (opponent: Evidence['matches'][number]['reporter']) =>
  opponent === null
    ? '–'
    : `${opponent.kills} / ${opponent.deaths}, ${shown(opponent.input)}, ${
        opponent.pingMs === null ? '–' : `${opponent.pingMs} ms`
      }`

/** The matches at the time of the report, from the side of the reported player. */
function ReportEvidence({
  evidence: { name, matches },
  nameNow,
  opponentTitle,
}: {
  evidence: Evidence
  nameNow: string | undefined
  opponentTitle: Message
}) {
  const { t } = useLingui()
  const modeName = useModeName()
  const count = matches.length
  const titles = [t`Match`, t`Result`, t`K / D`, t({ message: 'Input', context: 'of a player' }), t`Ping`]
  const isRenamed = name !== null && name !== nameNow
  if (!isRenamed && matches.length === 0) return null
  return (
    <div className="mt-1 grid w-full gap-2 rounded-md bg-ground p-3 text-xs">
      {isRenamed && (
        <p className="wrap-anywhere">
          <Trans>
            Named <bdi className="font-bold">{name}</bdi> when reported
          </Trans>
        </p>
      )}
      {matches.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-ink-soft">
            {t`${plural(count, { one: '# match when reported', other: '# matches when reported' })}`}
          </summary>
          <div className="mt-2 overflow-x-auto">
            <table className="w-full min-w-104 text-start tabular-nums">
              <thead className="text-ink-faint">
                <tr>
                  {[...titles, t(opponentTitle)].map((title) => (
                    <th key={title} scope="col" className="py-1 pe-3 font-semibold">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {matches.map(
                  ({ matchId, mode, endedAt, isNamed, result, seconds, usualSeconds, ...stats }) => (
                    <tr key={matchId} className="border-line border-t">
                      <td className="py-1.5 pe-3">
                        <Link
                          to={`/match/${matchId}`}
                          className="underline underline-offset-2 hover:text-ember-bright"
                        >
                          {modeName(mode)}
                        </Link>
                        {isNamed && (
                          <span className="font-bold text-ember-bright">
                            {' '}
                            {t({ message: 'named', context: 'a match, by the report' })}
                          </span>
                        )}
                        <Time iso={endedAt} className="block text-ink-faint" />
                      </td>
                      <td className="pe-3">
                        <ResultWord result={result} />
                        {seconds !== undefined && (
                          <span className="block text-ink-faint">
                            {usualSeconds == null ? `${seconds} s` : t`${seconds} s of ${usualSeconds} s`}
                          </span>
                        )}
                      </td>
                      <td className="pe-3">
                        {stats.kills} / {stats.deaths}
                      </td>
                      <td className="pe-3">{shown(stats.input)}</td>
                      <td className="pe-3">
                        {stats.pingMs === null ? '–' : t`${{ pingMs: stats.pingMs }} ms`}
                      </td>
                      <td className="pe-3">{opponentText(stats.opponent ?? stats.reporter)}</td>
                    </tr>
                  ),
                )}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </div>
  )
}
