import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react'
import { Button } from './button.tsx'
import { SubmitButton } from './form/submit-button.tsx'
import { overlayClass, panelClass } from './overlay.ts'

export interface DialogProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The button that opens it; omit it when the parent controls `open`. */
  readonly trigger?: ReactNode
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** What gets the focus when it closes, where the element that opened it is gone by then (a menu's entry). */
  readonly returnFocusTo?: RefObject<HTMLElement | null>
}

/** A modal dialog. Escape or a click outside closes it. */
export function Dialog({ title, description, children, trigger, returnFocusTo, ...state }: DialogProps) {
  const { t } = useLingui()
  return (
    <Primitive.Root {...state}>
      {trigger !== undefined && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          className={panelClass}
          // Radix warns about a missing description unless this is set.
          {...(description === undefined && { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            if (returnFocusTo === undefined) return
            event.preventDefault()
            returnFocusTo.current?.focus()
          }}
        >
          <Primitive.Title className="pe-10 wrap-anywhere font-display text-2xl leading-tight">
            {title}
          </Primitive.Title>
          {description !== undefined && (
            <Primitive.Description className="mt-2 text-ink-soft text-sm leading-relaxed">
              {description}
            </Primitive.Description>
          )}
          {children !== undefined && <div className="mt-5">{children}</div>}
          <Primitive.Close
            aria-label={t`Close`}
            className="absolute top-3 end-3 inline-flex size-9 items-center justify-center rounded-md text-ink-soft hover:bg-line hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description'> {
  readonly trigger: ReactNode
  readonly children: (close: () => void) => ReactNode
}

/** A dialog whose form closes it. */
export function FormDialog({ children, ...dialog }: FormDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog {...dialog} open={open} onOpenChange={setOpen}>
      {children(() => setOpen(false))}
    </Dialog>
  )
}

/** Closes the dialog around it: `<DialogClose><Button>Done</Button></DialogClose>`. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Primitive.Close asChild>{children}</Primitive.Close>
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}

/** Cancel, and the button that submits the form of a dialog. */
export function FormActions(submit: ComponentProps<typeof SubmitButton>) {
  return (
    <DialogActions>
      <DialogClose>
        <Button look="quiet">
          <Trans>Cancel</Trans>
        </Button>
      </DialogClose>
      <SubmitButton {...submit} />
    </DialogActions>
  )
}
