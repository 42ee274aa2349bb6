import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  zeroAddress,
} from "viem";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import type { OutcomeState } from "./create-outcome-state.ts";

export type OutcomeCall = { from: Address; to: Address; data: Hex; value?: bigint };

const vaultAbi = parseAbi([
  "function mint(address recipient, uint256 amountIn, uint256 amountOutMin) payable",
  "function mintWithToken(address recipient, uint256 amountIn, uint256 amountOutMin, address tokenIn) payable",
  "function burn(uint256 amountIn, uint256 amountOutMin)",
  "function setOwner(address newOwner)",
  "function changeSpread(uint16 spread)",
  "function setTransactionFee(uint16 fee)",
  "function changeMinPeriod(uint48 period)",
  "function setAcceptableMintToken(address token, bool isAccepted)",
  "function purgeInactiveTokensAndApps()",
  "function updateDelegation((address delegated, bytes4 selector, bool isDelegated)[] entries)",
  "function getDelegatedAddresses(bytes4 selector)",
  "function getDelegatedSelectors(address delegated)",
  "function updateUnitaryValue()",
  "function getNavDataView()",
  "function convertTokenAmount(address token, int256 amount, address target)",
  "function convertBatchTokenAmounts(address[] tokens, int256[] amounts, address target)",
  "function wrapETH(uint256 amount)",
  "function unwrapWETH9(uint256 amount)",
  "function execute(bytes commands, bytes[] inputs, uint256 deadline)",
  "function modifyLiquidities(bytes unlockData, uint256 deadline)",
  "function stake(uint256 amount)",
  "function undelegateStake(uint256 amount)",
  "function unstake(uint256 amount)",
  "function withdrawDelegatorRewards()",
  "function getAppTokensAndBalancesView()",
]);
const factoryAbi = parseAbi(["function createPool(string name, string symbol, address baseToken)"]);

const whole = 10n ** 18n;
const usdc = 10n ** 6n;
const EXECUTE = "0x3593564c";
const FAR_AWAY = 2n ** 40n;
const word = (value: bigint) => numberToHex(value, { size: 32 }).slice(2);

/**
 * What each row in words asks, without its "x.". Which arguments a command or an action had is told
 * by the outcomes.
 */
