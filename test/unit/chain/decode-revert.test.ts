import fc from "fast-check";
import { encodeErrorResult, type Hex, parseAbi, parseAbiItem, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import { ERROR_CODES } from "../../../schemas/error-codes.ts";
import { decodeRevert } from "../../../src/chain/decode-revert.ts";
import { KNOWN_REVERTS } from "../../../src/chain/known-reverts.ts";
import { safetyVectors, vector } from "../calldata/safety-vectors.ts";

const abi = parseAbi([
  "error Error(string text)",
  "error Panic(uint256 code)",
  "error ExecutionFailed(uint256 commandIndex, bytes message)",
  "error WrappedError(address target, bytes4 selector, bytes reason, bytes details)",
]);
const text = (value: string) => encodeErrorResult({ abi, errorName: "Error", args: [value] });
const panic = (code: bigint) => encodeErrorResult({ abi, errorName: "Panic", args: [code] });
const failed = (index: bigint, message: Hex) =>
  encodeErrorResult({ abi, errorName: "ExecutionFailed", args: [index, message] });
const wrapped = (reason: Hex) =>
  encodeErrorResult({
    abi,
    errorName: "WrappedError",
    args: ["0x00000000000000000000000000000000000000AA", "0x575e24b4", reason, "0x"],
  });
const dataOf = (id: string) => vector(id).outcome.revertData ?? "0x00";

describe("every revert of the vectors", () => {
  const reverts = safetyVectors.filter((each) => each.outcome.revertData !== undefined);

  test("args: named as observed, and given a code of the table", () => {
    expect(reverts).toHaveLength(62);
    expect(
      safetyVectors
        .filter((each) => each.group === "refusal")
        .every((each) => reverts.includes(each)),
    ).toBe(true);
    for (const { id, outcome } of reverts) {
      const { name, args, code, message } = decodeRevert(outcome.revertData ?? "0x");
      expect({ id, name, args }).toEqual({
        id,
        name: outcome.revertName ?? null,
        args: outcome.revertArgs ?? [],
      });
      expect(Object.keys(ERROR_CODES)).toContain(code);
      expect(message).toMatch(/^[A-Z].*[.)]$/);
    }
  });

  test("default: code and sentence of each kind", () => {
    const kinds = new Map(
      reverts.map(({ outcome }) => [
        outcome.revertData ?? "0x",
        decodeRevert(outcome.revertData ?? "0x"),
      ]),
    );
    const lines = [...kinds.values()].map(
      ({ name, args, code, message }) => `${name}(${args.join(", ")}) -> ${code}: ${message}`,
    );
    expect(lines.sort()).toMatchInlineSnapshot(`
      [
        "ActionNotAllowed(0xdeadbeef) -> simulation_reverted: The 0x route uses an action that vaults do not allow. Ask for a new quote, or use the other venue. (ActionNotAllowed)",
        "CounterfeitSettler(0x7C5f5A4bBd8fD63184577525326123B519429bDc) -> simulation_reverted: The 0x quote names a settlement contract that is no longer current. Ask for a new quote. (CounterfeitSettler)",
        "DeadlinePassed(1) -> deadline_passed: The deadline had passed. Build the transaction again. (DeadlinePassed)",
        "DirectCallNotAllowed() -> not_delegated: The vault does not let this sender call this function. Delegate its selector to the agent wallet, or sign with the owner. (DirectCallNotAllowed)",
        "Error(FACTORY_CREATE2_FAILED_ERROR) -> simulation_reverted: This owner already has a vault of that name. Choose another name. (it said "FACTORY_CREATE2_FAILED_ERROR")",
        "Error(MOVE_STAKE_AMOUNT_HIGHER_THAN_WITHDRAWABLE_ERROR) -> simulation_reverted: This stake cannot be withdrawn yet. Undelegate it first and wait until the epoch ends. (it said "MOVE_STAKE_AMOUNT_HIGHER_THAN_WITHDRAWABLE_ERROR")",
        "Error(NON_REGISTERED_RB_POOL_ERROR) -> not_delegated: The staking call did not run as the vault: delegate its selector to the agent wallet, or sign with the owner. (it said "NON_REGISTERED_RB_POOL_ERROR")",
        "Error(REGISTRY_NAME_LENGTH_ERROR) -> invalid_request: A vault's name has 4 to 31 characters. Choose another name. (it said "REGISTRY_NAME_LENGTH_ERROR")",
        "Error(REGISTRY_SYMBOL_LENGTH_ERROR) -> invalid_request: A vault's symbol has 3 to 5 upper-case letters. Choose another symbol. (it said "REGISTRY_SYMBOL_LENGTH_ERROR")",
        "Error(STAKING_TIMESTAMP_TOO_LOW_ERROR) -> simulation_reverted: The staking epoch has not ended yet. Try again after its end. (it said "STAKING_TIMESTAMP_TOO_LOW_ERROR")",
        "Error(TRANSFER_FAILED) -> simulation_reverted: The token could not be taken from the vault. Where the vault holds enough of it, the token's issuer has blocked the vault, and no amount will work: see with get_token_balance, then ask the issuer. (it said "TRANSFER_FAILED")",
        "Error(TRANSFER_FROM_FAILED) -> simulation_reverted: The token could not be taken from the vault. Where the vault holds enough of it, the token's issuer has blocked the vault, and no amount will work: see with get_token_balance, then ask the issuer. (it said "TRANSFER_FROM_FAILED")",
        "InsufficientNativeBalance() -> insufficient_balance: The vault does not hold enough native coin for this call. Lower the amount. (InsufficientNativeBalance)",
        "InvalidCommandType(10) -> simulation_reverted: The route uses a router command that vaults do not allow. Ask for a new quote, or use the other venue. (InvalidCommandType)",
        "InvalidCommandType(17) -> simulation_reverted: The route uses a router command that vaults do not allow. Ask for a new quote, or use the other venue. (InvalidCommandType)",
        "InvalidCommandType(18) -> simulation_reverted: The route uses a router command that vaults do not allow. Ask for a new quote, or use the other venue. (InvalidCommandType)",
        "InvalidCommandType(19) -> simulation_reverted: The route uses a router command that vaults do not allow. Ask for a new quote, or use the other venue. (InvalidCommandType)",
        "InvalidCommandType(2) -> simulation_reverted: The route uses a router command that vaults do not allow. Ask for a new quote, or use the other venue. (InvalidCommandType)",
        "InvalidCommandType(3) -> simulation_reverted: The route uses a router command that vaults do not allow. Ask for a new quote, or use the other venue. (InvalidCommandType)",
        "InvalidCommandType(63) -> simulation_reverted: The route uses a router command that vaults do not allow. Ask for a new quote, or use the other venue. (InvalidCommandType)",
        "NotApproved(0x389b1DA4bfF32aecabb293e93308A0FB4907094D) -> simulation_reverted: The liquidity position does not belong to this vault. Check the position id. (NotApproved)",
        "OperatorMustEqualTarget() -> simulation_reverted: The 0x call names an operator other than its settlement contract, which the vault refuses. Ask for a new quote. (OperatorMustEqualTarget)",
        "OracleCardinalityCannotBeZero() -> no_price_feed: The vault's oracle has no price feed for this token. Choose another token. (OracleCardinalityCannotBeZero)",
        "PoolCallerIsNotOwner() -> owner_only: Only the vault's owner may do this: sign it with the owner's wallet. It can never be delegated. (PoolCallerIsNotOwner)",
        "PoolImplementationDirectCallNotAllowed() -> target_not_allowed: The call went to the implementation contract. Send it to the vault's own address. (PoolImplementationDirectCallNotAllowed)",
        "PoolMethodNotAllowed() -> selector_not_allowed: The vault has no such function on this chain. Check the vault's version and the function. (PoolMethodNotAllowed)",
        "PoolMinimumPeriodNotEnough() -> simulation_reverted: The vault tokens are still locked after their purchase. Wait until the minimum holding period is over. (PoolMinimumPeriodNotEnough)",
        "PoolMintOutputAmount() -> simulation_reverted: The purchase would give fewer vault tokens than the minimum. Lower the minimum and try again. (PoolMintOutputAmount)",
        "RecipientNotSmartPool() -> simulation_reverted: The call sends something to an address other than the vault, which the vault refuses. Build it again; do not change the recipient. (RecipientNotSmartPool)",
        "RecipientNotSmartPoolOrRouter() -> simulation_reverted: The call sends something to an address other than the vault, which the vault refuses. Build it again; do not change the recipient. (RecipientNotSmartPoolOrRouter)",
        "TokenPriceFeedDoesNotExist(0x000000000000000000000000000000000000FEeD) -> no_price_feed: The token to receive has no price feed in the vault's oracle, so the vault cannot take it in. Choose another token. (TokenPriceFeedDoesNotExist)",
        "TooMuchSlippage(0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, 9999000000, 2498623756) -> simulation_reverted: The price moved beyond the slippage limit. Ask for a new quote, trade less, or raise the slippage. (TooMuchSlippage)",
        "TransactionDeadlinePassed() -> deadline_passed: The deadline had passed. Build the transaction again. (TransactionDeadlinePassed)",
        "UnsupportedSettlerFunction() -> simulation_reverted: The 0x call is of a kind that vaults do not allow. Ask for a new quote, or use the other venue. (UnsupportedSettlerFunction)",
        "V4TooLittleReceived(1000000000000000000, 399800192000117) -> simulation_reverted: The price moved beyond the slippage limit. Ask for a new quote, trade less, or raise the slippage. (V4TooLittleReceived)",
        "V4TooMuchRequested(2000000000, 2501374569) -> simulation_reverted: The swap would cost more than the maximum input allows. Ask for a new quote, trade less, or raise the slippage. (V4TooMuchRequested)",
        "null() -> simulation_reverted: The call was refused without a reason. Either the sender is neither the vault's owner nor delegated for this function, or native coin was attached to the call, or the vault holds less than it should move, or a batch hid the reason. Check the delegation and the vault's balances, and attach no value.",
      ]
    `);
  });
});

