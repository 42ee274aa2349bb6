import * as z from "zod";
import { EXAMPLES } from "../../../schemas/documents/examples.ts";
import { SAMPLE_RULES } from "../../../schemas/vaults/sample-rules.ts";
import { type VaultHistory, vaultHistory } from "../../../schemas/vaults/vault-history.ts";
import { ownerOnly } from "../../auth/owner-only.ts";
import { chainOf } from "../../chain-of.ts";
import { unwrap } from "../../errors.ts";
import { formatUnits } from "../../lib/parse-units.ts";
import { allow } from "../../lib/verdict.ts";
import { readAsOperator } from "../../store/vaults/read-as-operator.ts";
import { chainInput } from "../../tools/chain-argument.ts";
import { defineTool, readsAs } from "../../tools/tool.ts";
import { historyRead, showHistory, unitsOf } from "../read-own-history.ts";

/** Serves what GET /api/vault/history serves of its last days. One store read beside the chain's. */
export const getVaultHistory = defineTool({
  name: "get_vault_history",
  description:
    "NAV per unit, supply and value of the last 30 days, for the operator; performance apart from " +
    "deposits, withdrawals and syncs; gaps.",
  category: "Vault Info",
  says: ["nav history", "performance history", "nav over time"],
  access: "operator",
  leastScope: "read",
  effect: "read",
  input: chainInput,
  example: {},
  model: "shown",
  // As GET /api/vault/history has it: whole in the OpenAPI document, too large for each listing.
  output: () =>
    vaultHistory()
      .pick({ isSampled: true })
      .loose()
      .extend({ samples: z.array(z.looseObject({})), sums: z.looseObject({}).nullable() }),
  run: async (ctx) => {
    const { deps, chainId, vault } = ctx;
    const owned = ctx.owner().then((owner) => unwrap(ownerOnly(owner, ctx)));
    const read = { ...historyRead({ vault, chainId }), ...readsAs(ctx) };
    const nowMs = deps.clock.nowMs();
    const [units, context, { samples }] = await Promise.all([
      unitsOf(deps, { chainId, vault }, owned),
      ctx.stored(),
      readAsOperator.run(deps.redis, deps.keys, { ...read, nowMs }),
    ]);
    if (!units.ok) return units;
    const data = showHistory(samples, units.value, {
      isSampled: context.delegation?.enabled === true,
      nowMs,
      days: SAMPLE_RULES.daysShown,
    });
    return allow({ message: historyText(data, chainOf(chainId).name), data });
  },
});

/** First and last sample, and the sums, in words. */
function historyText({ samples, sums, gaps, baseToken, isSampled }: VaultHistory, chain: string) {
  const known = samples.flatMap(({ atMs, figures }) =>
    "unavailable" in figures ? [] : [{ atMs, ...figures }],
  );
  const [first, last] = [known[0], known.at(-1)];
  const off = "Nothing is sampled: no delegation of the vault is confirmed.";
  if (first === undefined || last === undefined)
    return isSampled ? `No sample of the vault on ${chain} yet; the first is taken soon.` : off;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace("T", " ");
  return [
    `NAV per unit on ${chain}: ${first.unitaryValue} ${baseToken.symbol} at ${day(first.atMs)} UTC, ` +
      `${last.unitaryValue} at ${day(last.atMs)} UTC.`,
    ...(sums === null
      ? []
      : [
          `Value: ${sums.change} ${baseToken.symbol} of change, of it performance ` +
            `${sums.performance}, deposits, withdrawals and syncs ${sums.flows}.`,
        ]),
    ...(gaps.length === 0 ? [] : [`Samples are missing in ${gaps.length} places.`]),
    ...(isSampled ? [] : [off]),
  ].join("\n");
}

const SUPPLY = 1_000_000_000n;
/** For the route's documentation. */
export const HISTORY_EXAMPLE: VaultHistory = {
  baseToken: { address: EXAMPLES.usdc, symbol: "USDC", decimals: 6 },
  decimals: 6,
  isSampled: true,
  samples: [
    { atMs: 1_795_000_060_000, nav: 1_000_000n },
    { atMs: 1_795_003_660_000, nav: 1_020_000n },
  ].map(({ atMs, nav }) => ({
    atMs,
    block: "29384756",
    cadence: "hourly" as const,
    figures: {
      unitaryValue: formatUnits(nav, 6),
      unitaryValueBase: nav.toString(),
      supplyBase: SUPPLY.toString(),
      netTotalValue: formatUnits((nav * SUPPLY) / 1_000_000n, 6),
      netTotalValueBase: ((nav * SUPPLY) / 1_000_000n).toString(),
      movedPerUnitBase: "0",
    },
  })),
  gaps: [],
  sums: { change: "20", performance: "20", flows: "0" },
};
