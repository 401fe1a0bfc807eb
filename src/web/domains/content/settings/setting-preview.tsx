import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import { pictureParam, previewParam } from '../../../../contract/content/page-path.ts'
import { previewMinutes, previewPaths } from '../../../../contract/content/preview.ts'
import { isPageScope, type SettingScope } from '../../../../contract/content/settings.ts'
import { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceBar } from '../../../ui/choice-bar.tsx'
import { findText } from './find-text.ts'
import { settingsKey } from './settings-query.ts'

/** Widths of the page in the picture. */
const screens = { phone: 390, computer: 1_280 } as const
const frameHeight = 640

/** A token is asked for again before it ends. */
const freshMs = (previewMinutes - 2) * 60_000

interface SettingPreviewProps {
  readonly scope: SettingScope
  readonly value: unknown
  /** The text of the field that has the focus. */
  readonly sought: string
}

const isWide = () => typeof matchMedia === 'function' && matchMedia('(min-width: 80rem)').matches

/** The page of a setting with what is in the form, beside it on wide screens. */
export function SettingPreview(props: SettingPreviewProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(isWide()), [])
  return (
    <section aria-label={t`Preview`} className="min-w-0 xl:sticky xl:top-20 xl:self-start">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-display text-2xl leading-none">
          <Trans>Preview</Trans>
        </h2>
        <Button look="quiet" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t`Hide preview` : t`Show preview`}
        </Button>
      </div>
      {open && <Picture {...props} />}
    </section>
  )
}

function Picture({ scope, value, sought }: SettingPreviewProps) {
  const { t } = useLingui()
  const paths = previewPaths(scope)
  const [path, setPath] = useState(paths[0])
  const [screen, setScreen] = useState<keyof typeof screens>('phone')
  const written = useDebouncedValue(JSON.stringify(value))
  // A new page could not be saved yet, and there is nothing to see.
  const isUnwritten = isPageScope(scope) && isUnfinished(JSON.parse(written) as OwnPageContent)
  const { data, error } = useQuery({
    queryKey: [...settingsKey, scope, 'preview', written],
    queryFn: ({ signal }) =>
      api(settingEndpoints.preview, { params: { scope }, body: { value: JSON.parse(written) }, signal }),
    enabled: !isUnwritten,
    staleTime: freshMs,
    gcTime: 0,
    refetchInterval: freshMs,
  })
  // Stays while the next one is made, or cannot be.
  const [token, setToken] = useState<string>()
  useEffect(() => {
    if (data !== undefined) setToken(data.token)
  }, [data])
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ChoiceBar
          label={t`Size of the preview`}
          options={[
            ['phone', t`Phone`],
            ['computer', t`Computer`],
          ]}
          value={screen}
          onChange={setScreen}
        />
        {paths.length > 1 && (
          <ChoiceBar
            label={t`Page of the preview`}
            options={paths.map((one) => [one, one] as const)}
            value={path}
            onChange={setPath}
          />
        )}
      </div>
      {isUnwritten && (
        <p className="text-ink-soft text-sm">
          <Trans>Write a title and a text to see the page.</Trans>
        </p>
      )}
      {!isUnwritten && error !== null && (
        <p role="status" className="text-bad text-sm">
          {errorMessage(error, t`The preview could not be made.`)}{' '}
          <Trans>The preview shows the last version that worked.</Trans>
        </p>
      )}
      {token !== undefined && (
        <>
          <PageFrame
            address={`${path}?${previewParam}=${token}&${pictureParam}`}
            path={path}
            width={screens[screen]}
            sought={sought}
          />
          <a
            href={`${path}?${previewParam}=${token}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-9 w-fit items-center gap-2 font-semibold text-ink-soft text-sm underline underline-offset-4 hover:text-ink"
          >
            <Trans>Open the preview in a new tab</Trans>
            <ExternalLink aria-hidden className="size-4" />
          </a>
        </>
      )}
    </div>
  )
}

const isUnfinished = ({ title, text }: OwnPageContent) => title.trim() === '' || text.trim() === ''

interface PageFrameProps {
  readonly address: string
  readonly path: string
  readonly width: number
  readonly sought: string
}

const outline = '3px solid #ff8a3c'

/**
 * A page as a picture: without scripts, and nothing in it takes the focus. What the focused field says is outlined and
 * scrolled to.
 */
function PageFrame({ address, path, width, sought }: PageFrameProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [available, setAvailable] = useState(0)
  const [loaded, setLoaded] = useState(0)
  const [isFound, setIsFound] = useState(true)
  useEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document has to be searched again.
  useEffect(() => {
    const body = frame.current?.contentDocument?.body
    if (body == null || sought === '') return setIsFound(true)
    const element = findText(body, sought)
    setIsFound(element !== undefined)
    if (element === undefined) return
    const { outline: before } = element.style
    element.style.outline = outline
    element.scrollIntoView({ block: 'center' })
    return () => {
      element.style.outline = before
    }
  }, [sought, loaded])
  const scale = available === 0 ? 1 : Math.min(1, available / width)
  return (
    <>
      <div
        ref={box}
        className="overflow-hidden rounded-lg border border-line-strong bg-ground"
        style={{ height: frameHeight, maxWidth: width }}
      >
        <iframe
          ref={frame}
          inert
          src={address}
          title={t`Picture of ${path}`}
          sandbox="allow-same-origin"
          onLoad={() => setLoaded((times) => times + 1)}
          className="block origin-top-left border-0"
          style={{ width, height: frameHeight / scale, transform: `scale(${scale})` }}
        />
      </div>
      {!isFound && (
        <p role="status" className="text-ink-faint text-sm">
          <Trans>
            This text is not in the picture: it is shown in another state of the page, or only to search
            engines.
          </Trans>
        </p>
      )}
    </>
  )
}
