import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress } from "../../schemas/primitives.ts";
import { navReads } from "../chain/nav-reads.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { chainOf } from "../chain-of.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow } from "../lib/verdict.ts";
import { tokenOf } from "./call-facts.ts";
import { unreadable } from "./chain-argument.ts";
import { defineTool, vaultRead } from "./tool.ts";

export const getVaultInfo = defineTool({
  name: "get_vault_info",
  description: "Shows a vault's name, owner, base token, supply, NAV per unit and total value.",
  category: "Vault Info",
  says: [
    "vault info",
    "vault|nav|status|portfolio|holdings|holding|aum|tvl|positions|assets|overview|supply",
    "~net asset value",
    "~total value",
    "~unit price",
    "~value vault|fund|portfolio",
    "~how much vault|fund|portfolio|am worth",
    "~what hold|own|have|got",
    "~nav|supply|portfolio|assets|coins|holdings [vault] [base|token|overview|value|total] " +
      "[supply] [nav]",
    "~what|how unit|share|units worth|price|value|cost [one|1]",
  ],
  ...vaultRead,
  input: z.object({}),
  example: {},
  output: () =>
    z.object({
      name: z.string(),
      owner: hexAddress,
      baseToken: hexAddress,
      decimals: z.int().describe("Of the vault's own token."),
      totalSupplyBase: baseUnits,
      activeTokens: z.array(hexAddress),
      block: z.string().describe("Number of the block that all of this is true at."),
      baseSymbol: z.string(),
      unitaryValue: decimalAmount
        .nullable()
        .describe("In the base token; null where it cannot be measured now."),
      netTotalValue: decimalAmount.nullable(),
      unitaryValueBase: baseUnits.nullable(),
      netTotalValueBase: baseUnits.nullable(),
    }),
  run: async (ctx) => {
    const chain = ctx.deps.chain(ctx.chainId);
    const [[pool, tokens, active], [head]] = await Promise.all([
      chain.rpc.send([
        vaultReads.pool(ctx.vault),
        vaultReads.poolTokens(ctx.vault),
        vaultReads.activeTokens(ctx.vault),
      ]),
      chain.rpc.send([blockReads.latest()]),
    ]);
    if (!pool.ok || !tokens.ok || !active.ok || !head.ok) return unreadable("The vault");
    const base = await tokenOf(ctx, pool.value.baseToken);
    if (!base.ok) return base;
    const [nav] = await chain.rpc.send([
      navReads.now(ctx.vault, { from: pool.value.owner, block: head.value.number }),
    ]);
    const { decimals, symbol } = base.value;
    const name = sanitize(pool.value.name, 64);
    const unit = nav.ok ? formatUnits(nav.value.unitaryValue, decimals) : null;
    const total = nav.ok ? formatUnits(nav.value.netTotalValue, decimals) : null;
    const told = (value: string | null) =>
      value === null ? "cannot be measured now" : `${value} ${symbol}`;
    const supply = formatUnits(tokens.value.totalSupply, pool.value.decimals);
    return allow({
      message: [
        `${name} (${sanitize(pool.value.symbol, 16)}) on ${chainOf(ctx.chainId).name}, owner ` +
          `${pool.value.owner}`,
        `Base token: ${symbol}, supply: ${supply}, active tokens: ` +
          `${active.value.activeTokens.length}`,
        `NAV per unit: ${told(unit)}, total value: ${told(total)}`,
      ].join("\n"),
      suggestions: ["Show a balance with get_token_balance"],
      data: {
        name,
        owner: pool.value.owner,
        baseToken: pool.value.baseToken,
        decimals: pool.value.decimals,
        totalSupplyBase: tokens.value.totalSupply.toString(),
        activeTokens: [...active.value.activeTokens],
        block: head.value.number.toString(),
        baseSymbol: symbol,
        unitaryValue: unit,
        netTotalValue: total,
        unitaryValueBase: nav.ok ? nav.value.unitaryValue.toString() : null,
        netTotalValueBase: nav.ok ? nav.value.netTotalValue.toString() : null,
      },
    });
  },
});
