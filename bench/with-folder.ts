import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a temporary folder, and removes it when the benchmark is over. */
export async function withFolder<Result>(
  benchmark: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-'))
  return benchmark(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}
