import { type ReactNode, useEffect } from 'react'
import { ScrollRestoration } from 'react-router'
import { useNonce } from '../platform/nonce.tsx'
import { useSite } from '../platform/site.tsx'
import { listenForSound } from '../platform/sound.ts'
import { Announcement } from './announcement.tsx'
import { Footer } from './footer.tsx'
import { Header, type HeaderProps } from './header.tsx'
import { PageProgressBar } from './page-progress.tsx'
import { SessionNotice } from './session-notice.tsx'
import { ToastPlace } from './toast-place.tsx'

/** What the process itself has to say: that its data are samples, for one. */
function Notice() {
  const { notice } = useSite()
  if (notice === undefined) return null
  return (
    <aside
      aria-label="Notice"
      className="bg-ember px-4 py-2 text-center font-semibold text-ember-ink text-sm"
    >
      {notice}
    </aside>
  )
}

/** What stands around every page. */
export function Frame({ children, ...header }: HeaderProps & { children: ReactNode }) {
  const nonce = useNonce()
  useEffect(listenForSound, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-md bg-ember px-4 py-3 font-bold text-ember-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <Notice />
      <Announcement />
      <div className="sticky top-0 z-40">
        <Header {...header} />
        <PageProgressBar />
        <SessionNotice />
      </div>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <ToastPlace />
      {/* Last: after a reload it scrolls, and the page above it has its height by then. */}
      <ScrollRestoration nonce={nonce} />
    </div>
  )
}
