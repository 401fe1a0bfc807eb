import { Tabs as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

/** `<Tabs defaultValue="a"><TabList aria-label="…"><Tab value="a">A</Tab>…</TabList><TabPanel value="a">…</TabPanel>…` */
export function Tabs(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root {...props} />
}

export function TabList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      className={classes(
        'flex gap-1 overflow-x-auto rounded-md border border-line bg-ground-band p-1',
        className,
      )}
      {...props}
    />
  )
}

export function Tab({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={classes(
        'min-h-9 flex-1 whitespace-nowrap rounded-sm px-4 font-semibold text-ink-soft text-sm outline-offset-0 transition-colors hover:text-ink data-[state=active]:bg-ground-raised data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_0_var(--color-ember)]',
        className,
      )}
      {...props}
    />
  )
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content className={classes('mt-5', className)} {...props} />
}
