import { ChevronDown } from 'lucide-react'
import { Accordion as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** One section open at a time, and it can be closed again. */
export function Accordion({ children, defaultOpen }: { children: ReactNode; defaultOpen?: string }) {
  return (
    <Primitive.Root
      type="single"
      collapsible
      {...(defaultOpen !== undefined && { defaultValue: defaultOpen })}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-ground-card"
    >
      {children}
    </Primitive.Root>
  )
}

export interface AccordionSectionProps {
  /** Unique in its accordion. */
  readonly value: string
  readonly title: ReactNode
  readonly children: ReactNode
  readonly headingLevel?: 'h2' | 'h3' | 'h4'
}

export function AccordionSection({
  value,
  title,
  children,
  headingLevel: Heading = 'h3',
}: AccordionSectionProps) {
  return (
    <Primitive.Item value={value}>
      <Primitive.Header asChild>
        <Heading>
          <Primitive.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 px-5 py-3 text-start font-semibold -outline-offset-2 hover:bg-ground-raised data-[state=open]:text-ember-bright">
            {title}
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 transition-transform group-data-[state=open]:rotate-180"
            />
          </Primitive.Trigger>
        </Heading>
      </Primitive.Header>
      {/* Closed sections stay in the HTML, so that everything can be read where scripts do not run. */}
      <Primitive.Content forceMount className="data-[state=closed]:hidden noscript:block!">
        <div className="px-5 pt-1 pb-5 text-ink-soft text-sm leading-relaxed">{children}</div>
      </Primitive.Content>
    </Primitive.Item>
  )
}
