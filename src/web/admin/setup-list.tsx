import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AdminOverview, SetupItem } from '../../contract/admin/admin-schemas.ts'
import type { Message } from '../../contract/languages.ts'
import { Card, CardText, CardTitle } from '../ui/card.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'

const SettingLink = ({ scope, children }: { scope: string; children?: ReactNode }) => (
  <Link to={`/admin/settings/${scope}`} className="font-semibold text-ink underline underline-offset-4">
    {children}
  </Link>
)

const titles: Record<SetupItem['key'], Message> = {
  name: msg`Name`,
  gameHost: msg`Game server address`,
  publicUrl: msg`Public address`,
  look: msg`Look`,
  links: msg`Outside links`,
  discord: msg`Discord invite`,
  gameServer: msg`First game server`,
  staff: msg`Staff`,
  mail: msg`Mail`,
  backup: msg`Backup`,
  mailSignIn: msg`Sign-in at the mail server`,
  webhooks: msg`Discord webhooks`,
}

const hows: Record<SetupItem['key'], () => ReactNode> = {
  name: () => (
    <Trans>
      <SettingLink scope="identity">Name your network</SettingLink>. Every page, mail and card then says it.
    </Trans>
  ),
  gameHost: () => (
    <Trans>
      <SettingLink scope="identity">Set the address</SettingLink> that players type, ping it there, and let
      the server answer.
    </Trans>
  ),
  publicUrl: () => (
    <Trans>
      <SettingLink scope="address">Set the address</SettingLink> at which visitors open this site, with https.
    </Trans>
  ),
  look: () => (
    <Trans>
      Choose <SettingLink scope="look">logo, colours and the picture</SettingLink> at the top of Home.
    </Trans>
  ),
  links: () => (
    <Trans>
      Put your own addresses into <SettingLink scope="links">the links</SettingLink>.
    </Trans>
  ),
  discord: () => (
    <Trans>
      Put an invite that does not expire into <SettingLink scope="links">the links</SettingLink>.
    </Trans>
  ),
  gameServer: () => (
    <Trans>
      Make a key for it among <SettingLink scope="game-servers">the game servers</SettingLink>, and paste what
      the page shows.
    </Trans>
  ),
  staff: () => (
    <Trans>
      Send somebody <SettingLink scope="invites">an invitation</SettingLink> to join your team.
    </Trans>
  ),
  mail: () => (
    <Trans>
      Name <SettingLink scope="mail">the mail server and where messages go</SettingLink>, and send yourself a
      test.
    </Trans>
  ),
  backup: () => (
    <Trans>
      Make one, or choose the hour of a daily one, among{' '}
      <SettingLink scope="backups">the backups</SettingLink>.
    </Trans>
  ),
  mailSignIn: () => (
    <Trans>
      What is stored cannot be decrypted, or is for another server, so no mail goes out.{' '}
      <SettingLink scope="mail">Enter it again</SettingLink>.
    </Trans>
  ),
  webhooks: () => (
    <Trans>
      Stored webhooks cannot be decrypted and are not in use.{' '}
      <Link to="/admin/discord" className="font-semibold text-ink underline underline-offset-4">
        Enter them again
      </Link>
      .
    </Trans>
  ),
}

interface SetupListProps {
  readonly setup: readonly SetupItem[]
  readonly lastBackupAt: string | null
  readonly gameServer: AdminOverview['gameServer']
}

/** The settings that a new site still lacks, and how to make them. Renders nothing once all are made. */
export function SetupList({ setup, lastBackupAt, gameServer }: SetupListProps) {
  const { t } = useLingui()
  const open = setup.filter(({ done }) => !done)
  const done = setup.filter((item) => item.done)
  if (open.length === 0) return null
  return (
    <Card className="xl:row-span-3">
      <div className="flex items-baseline justify-between gap-4">
        <CardTitle>
          <Trans>Finish setting up</Trans>
        </CardTitle>
        <span className="text-ink-faint text-sm tabular-nums">
          <Trans>
            {{ done: done.length }} of {{ all: setup.length }} done
          </Trans>
        </span>
      </div>
      <ul className="mt-4 grid gap-3">
        {open.map(({ key }) => {
          const How = hows[key]
          return (
            <li key={key} className="flex gap-3 text-sm">
              <CircleDashed aria-hidden className="mt-0.5 size-5 shrink-0 text-ember" />
              <div>
                <p className="font-semibold">{t(titles[key])}</p>
                <p className="text-ink-soft">
                  {key === 'backup' && <NewestBackup at={lastBackupAt} />}
                  {key === 'gameHost' && <LastSigns {...gameServer} />}
                  <How />
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      {done.length > 0 && (
        <p className="mt-4 text-ink-faint text-sm">
          <Trans>Done: {{ titles: done.map(({ key }) => t(titles[key])).join(', ') }}</Trans>
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
  const pong = pongAt === null ? t`none` : <RelativeTime iso={pongAt} />
  const heartbeat = heartbeatAt === null ? t`none` : <RelativeTime iso={heartbeatAt} />
  return (
    <>
      <Trans>
        Last pong: {pong}, last heartbeat: {heartbeat}.
      </Trans>{' '}
    </>
  )
}

function NewestBackup({ at }: { at: string | null }) {
  return (
    <>
      {at === null ? (
        <Trans>There is none.</Trans>
      ) : (
        <Trans>
          The newest is from <RelativeTime iso={at} />.
        </Trans>
      )}{' '}
    </>
  )
}
