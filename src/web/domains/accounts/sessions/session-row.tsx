import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import type { OwnSession } from '../../../../contract/accounts/sessions-schemas.ts'
import type { Text } from '../../../../contract/languages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Time } from '../../../ui/time.tsx'

/** The first that fits: Edge and Opera say Chrome as well, Chrome says Safari, and an iPhone says Mac OS X. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bXbox\b/, 'Xbox'],
  [/\bPlayStation\b/, 'PlayStation'],
  [/\bNintendo\b/, 'Nintendo'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const firstIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** `Firefox on Windows`, as far as the User-Agent says. It can be any text. */
export function deviceName(userAgent: string | null): Text {
  const text = userAgent ?? ''
  const browser = firstIn(browsers, text)
  const system = firstIn(systems, text)
  if (browser !== undefined && system !== undefined) return msg`${browser} on ${system}`
  return browser ?? system ?? msg`Unknown device`
}

const isHandheld = (userAgent: string | null) => /\b(?:iPhone|iPad|Android)\b/.test(userAgent ?? '')

interface SessionRowProps {
  readonly session: OwnSession
  readonly busy: boolean
  readonly onEnd: () => void
}

export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { t } = useLingui()
  const { userAgent, address, createdAt, lastUsedAt, isCurrent } = session
  const device = deviceName(userAgent)
  const name = typeof device === 'string' ? device : t(device)
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor
  return (
    <li
      data-row=""
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
    >
      <div className="flex min-w-0 items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
        <div className="min-w-0 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
            {name}
            {isCurrent && (
              <Badge tone="good">
                <Trans>This device</Trans>
              </Badge>
            )}
          </p>
          <p className="text-ink-faint">
            <Trans>
              Last used <RelativeTime iso={lastUsedAt} />
            </Trans>
          </p>
          <p className="wrap-anywhere text-ink-faint">
            {address === null ? (
              <Trans>
                Signed in <Time iso={createdAt} />
              </Trans>
            ) : (
              <Trans>
                Signed in <Time iso={createdAt} /> from {address}
              </Trans>
            )}
          </p>
        </div>
      </div>
      {!isCurrent && (
        <Button
          look="quiet"
          size="sm"
          variant="red"
          aria-label={t`End the session of ${name}`}
          aria-disabled={busy || undefined}
          onClick={() => !busy && onEnd()}
        >
          {busy ? <Spinner /> : <LogOut aria-hidden className="size-4" />}
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  )
}
