import { formatEther, parseEther } from "viem";
import * as z from "zod";
import { vaultReads } from "../../../src/chain/vault-reads.ts";
import { allow, refuse } from "../../../src/lib/verdict.ts";
import { agentOf } from "../../../src/pipeline/agent-of.ts";
import { readCallFacts } from "../../../src/pipeline/read-call-facts.ts";
import { defineTool } from "../../../src/tools/tool.ts";
import { transactionOutput } from "../../../src/tools/transaction-output.ts";
import { oraclePools } from "../../../src/vaults/oracle-pools.ts";
import { type ParkingCall, parkingCall } from "./parking-call.ts";

/** Plans the planted call; what it may do is its protocol's to say. */
export const parkCoin = defineTool({
  name: "park_coin",
  description: "Parks native coin of the vault.",
  category: "Car park",
  access: "vault",
  leastScope: "propose",
  effect: "transaction",
  input: z.object({ amount: z.string().describe("Whole units.") }),
  example: { amount: "0.01" },
  needsSignature: false,
  model: "hidden",
  output: transactionOutput,
  plan: async (ctx, { amount }) => {
    const chain = ctx.deps.chain(ctx.chainId);
    const [facts, [active]] = await Promise.all([
      agentOf(ctx).then((agent) => readCallFacts(chain, ctx.vault, agent)),
      chain.rpc.send([vaultReads.activeTokens(ctx.vault)]),
    ]);
    if (!facts.ok) return facts;
    if (!active.ok) return refuse("rpc_unavailable", "The vault could not be read.");
    const { baseToken } = active.value;
    const call: ParkingCall = { kind: "parkCoin", amountBase: parseEther(amount) };
    const what = `Park ${formatEther(call.amountBase)} ETH`;
    return allow({
      kind: "call" as const,
      data: parkingCall.encode(call),
      expected: call,
      ...{ description: what, message: `${what} for you.`, swap: null, facts: facts.value },
      measured: {
        baseToken,
        pools: await oraclePools.read(chain, oraclePools.with(chain.addresses, [baseToken])),
      },
      later: { message: `Mined, not parked yet: ${what}.`, data: {} },
    });
  },
});
