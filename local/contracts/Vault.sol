// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IAuthority, IFactory, IStaking, IToken} from "./Interfaces.sol";
import {PositionValue} from "./PositionValue.sol";
import {PriceFeed} from "./PriceFeed.sol";
import {VaultDonations} from "./VaultDonations.sol";
import {VaultOwner} from "./VaultOwner.sol";
import {VaultBase} from "./VaultBase.sol";
import {VaultStorage} from "./VaultStorage.sol";

/// The implementation behind every vault proxy. Own methods are answered here, the rest goes to the authority's adapters.
contract Vault is VaultOwner, VaultDonations {
    error PoolAlreadyInitialized();
    error PoolMethodNotAllowed();
    error EUpgradeDirectCall();
    error EUpgradeImplementationIsSameAsCurrent();

    event PoolInitialized(
        address indexed group, address indexed owner, address indexed baseToken, string name, bytes8 symbol
    );
    event Upgraded(address indexed implementation);

    struct NavData {
        uint256 totalValue;
        uint256 unitaryValue;
        uint256 timestamp;
    }

    struct ActiveTokens {
        address[] activeTokens;
        address baseToken;
    }

    struct ExternalApp {
        PositionValue.Balance[] balances;
        uint8 appType;
    }

    string public constant VERSION = "4.3.1";

    address private immutable FACTORY;

    constructor(Places memory places, address factory) VaultBase(places) {
        FACTORY = factory;
    }

    receive() external payable onlyDelegateCall {}

    /// Not payable. The owner and callers delegated for the selector write through the adapter; others only read it.
    fallback() external onlyDelegateCall {
        address adapter = IAuthority(authority).getApplicationAdapter(msg.sig);
        if (adapter == address(0)) revert PoolMethodNotAllowed();
        bool mayWrite = VaultStorage.delegations().addressPosition[msg.sig][msg.sender] != 0
            || msg.sender == VaultStorage.pool().owner;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok
            switch mayWrite
            case 0 { ok := staticcall(gas(), adapter, 0, calldatasize(), 0, 0) }
            default { ok := delegatecall(gas(), adapter, 0, calldatasize(), 0, 0) }
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    /// The factory's: what the vault is comes from the factory, so that a vault's address follows from name and creator.
    function initializePool() external onlyDelegateCall {
        if (VaultStorage.pool().owner != address(0)) revert PoolAlreadyInitialized();
        IFactory.Parameters memory p = IFactory(msg.sender).parameters();
        _initialize(p.name, string(_trimmed(p.symbol)), p.owner, p.baseToken);
    }

    /// Not a method of the real vault: a test that puts a vault at an address of its choice names its parameters here.
    function initializePool(string calldata name_, string calldata symbol_, address owner_, address baseToken)
        external
        onlyDelegateCall
    {
        if (VaultStorage.pool().owner != address(0)) revert PoolAlreadyInitialized();
        _initialize(name_, symbol_, owner_, baseToken);
    }

    // Reads

    function owner() external view returns (address) {
        return VaultStorage.pool().owner;
    }

    function name() external view returns (string memory) {
        return VaultStorage.pool().name;
    }

    function symbol() external view returns (string memory) {
        return VaultStorage.pool().symbol;
    }

    function decimals() external view returns (uint8) {
        return VaultStorage.pool().decimals;
    }

    function totalSupply() external view returns (uint256) {
        return VaultStorage.tokens().totalSupply;
    }

    function balanceOf(address holder) external view returns (uint256) {
        return VaultStorage.holders().accountOf[holder].userBalance;
    }

    function getUserAccount(address holder) external view returns (VaultStorage.Account memory) {
        return VaultStorage.holders().accountOf[holder];
    }

    function isOperator(address holder, address operator) external view returns (bool) {
        return _isOperator(holder, operator);
    }

    function getPool() public view returns (VaultStorage.Pool memory) {
        return VaultStorage.pool();
    }

    function getPoolParams() public view returns (VaultStorage.Params memory) {
        return VaultStorage.params();
    }

    function getPoolStorage()
        external
        view
        returns (
            VaultStorage.Pool memory poolInitParams,
            VaultStorage.Params memory poolVariables,
            VaultStorage.Tokens memory poolTokensInfo
        )
    {
        return (getPool(), getPoolParams(), getPoolTokens());
    }

    function getActiveTokens() external view returns (ActiveTokens memory) {
        return ActiveTokens(VaultStorage.activeTokens().list, VaultStorage.pool().baseToken);
    }

    function getAcceptedMintTokens() external view returns (address[] memory) {
        return VaultStorage.acceptedTokens().list;
    }

    /// Bit 0 stands for GRG staking, bit 1 for Uniswap v4 positions.
    function getActiveApplications() external view returns (uint256 packed) {
        if (IStaking(STAKING).getTotalStake(address(this)) != 0) packed = 1;
        if (VaultStorage.positions().list.length != 0) packed |= 2;
    }

    function getUniV4TokenIds() external view returns (uint256[] memory) {
        return VaultStorage.positions().list;
    }

    function getAppTokensAndBalancesView() external view returns (PositionValue.Balance[] memory) {
        return _appBalances();
    }

    function getDelegatedAddresses(bytes4 selector) external view returns (address[] memory) {
        return VaultStorage.delegations().addressesOf[selector];
    }

    function getDelegatedSelectors(address delegated) external view returns (bytes4[] memory) {
        return VaultStorage.delegations().selectorsOf[delegated];
    }

    function getStorageAt(uint256 offset, uint256 length) external view returns (bytes memory result) {
        result = new bytes(length * 32);
        for (uint256 i; i < length; i++) {
            assembly ("memory-safe") {
                mstore(add(add(result, 32), mul(i, 32)), sload(add(offset, i)))
            }
        }
    }

    function getStorageSlotsAt(uint256[] calldata slots) external view returns (bytes memory result) {
        result = new bytes(slots.length * 32);
        for (uint256 i; i < slots.length; i++) {
            uint256 slot = slots[i];
            assembly ("memory-safe") {
                mstore(add(add(result, 32), mul(i, 32)), sload(slot))
            }
        }
    }

    function hasPriceFeed(address token) public view returns (bool) {
        return PriceFeed.has(ORACLE, wrappedNative, token);
    }

    function getTwap(address token) external view returns (int24) {
        return PriceFeed.meanTick(ORACLE, wrappedNative, token);
    }

    function convertTokenAmount(address token, int256 amount, address targetToken) public view returns (int256) {
        return PriceFeed.convert(ORACLE, wrappedNative, token, amount, targetToken);
    }

    function convertBatchTokenAmounts(address[] calldata tokens, int256[] calldata amounts, address targetToken)
        external
        view
        returns (int256 total)
    {
        for (uint256 i; i < tokens.length; i++) {
            total += convertTokenAmount(tokens[i], amounts[i], targetToken);
        }
    }

    /// Zeros instead of a revert when a conversion fails, and a zero unitary value when nothing is left.
    function getNavDataView() external view returns (NavData memory data) {
        try this.netValue() returns (int256 total) {
            if (total > 0) data.totalValue = uint256(total);
            data.unitaryValue = VaultStorage.requireSupply() == 0 ? getPoolTokens().unitaryValue : _perUnit(total);
            data.timestamp = block.timestamp;
        } catch {}
    }

    /// What the view adds up, each in base units by the oracle: base balance, active tokens, positions.
    function netValue() external view returns (int256 total) {
        total = _heldValue(new PositionValue.Balance[](0));
        PositionValue.Balance[] memory apps = _appBalances();
        for (uint256 i; i < apps.length; i++) {
            total += _convertToBase(apps[i].token, apps[i].amount);
        }
    }

    // The vault token does not move: these answer false or zero and do not revert.

    function transfer(address, uint256) external pure returns (bool) {}

    function transferFrom(address, address, uint256) external pure returns (bool) {}

    function approve(address, uint256) external pure returns (bool) {}

    function allowance(address, address) external pure returns (uint256) {}

    // Extensions

    function getBeacon() external view returns (address) {
        return FACTORY;
    }

    /// Only the owner moves the vault to the factory's newest implementation.
    function upgradeImplementation() external onlyDelegateCall {
        if (msg.sender != VaultStorage.pool().owner) revert EUpgradeDirectCall();
        address implementation = IFactory(FACTORY).implementation();
        if (implementation == VaultStorage.implementation()) revert EUpgradeImplementationIsSameAsCurrent();
        VaultStorage.setImplementation(implementation);
        emit Upgraded(implementation);
    }

    /// One entry for each active application; those bought with stake count as GRG.
    function getAppTokenBalances(uint256 packedApps) external view returns (ExternalApp[] memory apps) {
        apps = new ExternalApp[](packedApps == 0 ? 0 : 1);
        if (packedApps != 0) apps[0] = ExternalApp(_appBalances(), 0);
    }

    function _initialize(string memory name_, string memory symbol_, address owner_, address baseToken) private {
        uint8 decimals_ = baseToken == address(0) ? 18 : IToken(baseToken).decimals();
        require(decimals_ >= 6, "POOL_BASE_TOKEN_DECIMALS_ERROR");
        VaultStorage.Pool storage p = VaultStorage.pool();
        p.name = name_;
        p.symbol = symbol_;
        p.decimals = decimals_;
        p.owner = owner_;
        p.baseToken = baseToken;
        VaultStorage.Params storage q = VaultStorage.params();
        q.minPeriod = 30 days;
        q.spread = 10;
        q.feeCollector = owner_;
        emit PoolInitialized(msg.sender, owner_, baseToken, name_, bytes8(bytes(symbol_)));
    }

    function _trimmed(bytes8 text) private pure returns (bytes memory trimmed) {
        uint256 length;
        while (length < 8 && text[length] != 0) length++;
        trimmed = new bytes(length);
        for (uint256 i; i < length; i++) {
            trimmed[i] = text[i];
        }
    }
}
