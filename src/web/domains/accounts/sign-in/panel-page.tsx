import { type ReactNode, useId } from 'react'
import { SignInPanel } from './sign-in-panel.tsx'

/** A page that is one panel under its title, for what a link in a mail leads to. */
export function PanelPage({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <div className="overflow-clip">
      <section aria-labelledby={titleId} className="mx-auto w-full max-w-108 px-4 py-12 sm:px-0 lg:py-20">
        <SignInPanel>
          <div className="px-5 pt-14 pb-8 sm:px-9">
            <h1 id={titleId} className="mb-7 text-center font-display text-4xl leading-none sm:text-5xl">
              {title}
            </h1>
            {children}
          </div>
        </SignInPanel>
      </section>
    </div>
  )
}
