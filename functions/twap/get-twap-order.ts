import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { orderDetailParts } from "../../schemas/order-detail-parts.ts";
import { orderQuery } from "../../schemas/order-query.ts";
import { credentialHeaders } from "../../src/auth/credential-headers.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { getTwapOrder } from "../../src/twap/tools/get-twap-order.ts";
import { orderOutput } from "../../src/twap/tools/order-output.ts";
import { readOrderDetail } from "../../src/twap/tools/read-order-detail.ts";

const output = z.object({ order: orderOutput(), ...orderDetailParts() });

const EXAMPLE: z.input<typeof output> = {
  order: EXAMPLES.order,
  slices: [
    {
      ...{
        sliceNumber: 1,
        status: "executed",
        plannedAt: 1_795_000_060_000,
        at: 1_795_000_060_000,
      },
      ...{
        knownAt: 1_795_000_060_000,
        plannedBase: "25000000",
        plannedAmount: "25",
        amountsEstimated: false,
      },
      ...{
        sellBase: "25000000",
        sellAmount: "25",
        buyBase: "10000000000000000",
        buyAmount: "0.01",
      },
      ...{
        hash: `0x${"ab".repeat(32)}`,
        blockNumber: "40000000",
        gasUsed: "210000",
        gasCostWei: "2100000000000",
      },
    },
  ],
  upcoming: [
    { sliceNumber: 2, plannedAt: 1_795_001_860_000, amountBase: "25000000", amount: "25" },
  ],
  next: { sliceNumber: 2, plannedAt: 1_795_001_860_000, amountBase: "25000000", amount: "25" },
  planned: {
    ...{ executedBase: "25000000", skippedBase: "0", leftBase: "25000000", lateBase: "0" },
    lastPlannedAt: 1_795_001_860_000,
  },
  changes: [],
  failedCall: null,
  funding: {
    ...{
      toSellBase: "25000000",
      toSell: "25",
      isEstimated: false,
      gasPerSliceWei: "2100000000000",
    },
    ...{ gasToComeWei: "2100000000000", agent: EXAMPLES.agent, isDelegated: true, isFrozen: false },
  },
  page: { cursor: 1, limit: 20, nextCursor: null },
};

/** One TWAP order in full for its vault's owner: what get_twap_order answers as data. */
export const getTwapOrderRoute = defineRoute({
  method: "GET",
  path: "/api/twap-order",
  price: "free",
  operationId: "getTwapOrder",
  summary: "Read one TWAP order in full",
  description:
    "What became of each slice, what comes next, what was changed in between, and what the " +
    "order still needs. By pages of slices: `nextCursor` is the `cursor` of the next one, " +
    "null at the end.",
  tags: ["Tools"],
  auth: "operator",
  leastScope: "read",
  standsFor: getTwapOrder.name,
  credentials: "headers",
  examples: {
    query: {
      vault: EXAMPLES.vault,
      chainId: EXAMPLES.chainIdText,
      id: "1",
      cursor: "1",
      limit: "20",
    },
    response: EXAMPLE,
  },
  query: orderQuery,
  body: z.undefined(),
  output,
  noStore: true,
  handle: async ({ deps }, { query: { chainId, id, cursor, limit, ...query }, raw }) => {
    const auth = { ...credentialHeaders(raw.headers), vaultAddress: query.vault, chainId };
    const { vault, context } = await requireOperator(deps, auth);
    return unwrap(
      await readOrderDetail(deps, { chainId, vault, id, cursor, limit }, Promise.resolve(context)),
    );
  },
});
