/** After everything that the chain has mined and that is known to be confirmed or open. */
export const nextNonce = (
  chainNonce: number,
  nonceQueue: { highestConfirmed: number | null; highestOpen: number | null } | null,
): number => Math.max(chainNonce, (nonceQueue?.highestConfirmed ?? -1) + 1, (nonceQueue?.highestOpen ?? -1) + 1);
