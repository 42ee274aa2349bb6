import { type Address, getAddress, isAddressEqual, zeroAddress } from "viem";
import * as z from "zod";
import { NATIVE_0X } from "./native-0x.ts";
import type { FieldProblem } from "./zerox-error.ts";

export type ZeroxQuery = {
  /** As requested: the native coin is 0xEeee.. */
  sellToken: Address;
  buyToken: Address;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
  taker: Address | undefined;
  slippageBps: bigint;
  excludedSources: string[];
};

const address = z
  .string("Required")
  .regex(/^0x[0-9a-fA-F]{40}$/, "Invalid ethereum address")
  .transform((text) => getAddress(text.toLowerCase()))
  .transform((given) => (isAddressEqual(given, zeroAddress) ? NATIVE_0X : given));
const amount = z
  .string()
  .regex(/^[0-9]{1,39}$/, "Invalid integer")
  .transform(BigInt)
  .refine((value) => value > 0n, "Must be greater than 0");
const query = z.object({
  chainId: z.string("Required").regex(/^[0-9]+$/, "Expected number"),
  sellToken: address,
  buyToken: address,
  sellAmount: amount.optional(),
  buyAmount: amount.optional(),
  taker: address.optional(),
  slippageBps: z
    .string()
    .regex(/^[0-9]{1,5}$/, "Expected number")
    .transform(BigInt)
    .refine((bps) => bps <= 10_000n, "Must be at most 10000")
    .default(100n),
  excludedSources: z.string().default(""),
});

/**
 * Reads a price or quote query; a firm quote needs a taker. Problems are named as the aggregator
 * does.
 */
export function readZeroxQuery(
  params: URLSearchParams,
  chainId: number,
  kind: "price" | "quote",
): { ok: true; query: ZeroxQuery } | { ok: false; problems: FieldProblem[] } {
  const read = query.safeParse(Object.fromEntries(params));
  if (!read.success) {
    return {
      ok: false,
      problems: read.error.issues.map((issue) => ({
        field: issue.path.join("."),
        reason: issue.message,
      })),
    };
  }
  const problems = contradictions(read.data, chainId, kind);
  if (problems.length > 0) return { ok: false, problems };
  const { sellAmount, buyAmount, excludedSources, taker, sellToken, buyToken, slippageBps } =
    read.data;
  return {
    ok: true,
    query: {
      sellToken,
      buyToken,
      taker,
      slippageBps,
      excludedSources: excludedSources.split(",").filter((source) => source !== ""),
      mode: sellAmount === undefined ? "exactOut" : "exactIn",
      amountBase: sellAmount ?? buyAmount ?? 0n,
    },
  };
}

function contradictions(
  read: z.infer<typeof query>,
  chainId: number,
  kind: "price" | "quote",
): FieldProblem[] {
  const { sellAmount, buyAmount } = read;
  const problems: [boolean, string, string][] = [
    [read.chainId !== String(chainId), "chainId", "Invalid chainId"],
    [sellAmount === undefined && buyAmount === undefined, "sellAmount", "Required"],
    [sellAmount !== undefined && buyAmount !== undefined, "buyAmount", "Exclusive with sellAmount"],
    [isAddressEqual(read.sellToken, read.buyToken), "buyToken", "Must differ from sellToken"],
    [kind === "quote" && read.taker === undefined, "taker", "Required"],
  ];
  return problems.flatMap(([wrong, field, reason]) => (wrong ? [{ field, reason }] : []));
}
