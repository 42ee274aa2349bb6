import {
  type Address,
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  padHex,
  parseAbi,
  parseAbiParameters,
  stringToHex,
} from "viem";
import * as z from "zod";
import { hexAddress, hexData, hexHash } from "../../schemas/primitives.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import type { ChainAddresses } from "./addresses.ts";
import type { RpcCall } from "./rpc-call.ts";

/** Source: docs/facts/vault-contracts.md 11. */
export const factoryAbi = parseAbi([
  "function createPool(string name, string symbol, address baseToken) returns (address newPoolAddress, bytes32 poolId)",
  "event Registered(address indexed group, address pool, bytes32 indexed name, bytes32 indexed symbol, bytes32 id)",
]);

type Made = { name: string; creator: Address };
const PARTS = parseAbiParameters("string name, address creator");

/**
 * Finds a vault by maker and name, which are unique. Source: docs/facts/vault-contracts.md 1 and
 * 11.
 */
export const findVault = {
  /** Its id at the registry, which is also the salt of its address. */
  id: ({ name, creator }: Made): Hex => keccak256(encodeAbiParameters(PARTS, [name, creator])),
  /** By the registry's events; null for none. Some nodes refuse to look so far back. */
  call: (
    { registry, factory }: Pick<ChainAddresses, "registry" | "factory">,
    made: Made,
  ): RpcCall<Address | null> => ({
    method: "eth_getLogs",
    params: [
      {
        address: registry,
        fromBlock: "0x0",
        toBlock: "latest",
        topics: encodeEventTopics({
          abi: factoryAbi,
          eventName: "Registered",
          args: {
            group: factory,
            name: padHex(stringToHex(made.name), { dir: "right", size: 32 }),
          },
        }),
      },
    ],
    read: (result) => {
      const registered = logs.parse(result).map(({ topics, data }) =>
        // Safe: decoding throws for a log without topics.
        decodeEventLog({
          abi: factoryAbi,
          eventName: "Registered",
          topics: topics as [Hex, ...Hex[]],
          data,
        }),
      );
      const id = findVault.id(made);
      const found = registered.find(({ args }) => lowerHex(args.id) === id);
      return found === undefined ? null : lowerHex(found.args.pool);
    },
  }),
};

const logs = z.array(z.object({ address: hexAddress, topics: z.array(hexHash), data: hexData }));
