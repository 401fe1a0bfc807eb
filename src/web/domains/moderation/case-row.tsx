import { Trans, useLingui } from '@lingui/react/macro'
import { FileText, MessageSquare, Radar, User } from 'lucide-react'
import { Link } from 'react-router'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { reportClasses } from '../../../contract/moderation/report-classes.ts'
import { useViewer } from '../../platform/viewer.ts'
import { AdminRow } from '../../ui/admin-list/admin-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { OutcomeBadge } from './case-outcome.tsx'
import { foundWords, subjectWords } from './subject-words.ts'
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
      {subjectWords[subjectType]} <PersonName person={subject} hasLink={hasLinks} />
      {other !== null && (
        <Trans>
          {' '}
          and <PersonName person={other} hasLink={hasLinks} />
        </Trans>
      )}
    </>
  )
}

function PersonName({ person, hasLink }: { person: ModerationCase['subject']; hasLink: boolean }) {
  if (person === null) return 'an account that is gone'
  if (!hasLink) return <bdi>{person.username}</bdi>
  return (
    <Link
      to={`/player/${person.id}`}
      className="wrap-anywhere text-ember-bright underline-offset-4 hover:underline"
    >
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
  return (
    <>
      {foundWords(one)}
      {one.class !== 'other' && one.pattern === null && `, ${reportClasses[one.class]}`},{' '}
      <RelativeTime iso={lastAt} />
      {status === 'open' && reopening !== null && t` · opened again`}
      {claim !== null && (
        <>
          {t` · claimed by `}
          {claim.id === viewer?.id ? t`you` : <bdi>{claim.username}</bdi>}
        </>
      )}
      {decidedAt !== null && (
        <>
          {t` · decided by `}
          {decidedBy === null ? t`an account that is gone` : <bdi>{decidedBy}</bdi>},{' '}
          <RelativeTime iso={decidedAt} />
        </>
      )}
    </>
  )
}
