import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { GameServerRecord } from '../../../../contract/matches/game-servers-schemas.ts'
import { useSite } from '../../../platform/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { CopyButton, CopyRow } from '../../../ui/copy-button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { ServerState } from './server-state.tsx'
import { snippetsOf } from './snippets.ts'

interface NewKeyProps {
  readonly server: GameServerRecord
  readonly secret: string
  readonly onDone: () => void
}

/** The secret of a key that was just made, ready to paste, and whether the server has spoken with it. */
export function NewKey({ server, secret, onDone }: NewKeyProps) {
  const { t } = useLingui()

  const { publicUrl } = useSite()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const snippets = snippetsOf({ url: publicUrl, secret })
  return (
    <Card tone="ember" className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-2">
          <CardTitle ref={title} tabIndex={-1} className="wrap-anywhere outline-none">
            <Trans>Connect {{ name: server.name }}</Trans>
          </CardTitle>
          <CardText>
            <Trans>
              The secret is shown only now. Whoever has it can report matches. Keep it like a password.
            </Trans>
          </CardText>
        </div>
        <div role="status">
          <ServerState server={server} />
        </div>
      </div>
      <CopyRow label={t`Secret`} value={secret} />
      <Tabs defaultValue={snippets[0]?.software ?? ''}>
        <TabList aria-label={t`Software of the game server`}>
          {snippets.map(({ software }) => (
            <Tab key={software} value={software}>
              {software}
            </Tab>
          ))}
        </TabList>
        {snippets.map(({ software, into, text, docs }) => (
          <TabPanel key={software} value={software} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <p className="text-ink-soft text-sm">{t(into)}</p>
            <pre className="wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-ground p-4 text-sm leading-relaxed">
              <code>{text}</code>
            </pre>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-ink-faint text-sm">
                <Trans>
                  More in <code>{docs}</code>
                </Trans>
              </p>
              <CopyButton value={text} what={t`text for ${software}`} />
            </div>
          </TabPanel>
        ))}
      </Tabs>
      <div className="flex justify-end border-line border-t pt-5">
        <Button onClick={onDone}>{server.state === 'waiting' ? t`I have stored the secret` : t`Done`}</Button>
      </div>
    </Card>
  )
}
