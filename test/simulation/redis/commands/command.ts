import type { Keyspace } from "../keyspace.ts";
import type { Reply } from "../reply.ts";

/**
 * One command. `arity` counts the name, as Redis' own table does: exact, or at least so many when
 * negative. `run` gets the whole command, its name first. @throws CommandError what Redis answers;
 * any other error: not supported here
 */
export type Command = { arity: number; run(keyspace: Keyspace, args: string[]): Reply };
export type Commands = Readonly<Record<string, Command>>;
