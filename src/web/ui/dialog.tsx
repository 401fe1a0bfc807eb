import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { overlayClass, panelClass } from './overlay.ts'

export interface DialogProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The button that opens it; leave out when `open` is steered from outside. */
  readonly trigger?: ReactNode
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** A window over the page: it holds the focus, closes on Escape or a click beside it, and gives the focus back. */
export function Dialog({ title, description, children, trigger, ...state }: DialogProps) {
  return (
    <Primitive.Root {...state}>
      {trigger !== undefined && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          className={panelClass}
          // Radix wants the absence of a description said out loud.
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <Primitive.Title className="pr-10 wrap-anywhere font-display text-2xl leading-tight">
            {title}
          </Primitive.Title>
          {description !== undefined && (
            <Primitive.Description className="mt-2 text-ink-soft text-sm leading-relaxed">
              {description}
            </Primitive.Description>
          )}
          {children !== undefined && <div className="mt-5">{children}</div>}
          <Primitive.Close
            aria-label="Close"
            className="absolute top-3 right-3 inline-flex size-9 items-center justify-center rounded-md text-ink-soft hover:bg-line hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Closes the dialog around it: `<DialogClose><Button>Cancel</Button></DialogClose>`. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Primitive.Close asChild>{children}</Primitive.Close>
}

/** The row of buttons at a dialog's end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
