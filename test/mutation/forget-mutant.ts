/*
 * Setup of every file: in a thread that is kept (keep-thread.ts) the mutant of the run before must
 * not be active while modules are evaluated.
 */
const { __stryker__ } = globalThis as { __stryker__?: { activeMutant?: string | undefined } };
if (__stryker__ !== undefined) __stryker__.activeMutant = undefined;
