/**
 * What Redis itself would answer as an error: the script sees it. Any other error of a command is a
 * gap of this Redis and stops the simulation.
 */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
