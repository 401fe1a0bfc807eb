import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useId, useRef } from 'react'
import type { LookChoice, LookHero } from '../../../../contract/content/look.ts'
import { type LookPictureKind, lookPicturePath } from '../../../../contract/content/look-pictures.ts'
import { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage, refusedFields } from '../../../platform/api-error.ts'
import { drawnSvg, toDataUrl } from '../../../platform/forms/picked-image.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { LookDrawing } from './look-drawing.tsx'
import { SceneField } from './scene-field.tsx'
import type { Shape } from './value.ts'
import { type EditorForm, ValueEditor } from './value-editor.tsx'

interface LookFieldsProps {
  readonly form: EditorForm
  readonly shape: Shape
  readonly value: LookChoice
}

/** The fields of the look: colours and corners by their shape, and two pictures. */
export function LookFields({ form, shape, value }: LookFieldsProps) {
  const { t } = useLingui()
  const { logo, scene, hero, ...plain } = shape.properties ?? {}
  return (
    <div className="grid gap-6">
      <ValueEditor
        form={form}
        shape={{ ...shape, properties: plain }}
        value={value}
        path={[]}
        label={t`Look`}
      />
      <PictureField
        kind="logo"
        label={t`Logo`}
        hint={t`SVG, PNG, WebP or JPEG, up to 2 MB: 128 to 4,096 pixels a side, or 16 to 64 as pixel art. The icons, the share images and the offline page are made of it.`}
        picture={value.logo}
        error={form.errors.logo}
        onChange={(picture) => form.onChange(['logo'], picture)}
      />
      <LookDrawing {...value} />
      <SceneField
        look={value}
        error={form.errors.scene}
        onChange={(chosen) => form.onChange(['scene'], chosen === 'arena' ? undefined : chosen)}
      />
      <HeroFields form={form} hero={value.hero} />
    </div>
  )
}

const svg = 'image/svg+xml'

/** The longer side of what is drawn of an SVG, in pixels. */
const sides: Readonly<Record<LookPictureKind, number>> = { logo: 1_024, hero: 2_560 }

const centre = { x: 50, y: 50 }

function HeroFields({ form, hero }: { form: EditorForm; hero: LookHero | null | undefined }) {
  const { t } = useLingui()
  const { errors, onChange } = form
  return (
    <PictureField
      kind="hero"
      label={t`Picture at the top of Home`}
      hint={t`SVG, PNG, WebP or JPEG, up to 5 MB, at least 1,600 × 900 pixels. It is darkened so that the heading stays readable.`}
      picture={hero?.picture}
      error={errors['hero.picture'] ?? errors.hero}
      onChange={(picture) =>
        onChange(['hero'], picture === null ? null : { alt: '', ...centre, ...hero, picture })
      }
    >
      {hero && (
        <>
          <TextField
            label={t`Alternative text`}
            hint={t`Needed: what the picture shows, for people who cannot see it.`}
            value={hero.alt}
            error={errors['hero.alt']}
            onChange={({ target }) => onChange(['hero', 'alt'], target.value)}
          />
          <FocalPoint
            label={t`Stays in sight, from left to right`}
            value={hero.x}
            onChange={(x) => onChange(['hero', 'x'], x)}
          />
          <FocalPoint
            label={t`Stays in sight, from top to bottom`}
            value={hero.y}
            onChange={(y) => onChange(['hero', 'y'], y)}
          />
        </>
      )}
    </PictureField>
  )
}

interface FocalPointProps {
  readonly label: string
  readonly value: number
  readonly onChange: (percent: number) => void
}

function FocalPoint({ label, value, onChange }: FocalPointProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}: {value} %
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        className="h-9 w-full accent-ember"
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  )
}

interface PictureFieldProps {
  readonly kind: LookPictureKind
  readonly label: string
  readonly hint: string
  readonly picture: string | null | undefined
  readonly error: string | undefined
  readonly onChange: (picture: string | null) => void
  readonly children?: ReactNode
}

/** A picture of the look: what is picked is made ready by the server at once, and shown once the setting is saved. */
function PictureField({ kind, label, hint, picture, error, onChange, children }: PictureFieldProps) {
  const { t } = useLingui()
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const make = useMutation({
    mutationFn: async (file: File) =>
      api(settingEndpoints.picture, {
        params: { kind },
        body: { image: file.type === svg ? await drawnSvg(file, sides[kind]) : await toDataUrl(file) },
      }),
    onSuccess: (made) => onChange(made.picture),
  })
  const otherwise =
    make.variables?.type === svg
      ? t`This SVG cannot be drawn. Save it as a PNG and choose that file.`
      : t`The picture could not be sent.`
  const refused = make.isError
    ? (refusedFields(make.error)[kind] ?? errorMessage(make.error, otherwise))
    : undefined
  const problem = refused ?? error

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Cleared, so that picking the same file again is a change again.
    currentTarget.value = ''
    if (file !== undefined) make.mutate(file)
  }

  return (
    <fieldset className="grid min-w-0 gap-3 border-line border-s-2 ps-4">
      <legend className="mb-3 font-bold">{label}</legend>
      {picture != null && (
        <img
          src={lookPicturePath(kind, picture)}
          alt={t`${label} as it is served`}
          className={
            kind === 'logo'
              ? 'size-28 rounded-md border border-line bg-ground-card p-2'
              : 'aspect-video w-full max-w-md rounded-md border border-line object-cover'
          }
        />
      )}
      <input
        ref={input}
        type="file"
        accept="image/svg+xml,image/png,image/webp,image/jpeg"
        aria-label={t`${label}: file`}
        hidden
        onChange={pick}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          look="quiet"
          aria-describedby={noteId}
          aria-invalid={problem !== undefined || undefined}
          aria-disabled={make.isPending || undefined}
          onClick={() => !make.isPending && input.current?.click()}
        >
          {make.isPending ? <Spinner /> : <ImageUp aria-hidden className="size-4" />}
          {make.isPending
            ? t`Making it ready...`
            : picture == null
              ? t`Choose a picture`
              : t`Choose another picture`}
        </Button>
        {picture != null && (
          <Button look="quiet" onClick={() => onChange(null)}>
            <Trans>Back to the shipped one</Trans>
          </Button>
        )}
      </div>
      {problem === undefined ? (
        <p id={noteId} className="text-ink-faint text-sm">
          {hint}
        </p>
      ) : (
        <p id={noteId} role="alert" className="font-medium text-bad text-sm">
          {problem}
        </p>
      )}
      {children}
    </fieldset>
  )
}
