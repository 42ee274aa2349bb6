import type { Deps } from "../deps.ts";

/** `beforeAsking` runs once before the first read of any chain: its refusal is thrown and nothing is read. */
export function guardFirstRead(deps: Deps, beforeAsking: () => Promise<void>): Deps {
  let allowed: Promise<void> | undefined;
  return {
    ...deps,
    chain: (id) => {
      const chain = deps.chain(id);
      const send: typeof chain.rpc.send = async (calls) => {
        allowed ??= beforeAsking();
        await allowed;
        return chain.rpc.send(calls);
      };
      return { ...chain, rpc: { ...chain.rpc, send } };
    },
  };
}
