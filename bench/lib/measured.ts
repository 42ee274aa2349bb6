/**
 * Figures of bench/README.md that the arithmetic starts from; each is printed by the bench in its
 * comment.
 */
export const MEASURED = {
  /** bench:slices: JSON-RPC calls of one slice. */
  rpcCalls: {
    eth_call: 22,
    eth_getBlockByNumber: 3,
    eth_maxPriorityFeePerGas: 1,
    eth_estimateGas: 1,
    eth_getBalance: 4,
    eth_getTransactionCount: 2,
    eth_sendRawTransaction: 1,
    eth_getTransactionReceipt: 2,
  } as Record<string, number>,
  rpcRequests: 7,
  /** bench:slices: bytes of a command, script text included. */
  claimBytes: 27_323,
  sliceBytes: 23_629 + 27_265,
  /** bench:slices: gas of a swap on the local contracts; the real ones use more. */
  gas: 174_192,
  /** bench:slices: CPU of workerd. */
  cpuMsPerSlice: 9,
  /** bench:slices: CPU of redis-server for a claim's share, prepare-attempt and finish-slice. */
  redisCpuUsPerSlice: 1_121,
  /** bench:text: of which for each of three texts that EVAL brings along, and EVALSHA would not. */
  redisCpuUsPerText: 90,
  /** bench:memory: one order an operator. */
  bytesPerOrder: 2_292,
} as const;
