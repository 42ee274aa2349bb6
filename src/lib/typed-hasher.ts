import { concat, type Hex, keccak256, numberToHex, stringToHex } from "viem";

type Field = { name: string; type: keyof typeof WORDS };
type Values = Readonly<Record<string, string | number | bigint>>;

/**
 * EIP-712 hash of flat structs of one type in one domain. Domain and type are hashed once: a
 * general encoder would parse and hash both at each call.
 * @param domain without what the domain does not have
 * @throws Error from the hasher for a value that its type does not hold
 */
export function typedHasher(
  domain: Values,
  name: string,
  fields: readonly Field[],
): (values: Values) => Hex {
  const separator = structHasher(
    "EIP712Domain",
    DOMAIN.filter((field) => field.name in domain),
  )(domain);
  const struct = structHasher(name, fields);
  return (values) => keccak256(concat(["0x1901", separator, struct(values)]));
}

const DOMAIN: readonly Field[] = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];

function structHasher(struct: string, fields: readonly Field[]): (values: Values) => Hex {
  const type = WORDS.string(
    `${struct}(${fields.map((field) => `${field.type} ${field.name}`).join(",")})`,
  );
  return (values) => keccak256(concat([type, ...fields.map((field) => wordOf(field, values))]));
}

function wordOf({ name, type }: Field, values: Values): Hex {
  const value = values[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return WORDS[type](value);
}

type Value = Values[string];

const WORDS = {
  string: (value: Value): Hex => keccak256(stringToHex(String(value))),
  uint256: (value: Value): Hex => numberToHex(BigInt(value), { size: 32 }),
  address: (value: Value): Hex => `0x${digitsOf(value, 40).padStart(64, "0")}`,
  bytes32: (value: Value): Hex => `0x${digitsOf(value, 64)}`,
};

function digitsOf(value: Value, count: number): string {
  const text = String(value);
  if (text.length !== count + 2 || !text.startsWith("0x"))
    throw new Error(`not ${count} hex digits`);
  return text.slice(2);
}
