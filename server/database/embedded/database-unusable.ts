/** The embedded database cannot be used. The message says why and what to do, in one line. */
export class DatabaseUnusable extends Error {}
