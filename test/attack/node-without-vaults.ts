type Call = { id: number; method: string };

/**
 * A node on whose chain there is no vault and no contract: every call answers a word of zeros,
 * every account is empty.
 */
export function nodeWithoutVaults(body: string): Response {
  const calls = JSON.parse(body) as Call[];
  return Response.json(
    calls.map(({ id, method }) => ({ jsonrpc: "2.0", id, result: RESULTS[method] ?? WORD })),
  );
}

const WORD = `0x${"00".repeat(32)}`;
const RESULTS: Record<string, unknown> = {
  eth_getCode: "0x",
  eth_getLogs: [],
  eth_getBlockByNumber: {
    number: "0x10",
    hash: WORD,
    timestamp: "0x6a95f480",
    baseFeePerGas: "0x1",
  },
};
