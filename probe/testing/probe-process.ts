import { run } from '../command.ts'

/* The probe as main.ts starts it, but without its pauses. */
await run(async () => {})
