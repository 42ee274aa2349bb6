import type { CallRule } from "../../src/kinds/protocol.ts";
import { TABLES } from "../../src/tables.ts";

const loaded = await Promise.all(
  Object.values(TABLES.protocols).map(async ({ calls, load }) => ({
    calls,
    rules: (await load()).rules,
  })),
);

/** What holds for a kind of call, whichever protocol has it; undefined: none has. */
export const callKinds = {
  rule: ({ kind }: { kind: string }): CallRule | undefined =>
    loaded.map(({ rules }) => rules[kind]).find((rule) => rule !== undefined),
  sender: ({ kind }: { kind: string }): "agent" | "owner" | undefined =>
    loaded.map(({ calls }) => calls[kind]?.sender).find((sender) => sender !== undefined),
};
