import type { Keyspace } from "../keyspace.ts";
import type { Commands } from "./command.ts";

/**
 * SPOP and SRANDMEMBER are not here: nothing in a simulation is random that its seed does not say.
 */
export const setCommands: Commands = {
  SADD: {
    arity: -3,
    run: (keyspace, [, key, ...members]) => {
      const held = keyspace.read("set", key!);
      if (held !== undefined && members.every((member) => held.has(member))) return 0;
      const set = keyspace.change("set", key!);
      const before = set.size;
      for (const member of members) set.add(member);
      return set.size - before;
    },
  },
  SREM: { arity: -3, run: removeMembers },
  SCARD: { arity: 2, run: (keyspace, [, key]) => keyspace.read("set", key!)?.size ?? 0 },
  SMEMBERS: { arity: 2, run: (keyspace, [, key]) => [...(keyspace.read("set", key!) ?? [])] },
  SISMEMBER: {
    arity: 3,
    run: (keyspace, [, key, member]) => (keyspace.read("set", key!)?.has(member!) ? 1 : 0),
  },
  SMISMEMBER: {
    arity: -3,
    run: (keyspace, [, key, ...members]) => {
      const held = keyspace.read("set", key!);
      return members.map((member) => (held?.has(member) ? 1 : 0));
    },
  },
};

function removeMembers(keyspace: Keyspace, [, key, ...members]: string[]): number {
  const held = keyspace.read("set", key!);
  if (held === undefined || !members.some((member) => held.has(member))) return 0;
  const set = keyspace.change("set", key!);
  const before = set.size;
  for (const member of members) set.delete(member);
  const after = set.size;
  if (after === 0) keyspace.remove(key!);
  return before - after;
}
