import { type Address, type Hex, keccak256, pad, parseAbiParameters, stringToBytes, toEventSelector } from "viem";
import { decodeAbi } from "../lib/decode-abi.ts";

const ITEMS = "(string key, T value)[] items, (string key, T[] value)[] arrays";
const items = (type: string) => `(${ITEMS.replaceAll("T", type)})`;
const EVENT_DATA = `(${["address", "uint256", "int256", "bool", "bytes32", "bytes", "string"].map(items).join(",")})`;
const PARAMS = parseAbiParameters(
  "address msgSender, string eventName, (((string key, address value)[] items, (string key, address[] value)[] arrays) addresses, ((string key, uint256 value)[] items, (string key, uint256[] value)[] arrays) uints, ((string key, int256 value)[] items, (string key, int256[] value)[] arrays) ints, ((string key, bool value)[] items, (string key, bool[] value)[] arrays) bools, ((string key, bytes32 value)[] items, (string key, bytes32[] value)[] arrays) words, ((string key, bytes value)[] items, (string key, bytes[] value)[] arrays) bytesItems, ((string key, string value)[] items, (string key, string[] value)[] arrays) strings) data",
);
const name = (text: string): Hex => keccak256(stringToBytes(text));

/** Of GMX's event emitter (docs/facts/gmx.md, "Events"). */
export const gmxEvents = {
  /** topic 2: the order's key; topic 3: the account. */
  ofOrder: toEventSelector(
    `EventLog2(address,string,string,bytes32,bytes32,${EVENT_DATA.replace(/ (?:key|value|items|arrays)\b/g, "")})`,
  ),
  /** topic 2: the account. */
  ofAccount: toEventSelector(
    `EventLog1(address,string,string,bytes32,${EVENT_DATA.replace(/ (?:key|value|items|arrays)\b/g, "")})`,
  ),
  created: name("OrderCreated"),
  executed: name("OrderExecuted"),
  cancelled: name("OrderCancelled"),
  frozen: name("OrderFrozen"),
  increased: name("PositionIncrease"),
  decreased: name("PositionDecrease"),
  topicOf: (account: Address): Hex => pad(account, { size: 32 }),
  /** Values by their keys; undefined for what is no such log. */
  read: (data: Hex) => {
    const found = decodeAbi(PARAMS, data);
    if (found === null) return undefined;
    const { uints, ints, words, strings } = found[2];
    const value =
      <T>(list: readonly { key: string; value: T }[]) =>
      (key: string): T | undefined =>
        list.find((one) => one.key === key)?.value;
    return {
      uint: value(uints.items),
      int: value(ints.items),
      word: value(words.items),
      text: value(strings.items),
    };
  },
};
