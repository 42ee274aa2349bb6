import { formatEther, parseAbiParameters, parseEther, zeroAddress } from "viem";
import type { LimitVenue } from "../../../schemas/vault-limits.ts";
import type { VenueOrderFamily } from "../../../schemas/venue-order.ts";
import { decodeAbiStrictly } from "../../../src/calldata/decode-abi-strictly.ts";
import type { ProtocolCode } from "../../../src/kinds/protocol.ts";
import { allow, refuse } from "../../../src/lib/verdict.ts";
import type { ParkingCall } from "./parking-call.ts";

const UINT = parseAbiParameters("uint256");
const MOST = parseEther("0.5");

/**
 * What holds for the planted call: the vault's coin leaves, at most half a coin of it, and where it
 * stands is told later.
 */
export const parkingCode: ProtocolCode<ParkingCall> = {
  decode: (data) => {
    const read = decodeAbiStrictly(UINT, `0x${data.slice(10)}`);
    if (read !== null) return { kind: "parkCoin", amountBase: read[0] };
    return {
      kind: "unknown",
      reason: "the arguments of parkCoin are not in the standard encoding",
    };
  },
  rules: {
    parkCoin: {
      movesAssets: true,
      recipients: () => [],
      limited: ({ amountBase }) => ({
        // Safe: plant-protocol.ts puts the id into its list.
        venue: "parking" as LimitVenue,
        gives: [{ token: zeroAddress, amountBase }],
        buys: [],
      }),
      follow: ({ amountBase }) => ({
        family: "parking" as VenueOrderFamily,
        summary: `Park ${formatEther(amountBase)} ETH`,
        ordered: { amount: `${formatEther(amountBase)} ETH` },
      }),
      check: async (_ctx, { amountBase }) =>
        amountBase <= MOST
          ? allow({})
          : refuse("invalid_request", "The car park takes 0.5 ETH at most.", {
              mostBase: MOST.toString(),
            }),
      words: ({ amountBase }, { vault }) => ({
        title: `Park ${formatEther(amountBase)} ETH in the car park`,
        lines: [`It stays ${vault}'s.`],
      }),
    },
  },
};
