import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Timings } from '../config/timings.ts'

export type RunningRedial = {
  process: ChildProcess
  /** Its output so far, on both streams. */
  output(): string
  url: string
  /** Sends a signal, by default kill -9; resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<number | null>
  /** The exit code, when the process has ended. */
  gone: Promise<number | null>
}

/** Compiling its modules takes half of a process's start, so processes share what they have compiled. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/redial')
const ONLY_THESE = { PATH: process.env.PATH, LOG_LEVEL: 'error', NODE_COMPILE_CACHE: COMPILED }

/**
 * Starts the real server in its own process and waits for its start screen.
 *
 * @param timings instead of those of production
 * @param cwd the folder of another version
 * @param tracer a command that runs the server in its own process
 */
export async function runRedial(
  settings: Record<string, string>,
  timings?: Partial<Timings>,
  cwd?: string,
  tracer: string[] = [],
): Promise<RunningRedial> {
  const words =
    timings === undefined
      ? ['server/main.ts']
      : ['server/testing/redial-process.ts', JSON.stringify(timings)]
  const [program = '', ...args] = [...tracer, process.execPath, ...words]
  const child = spawn(program, args, { env: { ...ONLY_THESE, ...settings }, cwd })
  let output = ''
  const screen = Promise.withResolvers<string>()
  const listen = (chunk: Buffer) => {
    output += chunk
    const url = /running at (\S+)/.exec(output)?.[1]
    if (url !== undefined && output.includes('Ctrl+C')) screen.resolve(url)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const gone = once(child, 'exit').then(() => child.exitCode)
  gone.then(() => screen.reject(new Error(`Redial stopped:\n${output}`)))
  return {
    process: child,
    output: () => output,
    url: await screen.promise,
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      return gone
    },
    gone,
  }
}

/** Runs one of the server's commands to its end. */
export async function runCommand(
  words: string[],
  settings: Record<string, string>,
  onStart?: (child: ChildProcess) => void,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, words, { env: { ...ONLY_THESE, ...settings } })
  onStart?.(child)
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    output += chunk
  })
  await once(child, 'close')
  return { code: child.exitCode, output }
}
