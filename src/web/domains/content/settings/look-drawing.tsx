import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type LookChoice, shippedLook } from '../../../../contract/content/look.ts'
import type { LookPictures } from '../../../../contract/content/look-schemas.ts'
import { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts'
import { classes } from '../../../ui/classes.ts'
import { isColour } from '../../../ui/form/colour-field.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'

/** What tabs, home screens and links to the site show with the look in the form, drawn by the server. */
export function LookDrawing({ accent, tint, logo = null }: LookChoice) {
  const { t } = useLingui()
  const chosen = useDebouncedValue(
    JSON.stringify({
      accent: isColour(accent) ? accent.toLowerCase() : shippedLook.accent,
      tint: isColour(tint) ? tint.toLowerCase() : null,
      logo,
    }),
  )
  const { data, error } = useQuery({
    queryKey: ['look-drawing', chosen],
    queryFn: ({ signal }) => api(settingEndpoints.drawing, { body: JSON.parse(chosen), signal }),
    gcTime: 0,
  })
  // They stay while the next ones are drawn, or cannot be.
  const [drawn, setDrawn] = useState<LookPictures>()
  useEffect(() => {
    if (data !== undefined) setDrawn(data)
  }, [data])
  return (
    <section aria-label={t`Outside the site`} className="grid gap-3 border-line border-s-2 ps-4">
      <h3 className="font-bold">
        <Trans>Outside the site</Trans>
      </h3>
      {error !== null && (
        <p role="status" className="text-bad text-sm">
          {errorMessage(error, t`The pictures could not be drawn.`)}
        </p>
      )}
      {drawn === undefined && error === null && <Skeleton className="h-56" />}
      {drawn !== undefined && <Pictures {...drawn} isOld={data === undefined} />}
      <p className="text-ink-faint text-sm">
        <Trans>
          Tabs and links follow at once after saving. Phones with the site on the home screen keep the old
          icon for a while.
        </Trans>
      </p>
    </section>
  )
}

function Pictures({
  tab,
  touch,
  maskable,
  card,
  offline,
  refusal,
  isOld,
}: LookPictures & { isOld: boolean }) {
  const { t } = useLingui()
  const { name, shortName, publicUrl } = useSite()
  return (
    <div
      aria-busy={isOld}
      className={classes('flex flex-wrap items-start gap-x-8 gap-y-5', isOld && '[&_img]:opacity-60')}
    >
      <div className="grid min-w-0 gap-5">
        <Shown words={t({ message: 'Tab', comment: 'Of a browser' })}>
          <div className="flex h-9 w-52 max-w-full items-center gap-2 rounded-t-lg bg-[#35363a] px-3 text-[#e8eaed] text-xs">
            <img src={tab} alt={t`Icon in a tab`} width={16} height={16} />
            <span className="truncate">{name}</span>
          </div>
        </Shown>
        <Shown words={t`Home screen`}>
          <div className="flex gap-6">
            <HomeIcon src={touch} alt={t`Icon on an iPhone`} name={shortName} className="rounded-[22%]" />
            <HomeIcon src={maskable} alt={t`Icon on Android`} name={shortName} className="rounded-full" />
          </div>
        </Shown>
      </div>
      <Shown words={t`Link in a chat`}>
        <div className="w-full max-w-xs overflow-hidden rounded-md border border-line bg-[#2b2d31]">
          <img src={card} alt={t`Card below a link`} width={1200} height={630} className="h-auto w-full" />
          <p className="truncate px-3 py-2 text-[#b5bac1] text-xs">{new URL(publicUrl).host}</p>
        </div>
      </Shown>
      <Shown words={t`Without a connection`}>
        <Page src={offline} alt={t`Offline page`} />
      </Shown>
      <Shown words={t`Too busy`}>
        <Page src={refusal} alt={t`Page while the site is busy`} />
      </Shown>
    </div>
  )
}

const Shown = ({ words, children }: { words: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-1.5">
    <p className="text-ink-soft text-sm">{words}</p>
    {children}
  </div>
)

const Page = ({ src, alt }: { src: string; alt: string }) => (
  <img src={src} alt={alt} width={195} height={300} className="border border-line" />
)

interface HomeIconProps {
  readonly src: string
  readonly alt: string
  readonly name: string
  readonly className: string
}

const HomeIcon = ({ src, alt, name, className }: HomeIconProps) => (
  <div className="grid w-20 justify-items-center gap-1.5">
    <img
      src={src}
      alt={alt}
      width={60}
      height={60}
      className={classes('size-15 ring-1 ring-line', className)}
    />
    <span className="max-w-full truncate text-xs">{name}</span>
  </div>
)
