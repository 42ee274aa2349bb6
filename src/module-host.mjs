/**
 * Where the Worker's script leaves what its modules take from it (src/create-modules.ts), and one module what a later one takes. A module of its own,
 * because the script and they cannot import each other: what is uploaded beside the script cannot name it.
 */
export const host = {};
