import { Tabs as Primitive } from 'radix-ui'
import { type ComponentProps, createContext, use, useId, useState } from 'react'
import { classes } from './classes.ts'

const Chosen = createContext({ id: '', chosen: '' })

interface TabsProps extends Omit<ComponentProps<typeof Primitive.Root>, 'value' | 'defaultValue'> {
  /** Without it the tabs keep their own choice, beginning with `defaultValue`. */
  readonly value?: string
  readonly defaultValue?: string
}

/** A reference to an id ends at a space, which a value may have. */
const idOf = (id: string, part: 'tab' | 'panel', value: string) =>
  `${id}-${part}-${encodeURIComponent(value)}`

/** `<Tabs defaultValue="a"><TabList aria-label="…"><Tab value="a">A</Tab>…</TabList><TabPanel value="a">…</TabPanel>…` */
export function Tabs({ value, defaultValue = '', onValueChange, ...props }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(defaultValue)
  const chosen = value ?? own

  function choose(next: string) {
    setOwn(next)
    onValueChange?.(next)
  }

  return (
    <Chosen value={{ id, chosen }}>
      <Primitive.Root value={chosen} onValueChange={choose} {...props} />
    </Chosen>
  )
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

export function Tab({ value, className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  const { id } = use(Chosen)
  return (
    <Primitive.Trigger
      value={value}
      id={idOf(id, 'tab', value)}
      aria-controls={idOf(id, 'panel', value)}
      className={classes(
        'min-h-9 flex-1 whitespace-nowrap rounded-sm px-4 font-semibold text-ink-soft text-sm outline-offset-0 transition-colors hover:text-ink data-[state=active]:bg-ground-raised data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_0_var(--color-ink)]',
        className,
      )}
      {...props}
    />
  )
}

interface TabPanelProps extends ComponentProps<'div'> {
  readonly value: string
}

/** Not Radix's: it measures animations during hydration, which makes React run all effects of the page at once. */
export function TabPanel({ value, className, children, ...props }: TabPanelProps) {
  const { id, chosen } = use(Chosen)
  const isChosen = value === chosen
  return (
    <div
      role="tabpanel"
      id={idOf(id, 'panel', value)}
      aria-labelledby={idOf(id, 'tab', value)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without anything to focus is read by keyboard (WAI-ARIA APG, Tabs)
      tabIndex={0}
      hidden={!isChosen}
      className={classes('mt-5', className)}
      {...props}
    >
      {isChosen && children}
    </div>
  )
}
