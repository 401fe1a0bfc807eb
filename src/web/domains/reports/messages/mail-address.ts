/**
 * A link that opens the mail program with an answer begun. Address and subject are whatever a stranger wrote: each part
 * is escaped, so that neither adds another recipient or a body. The @ between the two halves has to stay one.
 */
export function answerTo(email: string, subject: string): string {
  const at = email.lastIndexOf('@')
  const address = `${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`
  return `mailto:${address}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}
