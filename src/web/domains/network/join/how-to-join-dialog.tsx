import { Trans, useLingui } from '@lingui/react/macro'
import { useSite } from '../../../platform/site.tsx'
import { CopyRow } from '../../../ui/copy-button.tsx'
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx'
import { DeviceTabs } from './device-tabs.tsx'

interface HowToJoinDialogProps extends Pick<DialogProps, 'returnFocusTo'> {
  /** Game version that the server reports; null while nobody knows. */
  readonly version: string | null
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** For everybody whom the add-server link does not help: the three fields to copy, and the way on each device. */
export function HowToJoinDialog({ version, ...state }: HowToJoinDialogProps) {
  const { t } = useLingui()
  const { name, gameHost, gamePort } = useSite()
  return (
    <Dialog
      title={t`How to join`}
      description={t`You need Minecraft: Bedrock Edition on Windows, a phone or a tablet. Consoles need a workaround. Java Edition cannot connect.`}
      {...state}
    >
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-3 rounded-md border border-line bg-ground p-4">
          <CopyRow label={t`Server Name`} value={name} />
          <CopyRow label={t`Server Address`} value={gameHost} />
          <CopyRow label={t`Port`} value={String(gamePort)} />
        </div>
        {version !== null && (
          <p className="text-ink-soft text-sm">
            <Trans>
              Server runs <b className="text-ink">{version}</b>: update your game if it cannot connect.
            </Trans>
          </p>
        )}
        <DeviceTabs />
      </div>
    </Dialog>
  )
}
