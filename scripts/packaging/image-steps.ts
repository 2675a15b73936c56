import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Step = { instruction: string; rest: string }
type Stage = { name: string; steps: Step[] }

/** The stages of a Dockerfile with their steps, in order. */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = readFileSync(dockerfile, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      const name = / AS (\S+)$/.exec(rest)?.[1] ?? 'image'
      stages.push({ name, steps: [] })
    } else if (instruction !== '') stages.at(-1)?.steps.push({ instruction, rest })
  }
  return stages
}

export type BuildOptions = {
  /** The folder that COPY reads from if it has no `--from`. */
  context: string
  /** The folders of the stages, by name. Each represents the stage's WORKDIR. */
  folders: Record<string, string>
  /** RUN steps to skip, because they change the machine. */
  skipped: RegExp
}

/** Runs the COPY and RUN steps of a stage in its folder, like a build of the image. */
export function runSteps(
  { name, steps }: Stage,
  { context, folders, skipped }: BuildOptions,
): void {
  const workdir = steps.find(({ instruction }) => instruction === 'WORKDIR')?.rest ?? '/'
  const into = folderOf(name, folders)
  for (const { instruction, rest } of steps) {
    if (instruction === 'RUN' && !skipped.test(rest)) {
      execFileSync('sh', ['-c', rest], { cwd: into, stdio: ['ignore', 'ignore', 'inherit'] })
    }
    if (instruction !== 'COPY') continue
    const from = /^--from=(\S+)\s/.exec(rest)?.[1]
    const words = rest.split(/\s+/).filter(word => !word.startsWith('--'))
    const to = words.pop() ?? ''
    for (const word of words) {
      const source =
        from === undefined
          ? join(context, word)
          : join(folderOf(from, folders), word.slice(workdir.length))
      const target = to === './' ? join(into, word) : join(into, to)
      mkdirSync(dirname(target), { recursive: true })
      if (!existsSync(source)) throw new Error(`COPY ${rest}: there is no ${source}`)
      const filter = (path: string) => from !== undefined || !IGNORED.test(path)
      cpSync(source, target, { recursive: true, verbatimSymlinks: true, filter })
    }
  }
}

/** The last lines of .dockerignore. */
const IGNORED = /(\.test\.tsx?|\.long\.ts|\/testing)$/

function folderOf(stage: string, folders: Record<string, string>): string {
  const folder = folders[stage]
  if (folder === undefined) throw new Error(`There is no stage ${stage}`)
  return folder
}