describe("errors inside errors", () => {
  const inner = dataOf("refusal.v4-too-little-received");

  test("default: the router's wrapper gives way to what it carries", () => {
    expect(decodeRevert(failed(1n, inner))).toEqual({
      name: "V4TooLittleReceived",
      args: ["1000000000000000000", "399800192000117"],
      code: "simulation_reverted",
      message: `Command 1 of the route failed. ${decodeRevert(inner).message}`,
    });
    expect(decodeRevert(failed(0n, text("TRANSFER_FROM_FAILED")))).toMatchObject({
      name: "Error",
      code: "simulation_reverted",
    });
  });

  test("behavior: a hook's wrapper too, and both in one another", () => {
    expect(decodeRevert(failed(2n, wrapped(inner))).message).toBe(
      "Command 2 of the route failed. The pool hook " +
        `0x00000000000000000000000000000000000000AA failed. ${decodeRevert(inner).message}`,
    );
  });

  test("behavior: a wrapper around nothing says so", () => {
    expect(decodeRevert(failed(0n, "0x"))).toMatchObject({
      name: null,
      args: [],
      code: "simulation_reverted",
      message: expect.stringMatching(
        /^Command 0 of the route failed\. The call was refused without a reason\./,
      ),
    });
  });

  test("behavior: nesting is followed four deep and no further", () => {
    const nest = (depth: number): Hex =>
      depth === 0 ? inner : failed(BigInt(depth), nest(depth - 1));
    expect(decodeRevert(nest(4)).name).toBe("V4TooLittleReceived");
    expect(decodeRevert(nest(5))).toMatchObject({
      name: null,
      code: "simulation_reverted",
      message: expect.stringContaining("(0x2c4029e9)"),
    });
  });
});

