import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SiteProvider } from '../platform/site.tsx'
import { whenReady } from '../testing/actions.ts'
import { testSite } from '../testing/site.tsx'
import { EmbedDialog } from './embed-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const at = testSite.publicUrl
const german = {
  tag: 'de',
  offered: [
    { tag: 'en', name: 'English' },
    { tag: 'de', name: 'Deutsch' },
  ],
}
const open = (shown: string, title: string, language?: typeof german) =>
  render(
    <SiteProvider site={{ ...testSite, ...(language && { language }) }}>
      <EmbedDialog shown={shown} title={title} open onOpenChange={() => undefined} />
    </SiteProvider>,
  )
const code = (label: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name: label }).value
const preview = () => screen.getByTitle('Preview').getAttribute('src')

test('[doors.66] Share or embed gives the code of a widget and a badge, with a preview, in the colours and the language that are chosen', async () => {
  const player = open('player/5', 'Fox "the [1st]" & co')
  expect(code('HTML')).toContain(`<iframe src="${at}/embed/player/5" width="320"`)
  expect(code('HTML')).toContain('title="Fox &quot;the [1st]&quot; &amp; co"')
  expect(preview()).toBe('/embed/player/5')
  expect(code('Badge, in Markdown')).toBe(String.raw`![Fox "the \[1st\]" & co](${at}/badge/player/5.svg)`)
  await whenReady.click(screen.getByRole('button', { name: 'Light' }))
  expect(code('HTML')).toContain(`src="${at}/embed/player/5?theme=light"`)
  expect(preview()).toBe('/embed/player/5?theme=light')
  player.unmount()

  open('board/sumo?by=points', 'Sumo', german)
  await whenReady.click(screen.getByRole('button', { name: 'Light' }))
  expect(preview()).toBe('/embed/board/sumo?by=points&theme=light&lang=de')
  expect(code('HTML')).toContain(`src="${at}/embed/board/sumo?by=points&amp;theme=light&amp;lang=de"`)
  expect(screen.queryByRole('textbox', { name: 'Badge, in Markdown' })).toBeNull()
})
