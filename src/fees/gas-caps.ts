/** Hard caps in wei per gas. `priorityIsFixed`: the tip is not taken from the node, whose suggestion there is 0. */
export type GasCap = { maxFeeWei: bigint; priorityWei: bigint; priorityIsFixed: boolean };

const gwei = (hundredths: bigint): bigint => hundredths * 10_000_000n;
const cap = (maxFee: bigint, priority: bigint): GasCap => ({
  maxFeeWei: gwei(maxFee),
  priorityWei: gwei(priority),
  priorityIsFixed: false,
});

/**
 * Gas caps by chain id, written in hundredths of a gwei (docs/facts/venues.md 6, decision 33). Hard-coded on purpose: spec
 * "Limits", not configurable.
 */
export const GAS_CAPS: ReadonlyMap<number, GasCap> = new Map([
  [1, { ...cap(500n, 1n), priorityIsFixed: true }],
  [10, cap(4n, 1n)],
  [56, cap(20n, 10n)],
  [130, cap(4n, 1n)],
  [137, cap(50_000n, 10_000n)],
  [999, cap(10_000n, 2n)],
  [8453, cap(4n, 1n)],
  [42161, cap(4n, 1n)],
  [84532, cap(100n, 1n)],
  [11155111, cap(1_000n, 10n)],
]);
