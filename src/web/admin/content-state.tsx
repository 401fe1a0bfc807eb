import { Alert } from '../ui/alert.tsx'

/** Content files that cannot be used as they lie on the disk; nothing while all are well. */
export function ContentState({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <Alert title="A content file is not valid">
      <p>Pages show the last good version, and the site will not start again like this.</p>
      <ul className="mt-2 list-disc break-all pl-5 font-mono text-xs">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Alert>
  )
}
