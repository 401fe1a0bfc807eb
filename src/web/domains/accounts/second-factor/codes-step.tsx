import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSite } from '../../../platform/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'

/** Downloads a text file. */
function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** The recovery codes, which are shown once. */
export function CodesStep({ codes, username }: { codes: readonly string[]; username: string }) {
  const { t } = useLingui()
  const { name } = useSite()
  const place = useRef<HTMLParagraphElement>(null)
  // The previous step, which had the focus, was removed.
  useEffect(() => place.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div className="grid gap-5">
      <CardText ref={place} tabIndex={-1}>
        <Trans>
          Each of these codes signs you in once if you lose your phone. You only see them now, so keep them
          somewhere else.
        </Trans>
      </CardText>
      <ul
        aria-label={t`Recovery codes`}
        className="grid gap-x-6 gap-y-1.5 rounded-md border border-line bg-ground p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton value={text} what={t`recovery codes`} />
        <Button
          look="quiet"
          size="sm"
          onClick={() =>
            download('recovery-codes.txt', `${t`${name}, recovery codes of ${username}`}\n\n${text}\n`)
          }
        >
          <Download aria-hidden className="size-4" />
          <Trans>Download</Trans>
        </Button>
      </div>
      <DialogActions>
        <DialogClose>
          <Button>
            <Trans>I have saved them</Trans>
          </Button>
        </DialogClose>
      </DialogActions>
    </div>
  )
}
