import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useCopied } from '../platform/use-copied.ts'
import { Button } from './button.tsx'

export interface CopyButtonProps {
  readonly value: string
  /** What is copied, for those who do not see what it stands beside: `server address`. */
  readonly what: string
  /** Says it all by itself: `Copy link`. */
  readonly label?: string
}

/** Puts `value` on the clipboard and says so; where the browser refuses, it shows the value in a toast instead. */
export function CopyButton({ value, what, label }: CopyButtonProps) {
  const { t } = useLingui()
  const { copied, copy } = useCopied(value)
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        onClick={copy}
        // As wide as its longer label, so that nothing beside it moves.
        className="min-w-27 noscript:hidden"
      >
        <Icon aria-hidden className="size-4" />
        <span>
          {copied ? t`Copied` : (label ?? t`Copy`)}
          {(copied || label === undefined) && <span className="sr-only"> {what}</span>}
        </span>
      </Button>
      <span role="status" className="sr-only">
        {copied && t`Copied ${what}`}
      </span>
    </>
  )
}

/** A value under its label, with its copy button. */
export function CopyRow({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dl className="min-w-0 text-sm">
        <dt className="text-ink-faint text-xs">{label}</dt>
        <dd className="wrap-anywhere font-bold">{value}</dd>
      </dl>
      <CopyButton value={value} what={label.toLowerCase()} />
    </div>
  )
}
