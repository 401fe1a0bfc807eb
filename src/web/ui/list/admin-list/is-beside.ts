/** Whether the detail of a row stands beside the list (`xl` in Tailwind) and not in its place. */
export const isBeside = () => window.matchMedia?.('(min-width: 80rem)').matches ?? false
