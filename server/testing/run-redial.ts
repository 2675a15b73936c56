import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type RunningRedial = {
  process: ChildProcess
  /** What it printed so far, on either stream. */
  output(): string
  url: string
  /** As given, or as kill -9 by default; resolves when the process is gone. */
  kill(signal?: NodeJS.Signals): Promise<number | null>
}

const ONLY_THESE = { PATH: process.env.PATH, LOG_LEVEL: 'error' }

/** Starts the real server in a process of its own and waits for its screen. */
export async function runRedial(settings: Record<string, string>): Promise<RunningRedial> {
  const child = spawn(process.execPath, ['server/main.ts'], { env: { ...ONLY_THESE, ...settings } })
  let output = ''
  const screen = Promise.withResolvers<string>()
  const listen = (chunk: Buffer) => {
    output += chunk
    const url = /running at (\S+)/.exec(output)?.[1]
    if (url !== undefined && output.includes('Ctrl+C')) screen.resolve(url)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const gone = once(child, 'exit')
  gone.then(() => screen.reject(new Error(`Redial stopped:\n${output}`)))
  return {
    process: child,
    output: () => output,
    url: await screen.promise,
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      await gone
      return child.exitCode
    },
  }
}

/** Runs one of the server's commands to its end. */
export async function runCommand(
  words: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, words, { env: { ...ONLY_THESE, ...settings } })
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
