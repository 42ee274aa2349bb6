/** Figures of bench/README.md that the arithmetic starts from; each is printed by the bench in its comment. */
export const MEASURED = {
  /** bench:slices: JSON-RPC calls of one slice. */
  rpcCalls: {
    eth_call: 22,
    eth_getBlockByNumber: 2,
    eth_maxPriorityFeePerGas: 1,
    eth_estimateGas: 1,
    eth_getBalance: 4,
    eth_getTransactionCount: 1,
    eth_sendRawTransaction: 1,
    eth_getTransactionReceipt: 1,
  } as Record<string, number>,
  rpcRequests: 6,
  /** bench:slices: bytes of a command, script text included. */
  claimBytes: 23_565,
  sliceBytes: 20_075 + 24_052,
  /** bench:slices: gas of a swap on the local contracts; the real ones use more. */
  gas: 175_121,
  /** bench:slices: CPU of workerd. */
  cpuMsPerSlice: 9,
  /** bench:tick: CPU of redis-server for a claim's share and finish-slice; prepare-attempt comes on top. */
  redisCpuUsPerSlice: 350,
  /** bench:memory: one order an operator. */
  bytesPerOrder: 2_407,
} as const;
