/**
 * Something that Redis may well do, and this one does not: the simulation must stop, whatever the
 * script makes of it.
 */
export const unsupported = (args: readonly string[]): Error =>
  new Error(
    `the simulated Redis does not know: ${args.map((arg) => JSON.stringify(arg)).join(" ")}`,
  );
