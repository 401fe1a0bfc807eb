import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'

const file = join(root, '.cache/setup.lock')

const holderLives = () => {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Installing and building happen once at a time; anyone who waited looks again at what is left to do.
 * @param {() => Promise<void> | void} work
 */
export const withSetupLock = async (work) => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (let isReported = false; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!holderLives()) rmSync(file, { force: true })
    else {
      if (!isReported) console.error('Another process is installing or building; waiting for it')
      isReported = true
      await sleep(200)
    }
  }
  try {
    await work()
  } finally {
    rmSync(file, { force: true })
  }
}
