import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { isBeside } from './is-beside.ts'

interface AdminDetailProps {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The detail of the open row of a staff list. The dialog is not modal, so that the list beside it stays in use. */
export function AdminDetail({ title, onClose, children }: AdminDetailProps) {
  const { t } = useLingui()
  return (
    <Primitive.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Content
        data-detail
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          // Beside the list, the keys go on in the row that they opened.
          if (isBeside() && document.activeElement?.matches('[data-row]')) event.preventDefault()
        }}
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => {
          // Escape must not take away what somebody types.
          if ((event.target as Element).closest('textarea, input') !== null) event.preventDefault()
        }}
        className="relative min-w-0 scroll-mt-24 rounded-lg border border-line-strong bg-ground-card p-4 sm:p-5 xl:sticky xl:top-24 xl:max-h-[calc(100dvh-7rem)] xl:overflow-y-auto"
      >
        <Primitive.Title className="wrap-anywhere pe-10 font-display text-2xl leading-tight">
          {title}
        </Primitive.Title>
        <div className="mt-3">{children}</div>
        <Primitive.Close
          aria-label={t`Close`}
          className="absolute top-3 end-3 inline-flex size-9 items-center justify-center rounded-md text-ink-soft hover:bg-line hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Root>
  )
}
