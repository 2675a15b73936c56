import { type ChildProcess, spawn } from 'node:child_process'
import { childEnvironment, type PostgresAccount } from './postgres-account.ts'

/**
 * Runs the command, and runs the shell command in `$1` when Redial is gone, however it ended: the
 * pipe closes then. The watcher starts in a second subshell, so that the command, which replaces
 * this shell, has no child that it does not know.
 */
const WATCHED = `
  then=$1; shift
  ( ( read -r _; eval "$then" ) <&3 2>/dev/null & ) ; exec "$@" 3<&-
`

/** `$$` is the command's process in the watcher, the leader of its own process group. */
const WHEN_REDIAL_ENDS = { interrupt: 'kill -INT $$', 'kill group': 'kill -KILL -$$' }

/**
 * Starts a PostgreSQL program that ends when this process does. Its standard error is a pipe.
 *
 * @param command begins with a program's absolute path
 */
export function spawnBelow(
  command: string[],
  account: PostgresAccount,
  options: { cwd: string; whenRedialEnds: keyof typeof WHEN_REDIAL_ENDS; env?: NodeJS.ProcessEnv },
): ChildProcess {
  const whole = [...account.prefix, ...command]
  const [file = '', ...args] =
    process.platform === 'win32'
      ? whole
      : ['/bin/sh', '-c', WATCHED, 'sh', WHEN_REDIAL_ENDS[options.whenRedialEnds], ...whole]
  const child = spawn(file, args, {
    ...account.ids,
    cwd: options.cwd,
    env: { ...childEnvironment(), ...options.env },
    // Ctrl+C in a terminal reaches the whole group, but Redial decides when PostgreSQL stops.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  // The pipe breaks if the program ends first; otherwise it would keep this process alive.
  child.stdio[3]?.on('error', () => {})
  child.once('exit', () => child.stdio[3]?.destroy())
  return child
}
