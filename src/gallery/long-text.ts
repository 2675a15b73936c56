/** Text as it may come from outside: long, without spaces, right to left, and with markup in it. */
export const LONG_TEXT = `https://hooks.example/${'a-very-long-path/'.repeat(12)} <b>not markup</b> שלום עולם ${'A sentence that goes over several lines. '.repeat(6)}`
