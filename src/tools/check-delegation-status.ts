import * as z from "zod";
import { baseUnits, hexAddress, hexData } from "../../schemas/primitives.ts";
import { chainOf } from "../chain-of.ts";
import { scopeSelectors } from "../delegation/delegable-selectors.ts";
import { diffSelectors, readDelegation } from "../delegation/read-delegation.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow } from "../lib/verdict.ts";
import { isBounded } from "../settings/limit-lines.ts";
import { chainInput } from "./chain-argument.ts";
import { defineTool, vaultRead } from "./tool.ts";

/** Shows the chain's state beside what the service has confirmed. */
export const checkDelegationStatus = defineTool({
  name: "check_delegation_status",
  description:
    "Shows the vault's agent wallet, the methods delegated to it on chain, what is missing " +
    "for spot trading, and its balance for gas.",
  category: "Delegation",
  says: [
    "delegation status",
    "delegation|delegated",
    "~what agent|bot|wallet|delegated allowed|can|may|rights",
    "~gas|fuel agent|wallet|balance|bot|enough|left|have|need|money [agent|wallet|balance|bot]",
    "gas",
    "agent|bot wallet|balance",
    "~is|are delegation|delegated [active|on|set|up]",
  ],
  ...vaultRead,
  alsoOnVenues: true,
  input: chainInput,
  example: {},
  output: () =>
    z.object({
      agentAddress: hexAddress,
      delegated: z.array(hexData).describe("Methods that the vault has delegated on chain."),
      missing: z.array(hexData).describe("Methods that spot trading needs beside them."),
      confirmed: z.boolean(),
      agentBalanceWei: baseUnits,
      limits: z
        .enum(["set", "none", "unknown"])
        .describe(
          "Whether anything bounds what the agent may give away. unknown: only the vault's " +
            "owner sees it.",
        ),
    }),
  run: async (ctx) => {
    const stored = await ctx.stored();
    const agent =
      stored.delegation?.agent ??
      (await ctx.deps.wallet.address(ctx.vault, ctx.deps.wallet.currentKeyVersion));
    const delegation = await readDelegation(
      ctx.deps,
      ctx.chainId,
      ctx.vault,
      agent,
      scopeSelectors([]),
    );
    if (!delegation.ok) return delegation;
    const { granted, available, agentBalanceWei } = delegation.value;
    const missing = diffSelectors(granted, available).plus;
    const confirmed = stored.delegation?.enabled === true;
    const bounds = isBounded(stored.limits) ? "set" : "none";
    const limits: "set" | "none" | "unknown" = ctx.operator === undefined ? "unknown" : bounds;
    const isUnbounded = limits === "none" && granted.length > 0;
    const { name, nativeCoin: native } = chainOf(ctx.chainId);
    return allow({
      message: [
        `Agent wallet ${agent} on ${name}: ${granted.length} methods delegated on chain, ` +
          `${missing.length} missing for spot trading.`,
        `Confirmed with the service: ${confirmed ? "yes" : "no"}. Gas balance: ` +
          `${formatUnits(agentBalanceWei, 18)} ${native}.`,
        ...(isUnbounded ? [UNBOUNDED] : []),
      ].join("\n"),
      suggestions:
        missing.length > 0
          ? ["Set it up with setup_delegation"]
          : confirmed
            ? ["Create an order with create_twap_order"]
            : ["Confirm it with POST /api/delegation/confirm"],
      data: {
        agentAddress: agent,
        delegated: granted,
        missing,
        confirmed,
        agentBalanceWei: agentBalanceWei.toString(),
        limits,
      },
    });
  },
});

const UNBOUNDED =
  "No limits bound what the agent may give away in a day: set them with POST " +
  "/api/settings/limits (GET /api/vault/ready proposes amounts).";
