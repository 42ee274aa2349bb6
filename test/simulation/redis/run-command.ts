import type { Command } from "./commands/command.ts";
import { hashCommands } from "./commands/hash-commands.ts";
import { keyCommands } from "./commands/key-commands.ts";
import { listCommands } from "./commands/list-commands.ts";
import { setCommands } from "./commands/set-commands.ts";
import { stringCommands } from "./commands/string-commands.ts";
import { unsupported } from "./commands/unsupported.ts";
import { zsetCommands } from "./commands/zset-commands.ts";
import { zsetRangeCommands } from "./commands/zset-range-commands.ts";
import type { Keyspace } from "./keyspace.ts";
import type { Reply } from "./reply.ts";

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...keyCommands,
    ...stringCommands,
    ...hashCommands,
    ...listCommands,
    ...setCommands,
    ...zsetCommands,
    ...zsetRangeCommands,
  }),
);

/**
 * One command, its name first, in any case.
 * @throws CommandError what Redis refuses
 * @throws Error what this Redis does not know, or was called wrongly: no script does that on
 * purpose
 */
export function runCommand(keyspace: Keyspace, args: string[]): Reply {
  const name = args[0] ?? "";
  const command = COMMANDS.get(name) ?? COMMANDS.get(name.toUpperCase());
  if (command === undefined) throw unsupported(args);
  const { arity, run } = command;
  if (arity < 0 ? args.length < -arity : args.length !== arity) throw unsupported(args);
  return run(keyspace, args);
}