describe("text from outside", () => {
  test("behavior: control and invisible characters go, the rest is cut", () => {
    expect(decodeRevert(text("a\u0000b\nc\u202Ed\u200Be\u2028f\uE000g")).args).toEqual([
      "a b c d e f g",
    ]);
    expect(decodeRevert(text("x".repeat(120))).args).toEqual(["x".repeat(120)]);
    expect(decodeRevert(text("x".repeat(121))).args).toEqual([`${"x".repeat(120)}...`]);
    expect(decodeRevert(text("  padded \n")).args).toEqual(["padded"]);
    expect(decodeRevert(text("so"))).toEqual({
      name: "Error",
      args: ["so"],
      code: "simulation_reverted",
      message:
        'A contract refused the call. Ask for a new quote, or use the other venue. (it said "so")',
    });
  });

  test.each(["toString", "constructor", "__proto__"])("behavior: %s is no known text", (name) => {
    expect(decodeRevert(text(name))).toMatchObject({ code: "simulation_reverted", args: [name] });
  });
});

describe("panics", () => {
  test.each([
    [1n, "an assertion failed"],
    [17n, "an amount over- or underflowed"],
    [18n, "a division by zero"],
    [33n, "an invalid enum value"],
    [34n, "a broken storage array"],
    [49n, "an empty array was popped"],
    [50n, "an index out of range"],
    [65n, "too much memory was asked for"],
    [81n, "an uninitialised function was called"],
    [99n, "an internal check failed"],
  ])("args: %i", (code, what) => {
    const message = `A contract stopped because of ${what}. Check the amounts, then ask for a new quote.`;
    expect(decodeRevert(panic(code))).toEqual({
      name: "Panic",
      args: [String(code)],
      code: "simulation_reverted",
      message,
    });
  });
});