export function wordedCalls(
  handle: ChainHandle,
  { vault, vaultETH }: OutcomeState,
): Record<string, OutcomeCall> {
  const { tokens, accounts } = handle;
  const owner = accounts.operator.address;
  const agent = accounts.agent.address;
  const stranger = accounts.stranger.address;
  const at =
    (to: Address) =>
    (
      functionName: string,
      args: readonly unknown[] = [],
      from: Address = owner,
      value?: bigint,
    ): OutcomeCall => ({
      from,
      to,
      data: encodeFunctionData({ abi: vaultAbi, functionName, args } as never),
      ...(value !== undefined && { value }),
    });
  const [v, vETH] = [at(vault), at(vaultETH)];
  const create = (name: string, symbol: string, base: Address = tokens.USDC): OutcomeCall => ({
    from: owner,
    to: handle.addresses.factory,
    data: encodeFunctionData({
      abi: factoryAbi,
      functionName: "createPool",
      args: [name, symbol, base],
    }),
  });
  const command = (code: number, input: Hex) =>
    v("execute", [numberToHex(code, { size: 1 }), [input], FAR_AWAY]);
  const planOf = (action: number): Hex =>
    encodeAbiParameters(
      [{ type: "bytes" }, { type: "bytes[]" }],
      [numberToHex(action, { size: 1 }), [`0x${word(0n).repeat(2)}`]],
    );
  const grant = (delegated: Address) => ({ delegated, selector: EXECUTE, isDelegated: true });
  const calls: Record<string, OutcomeCall> = {
    "mint 0": v("mint", [owner, 0n, 0n]),
    "mint 999": v("mint", [owner, 999n, 0n]),
    "mint ok": v("mint", [owner, 1_000n * usdc, 0n]),
    "mint value on erc20": v("mint", [owner, 1_000n * usdc, 0n], owner, 1n),
    "mint minOut": v("mint", [owner, 1_000n * usdc, 10n ** 30n]),
    "mint to other": v("mint", [stranger, 1_000n * usdc, 0n]),
    "mint no allowance": v("mint", [stranger, 1_000n * usdc, 0n], stranger),
    "mint recipient zero": v("mint", [zeroAddress, 1_000n * usdc, 0n]),
    "mintETH low value": vETH("mint", [owner, whole, 0n], owner, whole / 2n),
    "mintETH ok": vETH("mint", [owner, whole, 0n], owner, whole),
    "burn 0": v("burn", [0n, 0n]),
    "burn stranger": v("burn", [1n, 0n], stranger),
    "mintWithToken usdt": v("mintWithToken", [owner, 1_000n * usdc, 0n, tokens.USDT]),
    "setOwner zero": v("setOwner", [zeroAddress]),
    "setOwner same": v("setOwner", [owner]),
    "changeSpread 0": v("changeSpread", [0]),
    "changeSpread 501": v("changeSpread", [501]),
    "setTransactionFee 101": v("setTransactionFee", [101]),
    "changeMinPeriod 1": v("changeMinPeriod", [1]),
    "setAcceptableMintToken NOFEED": v("setAcceptableMintToken", [tokens.NOFEED, true]),
    purge: v("purgeInactiveTokensAndApps"),
    "updateDelegation empty": v("updateDelegation", [[]]),
    "updateDelegation zero addr": v("updateDelegation", [[grant(zeroAddress)]]),
    "updateDelegation again": v("updateDelegation", [[grant(agent)]]),
    delegatedAddresses: v("getDelegatedAddresses", [EXECUTE]),
    delegatedSelectors: v("getDelegatedSelectors", [agent]),
    nav: v("updateUnitaryValue"),
    navEth: vETH("updateUnitaryValue"),
    "nav with value": v("updateUnitaryValue", [], owner, 1n),
    navView: v("getNavDataView"),
    "convert eth-usdc": v("convertTokenAmount", [zeroAddress, whole, tokens.USDC]),
    "convert usdc-usdt": v("convertTokenAmount", [tokens.USDC, 100n * usdc, tokens.USDT]),
    "convert weth-eth": v("convertTokenAmount", [tokens.WETH, whole, zeroAddress]),
    "convert neg": v("convertTokenAmount", [zeroAddress, -whole, tokens.USDC]),
    "convert nofeed0": v("convertTokenAmount", [tokens.NOFEED, 0n, tokens.USDC]),
    "convert nofeed": v("convertTokenAmount", [tokens.NOFEED, whole, tokens.USDC]),
    "convert to nofeed": v("convertTokenAmount", [tokens.USDC, 100n * usdc, tokens.NOFEED]),
    "convert zero to nofeed": v("convertTokenAmount", [zeroAddress, whole, tokens.NOFEED]),
    "convert big": v("convertTokenAmount", [zeroAddress, 10n ** 30n, tokens.USDC]),
    batch: v("convertBatchTokenAmounts", [
      [zeroAddress, tokens.USDT],
      [whole, 100n * usdc],
      tokens.USDC,
    ]),
    "batch len": v("convertBatchTokenAmounts", [[zeroAddress, tokens.USDT], [whole], tokens.USDC]),
    "wrap owner": v("wrapETH", [whole]),
    "unwrap owner": v("unwrapWETH9", [whole]),
    "wrap too much owner": v("wrapETH", [1_000n * whole]),
    "unwrap too much owner": v("unwrapWETH9", [1_000n * whole]),
    "unwrap agent": v("unwrapWETH9", [whole], agent),
    "unwrap too much agent": v("unwrapWETH9", [1_000n * whole], agent),
    "wrap stranger": v("wrapETH", [whole], stranger),
    "unwrap stranger": v("unwrapWETH9", [whole], stranger),
    "wrap too much stranger": v("wrapETH", [1_000n * whole], stranger),
    "unwrap too much stranger": v("unwrapWETH9", [1_000n * whole], stranger),
    "stake ok": v("stake", [whole]),
    "stake agent": v("stake", [whole], agent),
    "stake 0": v("stake", [0n]),
    "stake too much": v("stake", [10_000n * whole]),
    "unstake none": v("unstake", [whole]),
    "undelegate none": v("undelegateStake", [whole]),
    "claim none": v("withdrawDelegatorRewards"),
    "nav after stake": v("updateUnitaryValue"),
    "apps view after stake": v("getAppTokensAndBalancesView"),
    "createPool base ETH": create("Native Base", "SYM", zeroAddress),
    "createPool base NOFEED": create("Nofeed Base", "SYM", tokens.NOFEED),
    "createPool base GRG": create("Token Base", "SYM", tokens.GRG),
    "createPool base EOA": create("Account Base", "SYM", stranger),
  };
  for (const named of NAMED_POOLS) {
    const [name = "", symbol = ""] = named.split("/");
    calls[`createPool ${named}`] = create(name, symbol);
  }
  // SWEEP, TRANSFER and PAY_PORTION of 0 native to the caller pass with these three words, all else
  // is refused by them.
  const threeWords: Hex = `0x${word(0n)}${word(1n)}${word(0n)}`;
  for (let code = 0; code < 0x40; code++) {
    calls[`cmd ${code.toString(16)}`] = command(code, "0x");
    calls[`cmd80 ${(code | 0x80).toString(16)}`] = command(code | 0x80, threeWords);
  }
  for (let action = 0; action < 0x20; action++) {
    calls[`v4act ${action.toString(16)}`] = command(0x10, planOf(action));
    calls[`lpact ${action.toString(16)}`] = v("modifyLiquidities", [planOf(action), FAR_AWAY]);
  }
  return calls;
}

const NAMED_POOLS = [
  "Abc/SYM",
  "Good Name/SYM",
  "Bad-Name/SYM",
  " Lead/SYM",
  "Good Name/sym",
  "Good Name/SY",
  "Good Name/TOOLON",
  "Good Name/S-M",
  "Diff Vault/SYM",
  `${"A".repeat(31)}/SYM`,
  `${"A".repeat(32)}/SYM`,
  "Ünicode/SYM",
];
