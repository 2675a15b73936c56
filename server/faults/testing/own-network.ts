import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** The result of `runInOwnNetwork` if the system doesn't permit it. */
export const NOT_PERMITTED = 'not permitted'

/**
 * Runs a script to its end in a network namespace. It has only loopback there and may change it
 * freely.
 *
 * @returns its output
 * @throws when it fails
 */
export async function runInOwnNetwork(script: URL): Promise<string> {
  const unshare = process.getuid?.() === 0 ? ['--net'] : ['--user', '--map-root-user', '--net']
  if (spawnSync('unshare', [...unshare, 'true']).status !== 0) return NOT_PERMITTED
  const child = spawn('unshare', [...unshare, process.execPath, script.pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([
    text(child.stdout),
    new Promise<void>((resolve, reject) => {
      child.once('exit', code =>
        code === 0 ? resolve() : reject(new Error(`${script.pathname} ended with ${code}`)),
      )
    }),
  ])
  return output
}
