/** An error whose message is for people: it says why something failed and what to do. */
export class ExplainedError extends Error {}
