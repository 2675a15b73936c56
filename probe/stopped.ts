/** The probe can't go on; the message says why, and what to do. */
export class Stopped extends Error {}
