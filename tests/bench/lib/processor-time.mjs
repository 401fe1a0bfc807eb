import { readFileSync } from 'node:fs'

/** Processor time of a process so far; none of one that is gone. @param {number} pid */
function spentMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    // utime and stime, in ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Of a site and its database so far, in ms. @param {import('pg').Client} client @param {{ pid: number }} site */
export async function processorMs(client, site) {
  const { rows } = await client.query(
    "SELECT pid FROM pg_stat_activity WHERE backend_type IN ('client backend', 'parallel worker')",
  )
  return [site.pid, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + spentMs(pid), 0)
}
