// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {GmxValue} from "./GmxValue.sol";
import {HyperValue} from "./HyperValue.sol";
import {IStaking, IToken} from "./Interfaces.sol";
import {PositionValue} from "./PositionValue.sol";
import {PriceFeed} from "./PriceFeed.sol";
import {VaultStorage} from "./VaultStorage.sol";

/// What the parts of the vault's implementation share: where things are, who may call, and what the vault is worth.
abstract contract VaultBase {
    error PoolCallerIsNotOwner();
    error PoolImplementationDirectCallNotAllowed();
    error TokenTransferFailed();
    error TokenTransferFromFailed();
    error NativeTransferFailed();

    event NewNav(address indexed sender, address indexed pool, uint256 unitaryValue);
    event Transfer(address indexed from, address indexed to, uint256 value);

    struct NetAssetsValue {
        uint256 unitaryValue;
        uint256 netTotalValue;
        uint256 netTotalLiabilities;
    }

    /// Where the implementation finds the rest of the chain.
    struct Places {
        address authority;
        address wrappedNative;
        address tokenJar;
        address oracle;
        address positionManager;
        address staking;
        address grg;
    }

    address public immutable authority;
    address public immutable wrappedNative;
    address public immutable tokenJar;
    address internal immutable ORACLE;
    address internal immutable POSITION_MANAGER;
    address internal immutable STAKING;
    address internal immutable GRG;
    address internal immutable SELF;

    constructor(Places memory places) {
        authority = places.authority;
        wrappedNative = places.wrappedNative;
        tokenJar = places.tokenJar;
        ORACLE = places.oracle;
        POSITION_MANAGER = places.positionManager;
        STAKING = places.staking;
        GRG = places.grg;
        SELF = address(this);
    }

    modifier onlyOwner() {
        if (msg.sender != VaultStorage.pool().owner) revert PoolCallerIsNotOwner();
        _;
    }

    modifier onlyDelegateCall() {
        if (address(this) == SELF) revert PoolImplementationDirectCallNotAllowed();
        _;
    }

    /// The stored unitary value, par when it was never written.
    function getPoolTokens() public view returns (VaultStorage.Tokens memory t) {
        t = VaultStorage.tokens();
        if (t.unitaryValue == 0) t.unitaryValue = _par();
    }

    function updateUnitaryValue() public onlyDelegateCall returns (NetAssetsValue memory nav) {
        HyperValue.requireUnlocked();
        int256 total = _mergedValue();
        nav.netTotalValue = total > 0 ? uint256(total) : 0;
        nav.unitaryValue = getPoolTokens().unitaryValue;
        if (VaultStorage.requireSupply() != 0) nav.unitaryValue = _storeValue(_perUnit(total));
    }

    function _isOperator(address holder, address operator) internal view returns (bool) {
        return VaultStorage.holders().isOperator[holder][operator];
    }

    /// 1 stands for no value. Written, and emitted, only when it differs.
    function _storeValue(uint256 computed) internal returns (uint256 value) {
        value = computed == 0 ? 1 : computed;
        if (value == getPoolTokens().unitaryValue) return value;
        VaultStorage.tokens().unitaryValue = value;
        emit NewNav(msg.sender, address(this), value);
    }

    /// What an update adds up: a token's balance and its share of positions are converted as one amount, so the two
    /// readings may differ by one unit, as on chain.
    function _mergedValue() internal view returns (int256 total) {
        PositionValue.Balance[] memory apps = _appBalances();
        total = _heldValue(apps);
        for (uint256 i; i < apps.length; i++) {
            total += _convertToBase(apps[i].token, apps[i].amount);
        }
    }

    /// Base and active tokens; what `apps` holds of them is added and set to zero there.
    function _heldValue(PositionValue.Balance[] memory apps) internal view returns (int256 total) {
        address base = VaultStorage.pool().baseToken;
        total = _convertToBase(base, _heldOf(base, apps));
        address[] memory active = VaultStorage.activeTokens().list;
        for (uint256 i; i < active.length; i++) {
            total += _convertToBase(active[i], _heldOf(active[i], apps));
        }
    }

    function _heldOf(address token, PositionValue.Balance[] memory apps) private view returns (int256 amount) {
        amount = int256(_balanceOf(token));
        for (uint256 i; i < apps.length; i++) {
            if (apps[i].token != token) continue;
            amount += apps[i].amount;
            apps[i].amount = 0;
        }
    }

    function _perUnit(int256 total) internal view returns (uint256) {
        return total <= 0 ? 0 : uint256(total) * _par() / VaultStorage.requireSupply();
    }

    function _par() internal view returns (uint256) {
        return 10 ** VaultStorage.pool().decimals;
    }

    function _balanceOf(address token) internal view returns (uint256) {
        return token == address(0) ? address(this).balance : IToken(token).balanceOf(address(this));
    }

    function _convert(address token, uint256 amount, address target) internal view returns (uint256) {
        return uint256(PriceFeed.convert(ORACLE, wrappedNative, token, int256(amount), target));
    }

    function _convertToBase(address token, int256 amount) internal view returns (int256) {
        return PriceFeed.convert(ORACLE, wrappedNative, token, amount, VaultStorage.pool().baseToken);
    }

    function _appBalances() internal view returns (PositionValue.Balance[] memory balances) {
        PositionValue.Balance memory staked = PositionValue.Balance(GRG, int256(_staked()));
        balances = HyperValue.append(
            PositionValue.balances(POSITION_MANAGER, ORACLE, wrappedNative, VaultStorage.positions().list, staked)
        );
        if (VaultStorage.hasPerps()) balances = GmxValue.added(balances, wrappedNative);
    }

    /// Stake, and what it has earned; rewards alone, when all stake was taken out, are not counted until they are claimed.
    function _staked() private view returns (uint256 amount) {
        amount = IStaking(STAKING).getTotalStake(address(this));
        if (amount == 0) return 0;
        bytes32 poolId = IStaking(STAKING).poolIdByRbPoolAccount(address(this));
        amount += IStaking(STAKING).computeRewardBalanceOfDelegator(poolId, address(this));
    }

    function _pull(address token, uint256 amount) internal {
        (bool ok, bytes memory answer) =
            token.call(abi.encodeCall(IToken.transferFrom, (msg.sender, address(this), amount)));
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TokenTransferFromFailed();
    }

    function _push(address token, address to, uint256 amount) internal {
        if (amount == 0) return;
        if (token == address(0)) {
            (bool sent,) = to.call{value: amount}("");
            if (!sent) revert NativeTransferFailed();
            return;
        }
        (bool ok, bytes memory answer) = token.call(abi.encodeCall(IToken.transfer, (to, amount)));
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TokenTransferFailed();
    }
}
