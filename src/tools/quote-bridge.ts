import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { acrossApi } from "../bridge/across-protocol.ts";
import { arrivalMessage } from "../bridge/encode-deposit.ts";
import { exactArrival, readArrivalPrice } from "../bridge/exact-arrival.ts";
import { BRIDGE_LIMITS, bridgeTokens } from "../calldata/bridge-call.ts";
import { chainAddresses } from "../chain/addresses.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import { chainOf } from "../chain-of.ts";
import type { Deps } from "../deps.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { baseTokenMemory } from "../pipeline/base-token-memory.ts";
import type { BridgeQuote } from "../venues/across.ts";
import { badResponse } from "../venues/call-venue.ts";
import type { WantedBridge } from "./wanted-bridge.ts";

/** The fee is of the token that leaves; `feeBps` is rounded up. */
type FittingQuote = BridgeQuote & { feeBase: bigint; feeBps: number };

type Delivery = { vault: Address; opType: "transfer" | "sync"; shouldUnwrap: boolean };

const { whole: BPS, maxFee: MAX_FEE_BPS } = BRIDGE_LIMITS;

/**
 * Across's price. A fill's cost depends on its delivery, so Across is asked twice: with the amount
 * that leaves, then with what the vault takes in after the first fee (exact-arrival.ts). Refuses
 * with bridge_fee_too_high, bridge_amount_too_low or venue_bad_response.
 */
export async function quoteBridge(
  deps: Deps,
  wanted: WantedBridge,
  delivery?: Delivery,
): Promise<Verdict<FittingQuote>> {
  const { source, destination, input, output, amountBase } = wanted;
  const route = {
    originChainId: source,
    destinationChainId: destination,
    inputToken: input.address,
    outputToken: output.address,
  };
  if (delivery === undefined) {
    const plain = await deps.api(acrossApi).quote({ ...route, amountBase });
    return plain.ok ? fitting(deps, wanted, plain.value) : plain;
  }
  const across = requireContracts(placeOf(deps, destination), "acrossMulticallHandler");
  if (!across.ok) return across;
  const { acrossMulticallHandler: recipient } = across.value;
  const exact = await exactFor(deps, wanted, delivery.vault);
  const ask = async (arrivesBase: bigint): Promise<Verdict<FittingQuote>> => {
    const message = arrivalMessage({
      ...delivery,
      handler: recipient,
      token: output.address,
      amountBase: arrivesBase,
    });
    const asked = { ...wanted, amountBase: bridgeTokens.rescale(arrivesBase, output, input) };
    const quote = await deps
      .api(acrossApi)
      .quote({ ...route, amountBase: asked.amountBase, delivery: { recipient, message } });
    return quote.ok ? fitting(deps, asked, quote.value) : quote;
  };
  const leftBase = (askedBase: bigint, { feeBase }: FittingQuote): bigint => {
    const asked = bridgeTokens.rescale(askedBase, output, input);
    return exact(
      bridgeTokens.rescale(amountBase - (feeBase * amountBase + asked - 1n) / asked, input, output),
    );
  };
  const all = exact(bridgeTokens.rescale(amountBase, input, output));
  if (all === 0n) return tooLow(wanted);
  const first = await ask(all);
  if (!first.ok) return first;
  const wantedOut = leftBase(all, first.value);
  if (wantedOut === 0n) return tooLow(wanted);
  const second = await ask(wantedOut);
  if (!second.ok) return second;
  // The price rose in between.
  const outputAmountBase =
    second.value.feeBase > first.value.feeBase ? leftBase(wantedOut, second.value) : wantedOut;
  return fitting(deps, wanted, { ...second.value, outputAmountBase });
}

/** Works for a chain without a node. */
const placeOf = ({ env }: Deps, chainId: ChainId) => ({
  chainId,
  addresses: chainAddresses(chainId, env.addressOverrides[chainId]),
});

/** Rounds to what the vault there takes in, where its price can be read. */
async function exactFor(deps: Deps, { destination, input, output }: WantedBridge, vault: Address) {
  if (deps.env.rpcUrls[destination] === undefined) return (base: bigint) => base;
  const there = { deps, chainId: destination, vault };
  const known = baseTokenMemory.get(there);
  const price = await readArrivalPrice(deps.chain(destination), {
    vault,
    token: output.address,
    baseToken: known,
  });
  if (price !== undefined) baseTokenMemory.set(there, price.baseToken);
  const unitBase = bridgeTokens.rescale(1n, input, output);
  return (base: bigint) =>
    price === undefined ? base : exactArrival(base, price, unitBase === 0n ? 1n : unitBase);
}

const tooLow = ({ amountBase, input }: WantedBridge): Refusal =>
  refuse(
    "bridge_amount_too_low",
    `amount: ${formatUnits(amountBase, input.decimals)} ${input.symbol} is too low for the ` +
      "bridge, its fill would cost more. Send more.",
    { amountBase: amountBase.toString() },
  );

function fitting(deps: Deps, wanted: WantedBridge, quote: BridgeQuote): Verdict<FittingQuote> {
  const { source, destination, input, output, amountBase } = wanted;
  if (quote.isAmountTooLow) return tooLow(wanted);
  const arrives = bridgeTokens.rescale(quote.outputAmountBase, output, input);
  const { acrossSpokePool } = placeOf(deps, source).addresses;
  const nowSec = Math.floor(deps.clock.nowMs() / 1_000);
  const isTimely = Math.abs(nowSec - quote.quoteTimestampSec) <= MAX_QUOTE_AGE_SEC;
  if (quote.spokePool !== acrossSpokePool || arrives > amountBase || !isTimely)
    return badResponse("Across");
  const feeBase = amountBase - arrives;
  const feeBps = Number((feeBase * BPS + amountBase - 1n) / amountBase);
  if (feeBase * BPS > amountBase * MAX_FEE_BPS)
    return refuse(
      "bridge_fee_too_high",
      `The bridge takes ${feeBps / 100}% for this, and a vault pays at most 2%. Send more at ` +
        `once, or try later (${chainOf(source).name} to ${chainOf(destination).name}).`,
      { feeBps, maxFeeBps: Number(MAX_FEE_BPS), feeBase: feeBase.toString() },
    );
  return allow({ ...quote, feeBase, feeBps });
}

/** Across takes quotes of up to an hour; half of that is left for signing. */
const MAX_QUOTE_AGE_SEC = 1_800;
