import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { listClass, listItemClass } from './overlay.ts'

export interface DropdownMenuProps {
  /** A button; it gets the menu's ARIA. */
  readonly trigger: ReactNode
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

/** A menu under a button. Not modal: the page behind it neither shifts nor stops scrolling. */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={8}
          collisionPadding={8}
          className={classes(listClass, 'min-w-52')}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Something to do; with `asChild` its only child (a link) becomes the entry. */
export function MenuItem({
  tone = 'plain',
  className,
  ...props
}: ComponentProps<typeof Primitive.Item> & { tone?: 'plain' | 'danger' }) {
  return (
    <Primitive.Item
      className={classes(listItemClass, tone === 'danger' ? 'text-bad' : 'text-ink-soft', className)}
      {...props}
    />
  )
}

export function MenuSeparator() {
  return <Primitive.Separator className="my-1 h-px bg-line" />
}
