import type { Address } from "viem";
import * as z from "zod";
import { boundedClaims, claimBounds, readClaims, readWithheld } from "../gmx/read-claims.ts";
import type { GmxAccount } from "../gmx/read-gmx-account.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { textOf } from "./chain-argument.ts";
import { perpAFacts, perpAPlan } from "./perp-a-facts.ts";
import { perpAMarket, perpAToken } from "./perp-a-market.ts";
import { perpATool, perpAWords } from "./perp-a-output.ts";
import { defineTool } from "./tool.ts";

const names = z.array(textOf(80)).min(1).max(50);
const MS_AN_HOUR = 3_600_000;

/** Claims of closed positions too. */
export const perpAClaimFundingFees = defineTool({
  name: "perp_a_claim_funding_fees",
  aliases: ["gmx_claim_funding_fees"],
  description:
    "Claims funding fees that the vault has earned at GMX: by default everything, on both " +
    "sides of all markets, of closed positions too. With decreasedAt, collateral that " +
    "decreases at those times withheld. Returns an unsigned transaction, or executes it in " +
    "delegated mode.",
  ...perpATool,
  says: ["claim funding fees on gmx", "~gmx claim|collect|harvest funding|fees [fees] [all]"],
  input: z.object({
    markets: names.optional().describe("Only of these markets, by symbol or address."),
    tokens: names.optional().describe("Only these tokens, by symbol or address."),
    decreasedAt: z
      .array(z.iso.datetime({ offset: true }))
      .min(1)
      .max(24)
      .optional()
      .describe(
        "Times of decreases whose withheld collateral is claimed: GMX keeps it by the hour.",
      ),
  }),
  example: {},
  humanOwned: ["markets", "tokens", "decreasedAt"],
  model: {
    description: "Claims all funding fees that the vault has earned at GMX.",
    grounding: {
      example: "claim my funding fees on GMX",
      acts: ["claim funding", "collect funding"],
      words: "v2 fees fee payments all earned",
      venue: perpAWords.venue,
      fields: {},
      card: {
        ...perpAWords.card,
        to: "the vault",
        defaults: { markets: "all markets, both sides, all tokens" },
      },
    },
  },
  plan: async (ctx, { markets: named, tokens, decreasedAt }) => {
    const read = await perpAFacts(ctx);
    if (!read.ok) return read;
    const { account, facts } = read.value;
    const { deps, vault, chainId } = ctx;
    const chain = deps.chain(chainId);
    const chosen = all(
      (named ?? []).map((text) => perpAMarket(account, text, marketsAt(account, text))),
    );
    if (!chosen.ok) return chosen;
    const token = perpAToken(account, chain.addresses.wrappedNative);
    const wanted = tokens?.map((text) => text.toLowerCase());
    const stranger = wanted?.find(
      (text) =>
        !account.markets.some(
          ({ longToken, shortToken }) => token.is(longToken, text) || token.is(shortToken, text),
        ),
    );
    if (stranger !== undefined)
      return refuse(
        "token_not_found",
        `tokens: no market of GMX has "${stranger.slice(0, 44)}" as its long or short token.`,
      );
    const around = {
      chain,
      vault,
      markets:
        named === undefined
          ? account.markets
          : [...new Map(chosen.value.map((one) => [one.market, one])).values()],
      wants: (address: Address) =>
        wanted === undefined || wanted.some((text) => token.is(address, text)),
    };
    const hours = decreasedAt && [
      ...new Set(decreasedAt.map((time) => BigInt(Math.floor(Date.parse(time) / MS_AN_HOUR)))),
    ];
    const found =
      hours === undefined
        ? await readClaims(around)
        : await readWithheld(around, hours, facts.block.timestampSec);
    if (!found.ok) return found;
    const { claims, leftOut } = boundedClaims(found.value);
    const left = leftOut.length === 0 ? [] : [leftOutOfClaims(leftOut, hours?.length)];
    const what = hours === undefined ? "funding fees" : "withheld collateral";
    if (claims.length === 0)
      return refuse(
        "perp_below_minimum",
        [
          hours === undefined
            ? "There are no funding fees to claim. What an open position has earned becomes " +
              "claimable when the position is next changed."
            : "There is no withheld collateral of these hours that can be claimed now.",
          ...left,
        ].join(" "),
        { claimable: "0", ...(leftOut.length > 0 && { leftOut }) },
      );
    const shown = claims.map((claim) => ({
      ...token.claim(claim),
      ...(claim.timeKey !== undefined && { timeKey: claim.timeKey.toString() }),
    }));
    const lists = {
      markets: claims.map(({ market }) => market),
      tokens: claims.map(({ token: of }) => of),
      receiver: vault,
    };
    return perpAPlan(read.value, {
      call:
        hours === undefined
          ? { kind: "gmxClaimFunding", ...lists }
          : {
              kind: "gmxClaimCollateral",
              ...lists,
              timeKeys: claims.map(({ timeKey = 0n }) => timeKey),
            },
      description:
        `Claim ${what} at GMX: ` +
        `${shown.map(({ amount, symbol }) => `${amount} ${symbol}`).join(", ")}`,
      lines: left,
      answer: {
        action: hours === undefined ? "claimFunding" : "claimCollateral",
        claims: shown,
        ...(leftOut.length > 0 && { leftOut }),
      },
    });
  },
});

/** A market that GMX lists no longer is named by its address. */
const marketsAt = ({ markets }: GmxAccount, text: string): Address[] =>
  markets.flatMap(({ market }) => (market === text.toLowerCase() ? [market] : []));

function all<T>(verdicts: readonly Verdict<T>[]): Verdict<T[]> {
  const refusal = verdicts.find((one) => !one.ok);
  return refusal !== undefined && !refusal.ok
    ? refusal
    : allow(verdicts.flatMap((one) => (one.ok ? [one.value] : [])));
}

const SHOWN = 3;
const TOKENS_OF_A_MARKET = 2;

/**
 * Sentence on markets that a claim leaves out. `hours`: how many hours of withheld collateral were
 * asked for.
 */
export function leftOutOfClaims(leftOut: readonly Address[], hours = 1): string {
  const atOnce = Math.min(
    Math.floor(claimBounds.mostAmounts / (TOKENS_OF_A_MARKET * hours)),
    Math.floor(claimBounds.mostClaims / TOKENS_OF_A_MARKET),
  );
  const [count, which] =
    leftOut.length === 1 ? ["1 market", "it"] : [`${leftOut.length} markets`, "them"];
  const shown = leftOut.slice(0, SHOWN).join(", ");
  const names = leftOut.length > SHOWN ? `${shown} and ${leftOut.length - SHOWN} more` : shown;
  return (
    `This leaves out ${count}, or a part (${names}): one call looks at ` +
    `${claimBounds.mostAmounts} amounts and claims ${claimBounds.mostClaims}. Ask for ` +
    `${which} with perp_a_claim_funding_fees and their addresses in markets, ${atOnce} at a ` +
    "time."
  );
}
