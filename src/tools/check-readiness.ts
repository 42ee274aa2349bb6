import { type Readiness, readiness } from "../../schemas/vaults/readiness.ts";
import { chainOf } from "../chain-of.ts";
import { tradeWei } from "../delegation/agent-gas-of.ts";
import { type DelegationScope, scopeSelectors } from "../delegation/delegable-selectors.ts";
import { readDelegation } from "../delegation/read-delegation.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { readHead } from "../pipeline/facts/read-call-facts.ts";
import { suggestLimits } from "../settings/suggest-limits.ts";
import { chainInput } from "./chain-argument.ts";
import { type ReadinessFacts, readinessSteps } from "./readiness-steps.ts";
import { defineTool, openRead, type ToolContext } from "./tool.ts";

/**
 * Serves GET /api/vault/ready too. Reads store and chain once each; without a signature neither.
 */
export const checkReadiness = defineTool({
  name: "check_readiness",
  description:
    "Shows what is still missing before the agent wallet can trade for a vault on a chain, " +
    "in order, each with its next call or transaction: the owner's signature, delegation, " +
    "coin for gas, mode, limits, a freeze. Without a signature it says what to sign.",
  category: "Delegation",
  says: [
    "am i ready",
    "ready [to] [trade]",
    "readiness",
    "~missing|setup|set|ready|need trade|trading|ready|up|start|missing [can|able]",
    "~why not executing|trading|running|working|automatic",
  ],
  ...openRead,
  asksOwner: true,
  alsoOnVenues: true,
  input: chainInput,
  example: {},
  output: () => readiness,
  run: async (ctx) => {
    const { chainId, vault, deps } = ctx;
    // On the venue's own chain only rights for perpetuals are delegated.
    const scopes: DelegationScope[] = chainId === 999 ? ["perps"] : [];
    const facts = ctx.operator === undefined ? undefined : await readFacts(ctx, scopes);
    if (facts?.ok === false) return facts;
    const about = { product: deps.env.PRODUCT_NAME, chainId, vault, scopes };
    const steps = readinessSteps(about, facts?.value);
    const next = steps.find(({ state }) => state !== "ok")?.step ?? null;
    const ready = steps.every(({ required, state }) => !required || state === "ok");
    const data: Readiness = {
      ready,
      next,
      chainId,
      agentAddress: facts?.value.agent ?? null,
      steps,
    };
    return allow({
      message: [
        `${ready ? "Ready" : "Not ready"} for a delegated trade on ` +
          `${chainOf(chainId).name}.${next === null ? "" : ` Next: ${next}.`}`,
        ...steps.map(
          ({ step, state, message }, index) => `${index + 1}. ${step}: ${state}. ${message}`,
        ),
      ].join("\n"),
      data,
    });
  },
});

/** Reads the store first: it names the confirmed agent. */
async function readFacts(
  ctx: ToolContext,
  scopes: readonly DelegationScope[],
): Promise<Verdict<ReadinessFacts>> {
  const { deps, chainId, vault } = ctx;
  const stored = await ctx.stored();
  const current = await deps.wallet.address(vault, deps.wallet.currentKeyVersion);
  const agent = stored.delegation?.enabled ? stored.delegation.agent : current;
  const [owner, onChain, head, suggested] = await Promise.all([
    ctx.owner(),
    readDelegation(deps, chainId, vault, agent, scopeSelectors(scopes)),
    readHead(deps.chain(chainId)),
    suggestLimits(deps, chainId, vault),
  ]);
  if (!owner.ok) return owner;
  if (!onChain.ok) return onChain;
  if (!head.ok) return head;
  const { baseFeePerGas: baseFeeWei } = head.value.block;
  const cost = tradeWei(chainId, { baseFeeWei, tipWei: head.value.tipWei });
  return allow({ agent, onChain: onChain.value, stored, tradeWei: cost, suggested });
}
