import { Trans, useLingui } from '@lingui/react/macro'
import { CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AdminOverview, SetupItem } from '../../contract/admin/admin-schemas.ts'
import { Card, CardText, CardTitle } from '../ui/card.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'

const settings = (scope: string, label: string) => (
  <Link
    to={`/admin/settings/${scope}`}
    className="font-semibold text-ember-bright underline underline-offset-4"
  >
    {label}
  </Link>
)

const words: Record<SetupItem['key'], readonly [title: string, how: ReactNode]> = {
  name: ['Name', <>{settings('identity', 'Name your network')}. Every page, mail and card then says it.</>],
  gameHost: [
    'Game server address',
    <>
      {settings('identity', 'Set the address')} that players type, ping it there, and let the server answer.
    </>,
  ],
  publicUrl: ['Public address', 'Set PUBLIC_URL to the address of this site, with https.'],
  look: ['Look', <>Choose {settings('look', 'logo, colours and the picture')} at the top of Home.</>],
  links: ['Outside links', <>Put your own addresses into {settings('links', 'the links')}.</>],
  discord: ['Discord invite', <>Put an invite that does not expire into {settings('links', 'the links')}.</>],
  gameServer: [
    'First game server',
    <>
      Make a key for it among {settings('game-servers', 'the game servers')}, and paste what the page shows.
    </>,
  ],
  staff: ['Staff', <>Send somebody {settings('invites', 'an invitation')} to join your team.</>],
  mail: ['Mail', 'Set SMTP_URL, MAIL_FROM and CONTACT_TO, so that messages reach you.'],
  backup: [
    'Backup',
    <>Make one, or choose the hour of a daily one, among {settings('backups', 'the backups')}.</>,
  ],
}

interface SetupListProps {
  readonly setup: readonly SetupItem[]
  readonly lastBackupAt: string | null
  readonly gameServer: AdminOverview['gameServer']
}

/** The settings that a new site still lacks, and how to make them. Renders nothing once all are made. */
export function SetupList({ setup, lastBackupAt, gameServer }: SetupListProps) {
  const open = setup.filter(({ done }) => !done)
  const done = setup.filter((item) => item.done)
  if (open.length === 0) return null
  return (
    <Card className="xl:row-span-2">
      <div className="flex items-baseline justify-between gap-4">
        <CardTitle>
          <Trans>Finish setting up</Trans>
        </CardTitle>
        <span className="text-ink-faint text-sm tabular-nums">
          {done.length} of {setup.length} done
        </span>
      </div>
      <ul className="mt-4 grid gap-3">
        {open.map(({ key }) => {
          const [title, how] = words[key]
          return (
            <li key={key} className="flex gap-3 text-sm">
              <CircleDashed aria-hidden className="mt-0.5 size-5 shrink-0 text-ember" />
              <div>
                <p className="font-semibold">{title}</p>
                <p className="text-ink-soft">
                  {key === 'backup' && <NewestBackup at={lastBackupAt} />}
                  {key === 'gameHost' && <LastSigns {...gameServer} />}
                  {how}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      {done.length > 0 && (
        <p className="mt-4 text-ink-faint text-sm">
          Done: {done.map(({ key }) => words[key][0]).join(', ')}
          {done.some(({ key }) => key === 'gameHost') && (
            <>
              {'. '}
              <LastSigns {...gameServer} />
            </>
          )}
        </p>
      )}
      <CardText className="mt-4 border-line border-t pt-4">
        <Trans>
          <code className="text-ink">npm run cli -- doctor</code> checks all of it and more.
        </Trans>
      </CardText>
    </Card>
  )
}

/** The last signs of the game server, with their age. */
function LastSigns({ pongAt, heartbeatAt }: AdminOverview['gameServer']) {
  const { t } = useLingui()
  return (
    <>
      Last pong: {pongAt === null ? t`none` : <RelativeTime iso={pongAt} />}, last heartbeat:{' '}
      {heartbeatAt === null ? t`none` : <RelativeTime iso={heartbeatAt} />}.{' '}
    </>
  )
}

function NewestBackup({ at }: { at: string | null }) {
  if (at === null) return 'There is none. '
  return (
    <Trans>
      The newest is from <RelativeTime iso={at} />.{' '}
    </Trans>
  )
}
