import { Dialog } from '../../../ui/dialog.tsx'

const keys = [
  ['j, k', 'next case, case before'],
  ['Enter', 'into the case: its note, then its decisions by Tab'],
  ['c', 'claim the case, or give it up'],
  ['x', 'select the case'],
  ['?', 'this help'],
] as const

interface KeyHelpProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function KeyHelp(props: KeyHelpProps) {
  return (
    <Dialog title="Keys" description="They work while you are not typing." {...props}>
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
