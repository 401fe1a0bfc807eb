import { useLingui } from '@lingui/react/macro'
import { Dialog } from '../../dialog.tsx'

interface KeyHelpProps {
  readonly keys: readonly (readonly [key: string, does: string])[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function KeyHelp({ keys, ...state }: KeyHelpProps) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Keys`} description={t`They work while you are not typing.`} {...state}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line-strong bg-ground px-1.5 py-0.5 font-mono">
                {key}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
