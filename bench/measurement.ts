/** One line of the report: what was measured, and whether it keeps within its limit. */
export type Measurement = { what: string; measured: string; limit: string; reached: boolean }

/** What a benchmark found. `notes` is for whoever wants to know where the numbers come from. */
export type Findings = { measurements: Measurement[]; notes: string[] }

/** Tells what it is doing by `say`, since most of it takes a while. */
export type Benchmark = (say: (sentence: string) => void) => Promise<Findings>
