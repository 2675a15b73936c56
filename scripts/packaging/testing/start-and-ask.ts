import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

type Options = {
  cwd: string
  env: NodeJS.ProcessEnv
  /** Further requests, while Redial runs. */
  ask?: (url: string) => Promise<void>
}

/** Starts a command that starts Redial, sends it requests and stops it. */
export async function startAndAsk(command: string[], { ask, ...options }: Options) {
  const [file = '', ...words] = command
  const child = spawn(file, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const { url, output } = await readScreen(child)
    const status = async (path: string) => (await fetch(url + path)).status
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    const answers = {
      health: await status('/healthz'),
      ready: await status('/readyz'),
      page,
      output,
    }
    await ask?.(url)
    child.kill('SIGTERM')
    await once(child, 'exit')
    return answers
  } finally {
    child.kill('SIGKILL')
  }
}

async function readScreen(child: ChildProcess): Promise<{ url: string; output: string }> {
  const screen = Promise.withResolvers<{ url: string; output: string }>()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      output += chunk
      const url = /running at (\S+)/.exec(output)?.[1]
      if (url !== undefined && output.includes('Ctrl+C')) screen.resolve({ url, output })
    })
  }
  child.once('exit', () => screen.reject(new Error(`Redial stopped:\n${output}`)))
  return screen.promise
}
