import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const everyMs = 500

/** @typedef {{ parent: number, words: readonly string[] }} Process */

/**
 * Returns a process; undefined when it has ended.
 * @param {number} pid
 * @returns {Process | undefined}
 */
function processOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
      return { parent: Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2]), words }
    }
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const [parent, ...words] = line.split(/\s+/)
    return { parent: Number(parent), words }
  } catch {
    return undefined
  }
}

/** Whether a shell runs a command of -c and waits for it, with nothing in the background. */
const isWaitingShell = ({ words }) =>
  /(?:^|\/)-?(?:sh|bash|dash|ash|zsh|ksh)$/.test(words[0] ?? '') &&
  words.some((word) => /^-[a-z]*c$/.test(word)) &&
  !/(?:^|[^&>|])&(?:$|[^&>])/.test(words.slice(1).join(' '))

/** npm, pnpm, yarn and bun, by their title or as a script of Node. */
const isPackageManager = ({ words }) =>
  words
    .slice(0, 2)
    .some((word) => /(?:^|\/)(?:npm|pnpm|yarn|bun)(?:-cli)?(?:\.c?js)?$/.test(word.split(' ')[0] ?? ''))

/**
 * The processes that wait for this one: a shell that runs it in the foreground, npm, or npm behind such a shell. None
 * for a daemon, whose parent may leave: a service manager, nohup, setsid, a terminal.
 * @returns {{ pid: number, child: number }[]}
 */
export function waitingParents() {
  const pid = process.ppid
  const parent = pid > 1 ? processOf(pid) : undefined
  if (parent === undefined) return []
  const waiting = { pid, child: process.pid }
  if (isPackageManager(parent)) return [waiting]
  if (!isWaitingShell(parent)) return []
  const above = parent.parent > 1 ? processOf(parent.parent) : undefined
  return above !== undefined && isPackageManager(above)
    ? [waiting, { pid: parent.parent, child: pid }]
    : [waiting]
}

/** @param {{ pid: number, child: number }} waiting */
const hasLeft = ({ pid, child }) => (child === process.pid ? process.ppid : processOf(child)?.parent) !== pid

/**
 * Sends this process SIGTERM when the process that waits for it has ended: npm and the shell that it puts between do
 * not pass on every signal (docs/decisions/0046-stops-with-its-parent.md).
 */
export function stopWithParent() {
  const parents = waitingParents()
  if (parents.length === 0) return
  const timer = setInterval(() => {
    if (!parents.some(hasLeft)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, everyMs)
  timer.unref()
}
