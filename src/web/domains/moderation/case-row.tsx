import { Trans, useLingui } from '@lingui/react/macro'
import { FileText, MessageSquare, Radar, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { reportClasses } from '../../../contract/moderation/report-classes.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Badge } from '../../ui/badge.tsx'
import { AdminRow } from '../../ui/list/admin-list/admin-row.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { OutcomeBadge } from './case-outcome.tsx'
import { caseName, foundWords } from './subject-words.ts'
import { useClaimEnd } from './use-claim.ts'

const severityTones = { high: 'bad', medium: 'ember' } as const

/** Most cases are low; only higher severities are shown. */
export function SeverityMark({ severity }: Pick<ModerationCase, 'severity'>) {
  const { t } = useLingui()
  if (severity === 'low') return null
  return <Badge tone={severityTones[severity]}>{severity === 'high' ? t`High` : t`Medium`}</Badge>
}

const subjectIcons = { post: FileText, comment: MessageSquare, player: User, pattern: Radar } as const

interface CaseTitleProps {
  readonly one: ModerationCase
  /** Whether names lead to the pages of their players. */
  readonly hasLinks?: boolean
}

/** The subject of a case and its person. */
export function CaseTitle({ one: { subject, subjectType, other }, hasLinks = false }: CaseTitleProps) {
  const Icon = subjectIcons[subjectType]
  return (
    <>
      <Icon aria-hidden className="me-1.5 inline size-4 align-[-0.125em] text-ink-faint" />
      <TitleWords
        subjectType={subjectType}
        subject={subject}
        name={subject && <PersonName person={subject} hasLink={hasLinks} />}
        second={other && <PersonName person={other} hasLink={hasLinks} />}
      />
    </>
  )
}

interface TitleWordsProps extends Pick<ModerationCase, 'subject' | 'subjectType'> {
  readonly name: ReactNode
  /** The other player of a pattern in matches. */
  readonly second: ReactNode
}

function TitleWords({ subject, subjectType, name, second }: TitleWordsProps) {
  const { t } = useLingui()
  if (second !== null)
    return subject === null ? (
      <Trans>Matches of an account that is gone and {second}</Trans>
    ) : (
      <Trans>
        Matches of {name} and {second}
      </Trans>
    )
  if (subject === null) return t(caseName({ subjectType, subject }))
  switch (subjectType) {
    case 'post':
      return <Trans>Post by {name}</Trans>
    case 'comment':
      return <Trans>Comment by {name}</Trans>
    case 'player':
      return <Trans>Player {name}</Trans>
    case 'pattern':
      return <Trans>Matches of {name}</Trans>
  }
}

interface PersonNameProps {
  readonly person: NonNullable<ModerationCase['subject']>
  readonly hasLink: boolean
}

function PersonName({ person, hasLink }: PersonNameProps) {
  if (!hasLink) return <bdi>{person.username}</bdi>
  return (
    <Link to={`/player/${person.id}`} className="wrap-anywhere text-ink underline underline-offset-4">
      <bdi>{person.username}</bdi>
    </Link>
  )
}

interface CaseRowProps {
  readonly one: ModerationCase
  /** Key of the row. */
  readonly name: string
  readonly isOpen: boolean
  readonly onOpen: () => void
  /** Absent for a case that the viewer does not decide. */
  readonly selection?: { readonly isSelected: boolean; readonly toggle: () => void }
}

/** A case in the list: how severe, what and who it is about, how old it is, and who has it or decided it. */
export function CaseRow({ one, ...state }: CaseRowProps) {
  useClaimEnd(one.claim)
  const isOpenCase = one.status === 'open'
  const said = (isOpenCase ? null : one.note) || one.excerpt || one.reports[0]?.reason
  return (
    <AdminRow
      title={<CaseTitle one={one} />}
      marks={
        <>
          <SeverityMark severity={one.severity} />
          <OutcomeBadge status={one.status} />
        </>
      }
      excerpt={said}
      facts={<CaseFacts one={one} />}
      isNew={isOpenCase && one.claim === null}
      {...state}
    />
  )
}

function CaseFacts({ one }: { one: ModerationCase }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { claim, status, decidedBy, decidedAt, reopening, lastAt } = one
  const holder = claim?.username
  return (
    <>
      {t(foundWords(one))}
      {one.class !== 'other' && one.pattern === null && `, ${t(reportClasses[one.class])}`},{' '}
      <RelativeTime iso={lastAt} />
      {status === 'open' && reopening !== null && t` · opened again`}
      {claim !== null && (
        <>
          {' · '}
          {claim.id === viewer?.id ? (
            t`claimed by you`
          ) : (
            <Trans>
              claimed by <bdi>{holder}</bdi>
            </Trans>
          )}
        </>
      )}
      {decidedAt !== null && (
        <>
          {' · '}
          {decidedBy === null ? (
            <Trans>
              decided by an account that is gone, <RelativeTime iso={decidedAt} />
            </Trans>
          ) : (
            <Trans>
              decided by <bdi>{decidedBy}</bdi>, <RelativeTime iso={decidedAt} />
            </Trans>
          )}
        </>
      )}
    </>
  )
}
