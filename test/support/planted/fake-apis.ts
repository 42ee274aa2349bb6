import type { ProtocolId } from "../../../schemas/protocol-ids.ts";
import type { Deps } from "../../../src/deps.ts";

/** Protocols' own services as a test plays them; what it does not play throws when it is used. */
export const fakeApis =
  (apis: Partial<Record<ProtocolId, object>>): Deps["api"] =>
  <A>({ id }: { id: ProtocolId }): A => {
    const api = apis[id];
    if (api === undefined) throw new Error(`nobody plays ${id}`);
    // Safe as far as the test gives each protocol what it has.
    return api as A;
  };
