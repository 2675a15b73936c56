/** The benchmarks to run, or the sentence that says which names are unknown. */
export type ChosenBenchmarks = { names: string[]; problem: null } | { names: null; problem: string }

/** Reads the names on the command line. Without a name, all benchmarks are chosen. */
export function chosenBenchmarks(args: string[], known: string[]): ChosenBenchmarks {
  const unknown = args.filter(name => !known.includes(name))
  if (unknown.length === 0) {
    return { names: args.length === 0 ? known : [...new Set(args)], problem: null }
  }
  const list = unknown.map(name => `"${name}"`).join(', ')
  const isOne = unknown.length === 1
  return {
    names: null,
    problem:
      `${isOne ? 'There is no benchmark named' : 'There are no benchmarks named'} ${list}. ` +
      `Name one or more of ${known.join(', ')}, or none to run all.`,
  }
}
