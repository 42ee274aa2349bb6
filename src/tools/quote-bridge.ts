import type { Address } from "viem";
import { CHAINS } from "../../schemas/chains.ts";
import { arrivalMessage } from "../bridge/arrival-message.ts";
import { BRIDGE_LIMITS } from "../calldata/bridge-limits.ts";
import { bridgeTokens } from "../calldata/bridge-tokens.ts";
import { chainAddresses } from "../chain/addresses.ts";
import type { Deps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { formatUnits } from "../lib/format-units.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { badResponse } from "../venues/bad-response.ts";
import type { BridgeQuote } from "../venues/bridge-port.ts";
import type { WantedBridge } from "./wanted-bridge.ts";

/** A quote that fits its request. The fee is in base units of the token that leaves; `feeBps` is rounded up. */
export type FittingQuote = BridgeQuote & { feeBase: bigint; feeBps: number };

type Delivery = { vault: Address; opType: "transfer" | "sync"; shouldUnwrap: boolean };

const { whole: BPS, maxFee: MAX_FEE_BPS } = BRIDGE_LIMITS;

/**
 * Across's price for a way to another chain. With a delivery it is asked twice, because what a fill costs depends on what it does there, and
 * that names what arrives. Refuses with bridge_fee_too_high above 2%, bridge_amount_too_low, and venue_bad_response for an answer that does not fit.
 */
export async function quoteBridge(
  deps: Deps,
  wanted: WantedBridge,
  delivery?: Delivery,
): Promise<Verdict<FittingQuote>> {
  const { source, destination, input, output, amountBase } = wanted;
  const request = {
    originChainId: source,
    destinationChainId: destination,
    inputToken: input.address,
    outputToken: output.address,
    amountBase,
  };
  const first = await deps.bridge.quote(request);
  const plain = first.ok ? fitting(deps, wanted, first.value) : first;
  if (!plain.ok || delivery === undefined) return plain;
  const handler = chainAddresses(destination, deps.env.addressOverrides[destination]).acrossMulticallHandler;
  const message = arrivalMessage({
    ...delivery,
    handler,
    token: output.address,
    amountBase: plain.value.outputAmountBase,
  });
  const second = await deps.bridge.quote({ ...request, delivery: { recipient: handler, message } });
  return second.ok ? fitting(deps, wanted, second.value) : second;
}

function fitting(deps: Deps, wanted: WantedBridge, quote: BridgeQuote): Verdict<FittingQuote> {
  const { source, destination, input, output, amountBase } = wanted;
  if (quote.isAmountTooLow)
    return refuse(
      "bridge_amount_too_low",
      `amount: ${formatUnits(amountBase, input.decimals)} ${input.symbol} is too low for the bridge, its fill would cost more. Send more.`,
      { amountBase: amountBase.toString() },
    );
  const arrives = bridgeTokens.rescale(quote.outputAmountBase, output, input);
  const { acrossSpokePool } = chainAddresses(source, deps.env.addressOverrides[source]);
  const nowSec = Math.floor(deps.clock.nowMs() / 1_000);
  const isTimely = Math.abs(nowSec - quote.quoteTimestampSec) <= MAX_QUOTE_AGE_SEC;
  if (quote.spokePool !== acrossSpokePool || arrives > amountBase || !isTimely) return badResponse("Across");
  const feeBase = amountBase - arrives;
  const feeBps = Number((feeBase * BPS + amountBase - 1n) / amountBase);
  if (feeBase * BPS > amountBase * MAX_FEE_BPS)
    return refuse(
      "bridge_fee_too_high",
      `The bridge takes ${feeBps / 100}% for this, and a vault pays at most 2%. Send more at once, or try later (${CHAINS[source].name} to ${CHAINS[destination].name}).`,
      { feeBps, maxFeeBps: Number(MAX_FEE_BPS), feeBase: feeBase.toString() },
    );
  return allow({ ...quote, feeBase, feeBps });
}

/** A deposit may name a time up to an hour ago; half of that is left for signing it. */
const MAX_QUOTE_AGE_SEC = 1_800;
