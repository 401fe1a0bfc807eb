import { useLingui } from '@lingui/react/macro'
import { AlertDialog } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { overlayClass, panelClass } from './overlay.ts'

export interface ConfirmProps {
  readonly title: ReactNode
  readonly description: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly variant?: ButtonVariant
  readonly trigger?: ReactNode
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly onConfirm: () => void
  /** Has the focus when it closes, where there is no `trigger`. */
  readonly returnFocusTo?: RefObject<HTMLElement | null>
  /** Fields between the question and its buttons. */
  readonly children?: ReactNode
}

/** Asks before something that cannot be undone. Only its two buttons and Escape close it, and Cancel has the focus. */
export function Confirm({
  title,
  description,
  confirmLabel,
  cancelLabel,
  variant = 'red',
  trigger,
  onConfirm,
  children,
  returnFocusTo,
  ...state
}: ConfirmProps) {
  const { t } = useLingui()
  return (
    <AlertDialog.Root {...state}>
      {trigger !== undefined && <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>}
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content className={panelClass} onCloseAutoFocus={() => returnFocusTo?.current?.focus()}>
          <AlertDialog.Title className="wrap-anywhere font-display text-2xl leading-tight">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-soft text-sm leading-relaxed">
            {description}
          </AlertDialog.Description>
          {children !== undefined && <div className="mt-5">{children}</div>}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button look="quiet">{cancelLabel ?? t`Cancel`}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button variant={variant} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
