import * as z from "zod";
import { allow } from "../lib/verdict.ts";
import { freezeVault as writeFreeze } from "../store/vaults/freeze-vault.ts";
import { defineTool, operatorOf } from "./tool.ts";

/** One switch for all chains. Lifting it needs a fresh signature and has no tool (decision D2). */
export const freezeVault = defineTool({
  name: "freeze_vault",
  description:
    "Stops all automation of the vault, on every chain, before the next broadcast: TWAP " +
    "slices and delegated calls. Only POST /api/vault/unfreeze with a fresh signature of the " +
    "owner lifts it.",
  category: "Delegation",
  says: [
    "freeze the vault",
    "freeze|lock [vault|everything|fund|all]",
    "emergency [stop|freeze]",
    "panic",
    "stop everything",
    "halt|stop all trading",
    "key|keys leaked|compromised|stolen",
    "kill switch",
    "~freeze|lock vault|everything|fund|down|all [down] [immediately]",
    "~hacked|panic|emergency [freeze|lock] [vault|it] [help] [got]",
    "~halt|stop all trading|automation",
    "~key|keys leaked|compromised|stolen",
    "~key|keys|wallet leaked|compromised|stolen|hacked [freeze|lock] [vault|everything|it] " +
      "[was|got|been]",
    "kill switch [all|everything] [automation|trading|bots] [off]",
  ],
  access: "operator",
  leastScope: "trade",
  effect: "state",
  input: z.object({
    chain: z
      .string()
      .trim()
      .min(1)
      .max(32)
      .optional()
      .describe("Chain name on which ownership is checked; default: the chain of the request."),
  }),
  example: {},
  needsSignature: false,
  hints: { destructive: false, idempotent: true, openWorld: false },
  model: {
    description: "Stops all automation of the vault, on every chain.",
    grounding: {
      example: "freeze the vault",
      acts: [
        "freeze",
        "lock vault|everything|down",
        "stop|halt everything",
        "stop|halt trading|automation",
        "emergency stop",
        "kill+switch",
      ],
      words:
        "vault all bots off down freezing i think my keys is are everything emergency " +
        "trading automated automation key leaked hacked help asap trade something wrong " +
        "stolen",
      fields: { chain: { is: "chain", role: "at" } },
    },
  },
  output: () =>
    z.object({
      changed: z.boolean().describe("false: it was frozen already."),
      pendingHashes: z.array(z.string()).describe("Sent before, and may still be mined."),
    }),
  run: async (ctx) => {
    const { deps, chainId, vault } = ctx;
    const { changed, openHashes } = await writeFreeze.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      vault,
      chainId,
      operator: operatorOf(ctx),
      grant: ctx.grant && { id: ctx.grant.id, name: ctx.grant.name, agent: ctx.grant.agent },
    });
    const stops =
      "Nothing more is broadcast for it, on any chain. Its orders stay: a slice that comes " +
      "due fails, and three in a row pause its order.";
    const notice =
      openHashes.length === 0
        ? ""
        : ` Already on their way, and may still be mined: ${openHashes.join(", ")}.`;
    return allow({
      message: `The vault ${changed ? "is" : "was already"} frozen. ${stops}${notice}`,
      suggestions: [
        "Lift it with POST /api/vault/unfreeze and a fresh signature of the owner: " +
          "/docs#unfreezeVault",
      ],
      data: { changed, pendingHashes: openHashes },
    });
  },
});
