import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

type RunOptions = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** The ids of another user to run them as. */
  user?: { uid: number; gid: number } | undefined
}

/**
 * Runs blocks of commands of a document one after the other in one shell, and returns what each prints.
 *
 * @throws if one of their commands fails
 */
export async function runDocumented(
  blocks: string[],
  { cwd, env = {}, user }: RunOptions = {},
): Promise<string[]> {
  const marked = blocks.map(commands => `${commands}\necho '<end>'`).join('\n')
  const running = promisify(execFile)('bash', ['-c', `set -euo pipefail\n${marked}`], {
    ...{ cwd, ...user },
    env: {
      PATH: process.env.PATH,
      // A network may have its own certificate authority.
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
      // npm says which script it runs, unless it is silent.
      npm_config_loglevel: 'silent',
      ...env,
    },
    maxBuffer: 2 ** 26,
  })
  // Nobody types anything.
  running.child.stdin?.end()
  const { stdout } = await running
  return stdout.split('<end>\n').slice(0, -1)
}
