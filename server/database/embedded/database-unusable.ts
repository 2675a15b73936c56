/** The embedded database cannot be used. The message says why and what to do, on one line. */
export class DatabaseUnusable extends Error {}