describe("what cannot be read", () => {
  test.each<[string, Hex, string]>([
    ["an unknown selector", "0xdeadbeef", "0xdeadbeef"],
    ["an unknown selector with arguments", `0xdeadbeef${"11".repeat(64)}`, "0xdeadbeef"],
    ["less than a selector", "0x12", "0x12"],
    ["a known error without its arguments", "0x8b063d73", "0x8b063d73"],
    ["a text without its text", "0x08c379a0", "0x08c379a0"],
    ["a panic without its code", "0x4e487b71", "0x4e487b71"],
    ["a wrapper without its content", "0x2c4029e9", "0x2c4029e9"],
  ])("error: %s", (_, data, selector) => {
    expect(decodeRevert(data)).toEqual({
      name: null,
      args: [],
      code: "simulation_reverted",
      message:
        `The call was refused with an error this service does not know (${selector}). Ask ` +
        "for a new quote, or use the other venue.",
    });
  });

  test("behavior: selectors match in any case", () => {
    expect(decodeRevert("0x59DC3AD9").name).toBe("PoolCallerIsNotOwner");
  });

  test("behavior: no bytes throw", () => {
    const any = fc
      .uint8Array({ maxLength: 200 })
      .map((array) => `0x${Buffer.from(array).toString("hex")}` as Hex);
    fc.assert(
      fc.property(
        fc.constantFrom<Hex>(
          "0x",
          "0x08c379a0",
          "0x4e487b71",
          "0x2c4029e9",
          "0x90bfb865",
          "0x97a6f3b9",
        ),
        any,
        (selector, body) => {
          expect(decodeRevert(`${selector}${body.slice(2)}`).message.length).toBeGreaterThan(20);
        },
      ),
    );
  });
});

describe("KNOWN_REVERTS", () => {
  const signatures = Object.keys(KNOWN_REVERTS);

  test.each(signatures)("args: %s comes back by name with every argument", (signature) => {
    const item = parseAbiItem(`error ${signature}` as "error X(uint256 y)") as {
      name: string;
      inputs: readonly { type: string }[];
    };
    const sample = (type: string) =>
      type.startsWith("address")
        ? "0x00000000000000000000000000000000000000AA"
        : type === "bool"
          ? true
          : type === "bytes"
            ? "0x12"
            : type === "bytes4"
              ? "0x12345678"
              : type === "bytes32"
                ? `0x${"12".repeat(32)}`
                : type.startsWith("uint") && Number(type.slice(4)) <= 48
                  ? 7
                  : 7n;
    const args = item.inputs.map((each) => sample(each.type));
    const data = encodeErrorResult({
      abi: [item as never],
      errorName: item.name as never,
      args: args as never,
    } as never);
    const [code, advice] = KNOWN_REVERTS[signature] ?? ["", ""];
    expect(decodeRevert(data)).toEqual({
      name: item.name,
      args: args.map(String),
      code,
      message: `${advice} (${item.name})`,
    });
    expect(advice).toMatch(/^[A-Z].*\.$/);
  });
});

/* Finding 129: what was undecodable said "use the other venue", where there is none. */
describe("what Across, the vault's bridge and a token's issuer refuse", () => {
  const thrown = (name: string) => decodeRevert(toFunctionSelector(`function ${name}()`));

  test.each([
    ["DepositsArePaused", "bridge_pair_unsupported", "takes no deposits"],
    ["AddressListExceedsMaxLength", "simulation_reverted", "as many tokens as it can"],
    ["ZeroConvertedValue", "simulation_reverted", "worth nothing"],
    ["InvalidInputToken", "simulation_reverted", "wrapped form"],
    ["InvalidFillDeadline", "deadline_passed", "new bridge quote"],
  ])("args: %s() has words of its own", (name, code, words) => {
    const decoded = thrown(name);
    expect(decoded).toMatchObject({ name, code });
    expect(decoded.message).toContain(words);
    expect(decoded.message).not.toContain("other venue");
  });

  test.each([
    "TRANSFER_FROM_FAILED",
    "TRANSFER_FAILED",
    "STF",
    "Blacklistable: account is blacklisted",
  ])("behavior: a vault that an issuer has blocked is not told to lower the amount: %s", (text) => {
    const data = encodeErrorResult({
      abi: parseAbi(["error Error(string)"]),
      errorName: "Error",
      args: [text],
    });
    const { code, message } = decodeRevert(data);
    expect(code).toBe("simulation_reverted");
    expect(message).toContain("issuer");
    expect(message.toLowerCase()).not.toContain("lower the amount");
  });
});
